import { centsText } from '../../kernel/cents'
import type { Scope } from '../model/context'
import { LEDGER, type LedgerTransaction } from '../model/tables'
import { ledgerCents } from './ledger'

/** One ledger transaction with its source record. Amounts are texts in the company's currency. */
export interface LedgerEntry {
  readonly transaction_id: number
  readonly date: string
  readonly company_id: number
  /** The company's currency. */
  readonly currency: string
  readonly record_currency: string
  readonly record: { readonly type: string; readonly number: number; readonly internal_id: number }
  /** The id of the transaction that this one reverses, or null. */
  readonly reverses: number | null
  readonly lines: readonly {
    readonly account_number: number
    readonly debit: string
    readonly credit: string
    readonly amount_in_record_currency: string
  }[]
}

/** Selects entries; all given conditions must hold. Dates are inclusive. */
export interface EntriesQuery {
  readonly company_id?: number
  readonly account_number?: number
  readonly start_date?: string
  readonly end_date?: string
  readonly record?: { readonly type?: string; readonly number?: number }
}

export const transactionsOf = ({ world, organization }: Scope): Iterable<LedgerTransaction> =>
  world.store.table(organization, LEDGER).rows()

export function ledgerEntries(context: Scope, query: EntriesQuery = {}): LedgerEntry[] {
  const entries: LedgerEntry[] = []
  for (const transaction of transactionsOf(context))
    if (fits(transaction, query)) entries.push(entryOf(transaction))
  return entries
}

const fits = (one: LedgerTransaction, query: EntriesQuery): boolean =>
  (query.company_id === undefined || one.company_id === query.company_id) &&
  (query.start_date === undefined || one.date >= query.start_date) &&
  (query.end_date === undefined || one.date <= query.end_date) &&
  (query.record?.type === undefined || one.record_type === query.record.type) &&
  (query.record?.number === undefined || one.record_number === query.record.number) &&
  (query.account_number === undefined ||
    one.lines.some((line) => line.account_number === query.account_number))

const entryOf = (one: LedgerTransaction): LedgerEntry => ({
  transaction_id: one.id,
  date: one.date,
  company_id: one.company_id,
  currency: one.currency,
  record_currency: one.record_currency,
  record: { type: one.record_type, number: one.record_number, internal_id: one.record_internal_id },
  reverses: one.reverses,
  lines: one.lines.map(({ account_number, value, record_value }) => {
    const [cents, inRecord] = [ledgerCents(value), ledgerCents(record_value)]
    return {
      account_number,
      debit: centsText(cents > 0n ? cents : 0n),
      credit: centsText(cents < 0n ? -cents : 0n),
      amount_in_record_currency: centsText(inRecord < 0n ? -inRecord : inRecord),
    }
  }),
})
