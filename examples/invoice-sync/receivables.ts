import type { Client } from './client'
import { amount, type Cents, cents } from './money'
import type { InvoiceRecord } from './wire'

/** The customers' debts to a company in the service's books. */
export interface Receivables {
  /** By currency, in alphabetical order. */
  due: Record<string, string>
  /** Invoices on which something is due. */
  open: number
}

const LOOKS = 40
const PAUSE_MILLISECONDS = 60_000

/**
 * Adds up what is due on all posted invoices. A list that lacks an invoice which we know to be there shows an older
 * state; it is read again until it does not.
 */
export async function receivables(
  client: Client,
  companyId: number,
  known: ReadonlySet<string>,
  sleep: (milliseconds: number) => Promise<unknown>,
): Promise<Receivables> {
  for (let look = 1; look <= LOOKS; look += 1) {
    const records = await client.list<InvoiceRecord>('/public/v1/invoices/', { company_id: companyId })
    const listed = new Set(records.map((record) => record.reference_number))
    if ([...known].every((reference) => listed.has(reference))) return summed(records)
    await sleep(PAUSE_MILLISECONDS)
  }
  throw new Error('the list of invoices does not show what was written to it')
}

function summed(records: readonly InvoiceRecord[]): Receivables {
  const sums = new Map<string, Cents>()
  let open = 0
  for (const record of records.filter(({ record_status }) => record_status === 'posted')) {
    const due = cents(record.amount_due)
    const currency = record.currency_iso_4217_code
    sums.set(currency, (sums.get(currency) ?? 0n) + due)
    if (due !== 0n) open += 1
  }
  const inOrder = [...sums].sort(([a], [b]) => (a < b ? -1 : 1))
  return { due: Object.fromEntries(inOrder.map(([currency, sum]) => [currency, amount(sum)])), open }
}
