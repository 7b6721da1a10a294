import { readFile } from 'node:fs/promises'
import { readCsv } from './csv'

export interface CustomerRow {
  code: string
  name: string
  email: string
  phone: string
  address: string
  country: string
  website: string
}

export interface InvoiceRow {
  reference: string
  customer: string
  date: string
  due_date: string
  currency: string
  exchange_rate: string
  memo: string
  /** The total in the company's own books, for the reconciliation. */
  total: string
  lines: { sku: string; quantity: string; rate: string; memo: string }[]
}

export interface PaymentRow {
  reference: string
  customer: string
  date: string
  /** Number of the account the money went to; empty while it lies in the drawer. */
  account: string
  currency: string
  exchange_rate: string
  memo: string
  lines: { invoice: string; amount: string }[]
}

/** Everything one run brings to the service. */
export interface Batch {
  customers: CustomerRow[]
  invoices: InvoiceRow[]
  payments: PaymentRow[]
}

/** Reads the five files of an export folder; lines are attached to the invoice or payment that they name. */
export async function readBatch(folder: URL): Promise<Batch> {
  const read = (name: string) => readFile(new URL(name, folder), 'utf8')
  const customers = readCsv(await read('customers.csv'), CUSTOMER)
  const invoices = readCsv(await read('invoices.csv'), INVOICE)
  const invoiceLines = readCsv(await read('invoice-lines.csv'), INVOICE_LINE)
  const payments = readCsv(await read('payments.csv'), PAYMENT)
  const paymentLines = readCsv(await read('payment-lines.csv'), PAYMENT_LINE)
  return {
    customers,
    invoices: withLines(invoices, invoiceLines, (line) => line.invoice),
    payments: withLines(payments, paymentLines, (line) => line.payment),
  }
}

const CUSTOMER = ['code', 'name', 'email', 'phone', 'address', 'country', 'website'] as const
const INVOICE = [
  'reference',
  'customer',
  'date',
  'due_date',
  'currency',
  'exchange_rate',
  'memo',
  'total',
] as const
const INVOICE_LINE = ['invoice', 'sku', 'quantity', 'rate', 'memo'] as const
const PAYMENT = ['reference', 'customer', 'date', 'account', 'currency', 'exchange_rate', 'memo'] as const
const PAYMENT_LINE = ['payment', 'invoice', 'amount'] as const

function withLines<Parent extends { reference: string }, Line>(
  parents: Parent[],
  lines: Line[],
  parentOf: (line: Line) => string,
): (Parent & { lines: Line[] })[] {
  const byReference = new Map<string, Line[]>(parents.map((parent) => [parent.reference, []]))
  for (const line of lines) {
    const siblings = byReference.get(parentOf(line))
    if (siblings === undefined)
      throw new Error(`a line belongs to ${parentOf(line)}, which is not in the export`)
    siblings.push(line)
  }
  return parents.map((parent) => ({ ...parent, lines: byReference.get(parent.reference) ?? [] }))
}
