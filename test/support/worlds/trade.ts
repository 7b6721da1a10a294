/** Ordinary records with everything filled in, so that a test says only what it is about. */
import {
  createSimulator,
  isRefusal,
  type RecordSet,
  type Simulator,
  type SimulatorOptions,
} from 'accounting-simulator'

type Input<Set> = Set extends RecordSet<infer In, unknown> ? In : never
export type InvoiceInput = Input<Simulator['records']['invoices']>
export type PaymentInput = Input<Simulator['records']['customerPayments']>
export type JournalEntryInput = Input<Simulator['records']['journalEntries']>

/** A simulator whose books are audited after every write. */
export const trading = (options: SimulatorOptions = {}): Simulator =>
  createSimulator({ strict: true, rateLimits: false, ...options })

/** An invoice of the dollar company to the first customer: one desk for 100.00. */
export const invoice = (more: Partial<InvoiceInput> = {}): InvoiceInput => ({
  date: '2026-01-15',
  company_id: 1,
  customer_id: 1,
  currency_iso_4217_code: 'USD' as const,
  exchange_rate: '1',
  items: [{ item_id: 1, quantity: '1', rate: '100.00', position: 1 }],
  ...more,
})

/** A payment of the first customer into the dollar bank; without lines unless told. */
export const payment = (more: Partial<PaymentInput> = {}): PaymentInput => ({
  date: '2026-01-15',
  company_id: 1,
  customer_id: 1,
  check_number: '',
  account_number: 1000,
  currency_iso_4217_code: 'USD' as const,
  exchange_rate: '1',
  memo: '',
  ...more,
})

export const journalEntry = (more: Partial<JournalEntryInput> = {}): JournalEntryInput => ({
  date: '2026-01-15',
  company_id: 1,
  currency_iso_4217_code: 'USD' as const,
  exchange_rate: '1',
  memo: '',
  ...more,
})

/** `ok`, or the status of the refusal with the members that it names: `422 items`. */
export function outcomeOf(work: () => unknown): string {
  try {
    work()
    return 'ok'
  } catch (error) {
    if (!isRefusal(error)) throw error
    return [error.status, ...Object.keys(error.errors)].join(' ')
  }
}

/** Debits less credits of an account of a company. */
export const balanceOf = (simulator: Simulator, account: number, company = 1): string =>
  simulator.books.trialBalance(company).find((line) => line.account_number === account)?.balance ?? '0.00'
