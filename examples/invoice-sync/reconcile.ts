import type { Batch, InvoiceRow } from './batch'
import type { Client } from './client'
import { amount, type Cents, cents, total } from './money'
import { since } from './since'
import type { InvoiceRecord } from './wire'

export interface OpenInvoice {
  reference: string
  customer: string
  dueDate: string
  currency: string
  amount: string
  due: string
}

/** The open amount in one currency, in the service and in the company's own files. */
export interface Balance {
  currency: string
  invoices: number
  due: string
  expected: string
}

export interface Reconciliation {
  /** Earliest due date first. */
  open: OpenInvoice[]
  balances: Balance[]
  /** One sentence for everything in which the service and the files disagree; empty when they agree. */
  differences: string[]
}

/** Compares every invoice of the batch, to the cent, with what the service says is due. */
export async function reconcile(client: Client, batch: Batch, companyId: number): Promise<Reconciliation> {
  const records = await client.list<InvoiceRecord>('/public/v1/invoices/', since(batch.invoices, companyId))
  const wanted = new Set(batch.invoices.map((row) => row.reference))
  const ours = records.filter((record) => wanted.has(record.reference_number))
  const expected = expectedDue(batch)
  const open = ours.filter((record) => cents(record.amount_due) !== 0n).map(openInvoice)
  const balances = balancesOf(batch.invoices, ours, expected)
  return {
    open: open.sort((a, b) => compare(a.dueDate + a.reference, b.dueDate + b.reference)),
    balances,
    differences: [
      ...batch.invoices.flatMap((row) => differencesOf(row, ours, expected.get(row.reference) ?? 0n)),
      ...balances
        .filter(({ due, expected }) => due !== expected)
        .map(({ currency, due, expected }) => `${currency}: ${due} is due, the files say ${expected}`),
    ],
  }
}

/** By the company's own files: the total of every invoice minus its payments. */
function expectedDue(batch: Batch): Map<string, Cents> {
  const due = new Map(batch.invoices.map((row) => [row.reference, cents(row.total)]))
  for (const line of batch.payments.flatMap((payment) => payment.lines)) {
    due.set(line.invoice, (due.get(line.invoice) ?? 0n) - cents(line.amount))
  }
  return due
}

function differencesOf(row: InvoiceRow, records: readonly InvoiceRecord[], expected: Cents): string[] {
  const [record, ...more] = records.filter((candidate) => candidate.reference_number === row.reference)
  if (record === undefined) return [`${row.reference}: the service does not have it`]
  const differences: string[] = []
  if (more.length > 0) differences.push(`${row.reference}: the service has it ${more.length + 1} times`)
  if (cents(record.amount) !== cents(row.total)) {
    differences.push(`${row.reference}: amounts to ${record.amount}, the files say ${row.total}`)
  }
  if (cents(record.amount_due) !== expected) {
    differences.push(`${row.reference}: ${record.amount_due} is due, the files say ${amount(expected)}`)
  }
  return differences
}

function balancesOf(
  rows: readonly InvoiceRow[],
  records: readonly InvoiceRecord[],
  expected: ReadonlyMap<string, Cents>,
): Balance[] {
  const currencies = [...new Set(rows.map((row) => row.currency))].sort()
  return currencies.map((currency) => {
    const inCurrency = records.filter((record) => record.currency_iso_4217_code === currency)
    const due = inCurrency.map((record) => cents(record.amount_due))
    const wanted = rows
      .filter((row) => row.currency === currency)
      .map((row) => expected.get(row.reference) ?? 0n)
    return {
      currency,
      invoices: due.filter((value) => value !== 0n).length,
      due: amount(total(due)),
      expected: amount(total(wanted)),
    }
  })
}

function openInvoice(record: InvoiceRecord): OpenInvoice {
  return {
    reference: record.reference_number,
    customer: record.customer_name ?? '',
    dueDate: record.due_date ?? '',
    currency: record.currency_iso_4217_code,
    amount: record.amount,
    due: record.amount_due,
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
