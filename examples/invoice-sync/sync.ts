import type { Batch, CustomerRow, InvoiceRow, PaymentRow } from './batch'
import type { Client } from './client'
import { createMissing, type Tally } from './create-missing'
import { ServiceError } from './service-error'
import { since } from './since'
import type { CustomerRecord, InvoiceRecord, ItemRecord, PaymentRecord } from './wire'

export type SyncReport = Record<'customers' | 'invoices' | 'payments', Tally>

/**
 * Brings the batch to the service: customers by their code, invoices by reference number, payments by check
 * number. What is already there is left as it is, so a run that broke off is simply started again.
 */
export async function sync(client: Client, batch: Batch, companyId: number): Promise<SyncReport> {
  const customers = await orLater(batch.customers, (row) => row.code, syncCustomers(client, batch.customers))
  const invoices = await orLater(
    batch.invoices,
    (row) => row.reference,
    syncInvoices(client, batch.invoices, companyId, customers.byKey),
  )
  const payments = await orLater(
    batch.payments,
    (row) => row.reference,
    syncPayments(client, batch.payments, companyId, customers.byKey, invoices.byKey),
  )
  return { customers: customers.tally, invoices: invoices.tally, payments: payments.tally }
}

/** If the service does not even list its records, every row waits for the next run. */
async function orLater<Row, Made>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  work: Promise<{ tally: Tally; byKey: Map<string, Made> }>,
): Promise<{ tally: Tally; byKey: Map<string, Made> }> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const failed = rows.map((row) => `${keyOf(row)}: ${error.message}`)
    return { tally: { found: 0, created: 0, failed }, byKey: new Map() }
  }
}

async function syncCustomers(client: Client, rows: readonly CustomerRow[]) {
  const list = () => client.list<CustomerRecord>('/public/v1/customers/')
  const known = await list()
  return createMissing({
    rows,
    keyOf: (row) => row.code,
    existing: new Map(known.map((customer) => [customer.unique_id ?? '', customer])),
    create: ({ code, ...members }) =>
      client.post<CustomerRecord>(
        '/public/v1/customers/',
        { ...members, unique_id: code },
        `customer-${code}`,
        async () => (await list()).find(({ unique_id }) => unique_id === code),
      ),
  })
}

async function syncInvoices(
  client: Client,
  rows: readonly InvoiceRow[],
  companyId: number,
  customers: ReadonlyMap<string, CustomerRecord>,
) {
  const items = await client.list<ItemRecord>('/public/v1/items/')
  const itemBySku = new Map(items.map((item) => [item.sku, item]))
  const list = () => client.list<InvoiceRecord>('/public/v1/invoices/', since(rows, companyId))
  const known = await list()
  return createMissing({
    rows,
    keyOf: (row) => row.reference,
    existing: new Map(known.map((invoice) => [invoice.reference_number, invoice])),
    create: (row) =>
      client.post<InvoiceRecord>(
        '/public/v1/invoices/',
        {
          reference_number: row.reference,
          company_id: companyId,
          customer_id: pick(customers, row.customer, 'customer').id,
          date: row.date,
          due_date: row.due_date,
          currency_iso_4217_code: row.currency,
          exchange_rate: row.exchange_rate,
          memo: row.memo,
          items: row.lines.map((line, index) => ({
            item_id: pick(itemBySku, line.sku, 'item').id,
            quantity: line.quantity,
            rate: line.rate,
            memo: line.memo,
            position: index + 1,
          })),
        },
        `invoice-${row.reference}`,
        async () => (await list()).find(({ reference_number }) => reference_number === row.reference),
      ),
  })
}

async function syncPayments(
  client: Client,
  rows: readonly PaymentRow[],
  companyId: number,
  customers: ReadonlyMap<string, CustomerRecord>,
  invoices: ReadonlyMap<string, InvoiceRecord>,
) {
  const list = () => client.list<PaymentRecord>('/public/v1/customer-payments/', since(rows, companyId))
  const known = await list()
  return createMissing({
    rows,
    keyOf: (row) => row.reference,
    existing: new Map(known.map((payment) => [payment.check_number, payment])),
    create: (row) =>
      client.post<PaymentRecord>(
        '/public/v1/customer-payments/',
        {
          check_number: row.reference,
          company_id: companyId,
          customer_id: pick(customers, row.customer, 'customer').id,
          account_number: row.account === '' ? null : Number(row.account),
          date: row.date,
          currency_iso_4217_code: row.currency,
          exchange_rate: row.exchange_rate,
          memo: row.memo,
          items: row.lines.map((line, index) => ({
            invoice_number: payable(pick(invoices, line.invoice, 'invoice')).number,
            amount: line.amount,
            position: index + 1,
          })),
        },
        `payment-${row.reference}`,
        async () => (await list()).find(({ check_number }) => check_number === row.reference),
      ),
  })
}

/** Leaves drafts for the next run. A request now would store a refusal under the payment's key. */
function payable(invoice: InvoiceRecord): InvoiceRecord {
  if (invoice.record_status !== 'posted')
    throw new Error(`invoice ${invoice.reference_number} is ${invoice.record_status} and cannot be paid yet`)
  return invoice
}

function pick<Value>(values: ReadonlyMap<string, Value>, key: string, what: string): Value {
  const value = values.get(key)
  if (value === undefined) throw new Error(`the service has no ${what} ${key}`)
  return value
}
