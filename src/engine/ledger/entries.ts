import { centsText } from '../../kernel/cents'
import type { Row } from '../../kernel/store'
import type { Scope } from '../model/context'
import { findRecord } from '../model/find-record'
import { linesOf } from '../model/row'
import { LEDGER, type LedgerTransaction } from '../model/tables'
import { ledgerCents } from './ledger'

/** One ledger transaction with its source record. Amounts are texts in the company's currency. */
export interface LedgerEntry {
  /** The id of the ledger transaction. */
  readonly transaction_id: number
  /** The posting date, as YYYY-MM-DD. */
  readonly date: string
  /** The company whose books contain the transaction. */
  readonly company_id: number
  /** The company's currency. */
  readonly currency: string
  /** The currency of the record. */
  readonly record_currency: string
  /** The record that it comes from. */
  readonly record: { readonly type: string; readonly number: number; readonly internal_id: number }
  /** The number of the asset that was depreciated or disposed of, where there is one. */
  readonly asset?: number
  /** The id of the contract that was billed or recognised, where there is one. */
  readonly contract?: number
  /** The id of the transaction that this one reverses, or null. */
  readonly reverses: number | null
  /** The lines; debits and credits are equal. */
  readonly lines: readonly {
    readonly account_number: number
    readonly debit: string
    readonly credit: string
    readonly amount_in_record_currency: string
  }[]
}

/** A customer or a vendor. A bare number is the id of either. */
export type PartyQuery = number | { readonly customer_id: number } | { readonly vendor_id: number }

/** A record, or all records of a type, by the members that entries show. */
export interface SourceRecord {
  /** The record type, such as `invoices`. */
  readonly type?: string
  /** The same as `number`. */
  readonly id?: number
  /** The number of the record. */
  readonly number?: number
  /** Its number among all records of the organisation. */
  readonly internal_id?: number
}

/** Selects entries; all given conditions must hold. Dates are inclusive. */
export interface EntriesQuery {
  /** Only entries of this company, by its id. */
  readonly company?: number
  /** Only entries with a line of this account, by its number. */
  readonly account?: number
  /** Only entries of this day or later. */
  readonly from?: string
  /** Only entries of this day or earlier. */
  readonly to?: string
  /**
   * Only entries of this record, or of the records of this type: `invoices/7`, the `record` of another entry, or
   * members of it; `id` and `number` are the same.
   */
  readonly record?: string | SourceRecord
  /** The same as `company`. */
  readonly company_id?: number
  /** The same as `account`. */
  readonly account_number?: number
  /** The same as `from`. */
  readonly start_date?: string
  /** The same as `to`. */
  readonly end_date?: string
  /** The number of a fixed asset: its depreciation and its disposal. */
  readonly asset?: number
  /** The id of a contract: its billing and its recognition. */
  readonly contract?: number
  /** The counterparty of the record or of one of its lines. */
  readonly party?: PartyQuery
}

export const transactionsOf = ({ world, organization }: Scope): Iterable<LedgerTransaction> =>
  world.store.table(organization, LEDGER).rows()

export type CheckedEntriesQuery = EntriesQuery & { readonly record: SourceRecord }

export function ledgerEntries(scope: Scope, query: CheckedEntriesQuery): LedgerEntry[] {
  const entries: LedgerEntry[] = []
  for (const transaction of transactionsOf(scope)) {
    if (!fits(transaction, query)) continue
    const record = recordOf(scope, transaction)
    if (isAbout(scope, transaction, record, query)) entries.push(entryOf(transaction, record))
  }
  return entries
}

const fits = (one: LedgerTransaction, query: CheckedEntriesQuery): boolean =>
  (query.company === undefined || one.company_id === query.company) &&
  (query.from === undefined || one.date >= query.from) &&
  (query.to === undefined || one.date <= query.to) &&
  (query.record.type === undefined || one.record_type === query.record.type) &&
  (query.record.id === undefined || one.record_number === query.record.id) &&
  (query.record.internal_id === undefined || one.record_internal_id === query.record.internal_id) &&
  (query.account === undefined || one.lines.some((line) => line.account_number === query.account))

const recordOf = (scope: Scope, one: LedgerTransaction): Row =>
  findRecord(scope, one.record_type, 'number', one.record_number) ?? {}

function isAbout(
  scope: Scope,
  one: LedgerTransaction,
  record: Row,
  { asset, contract, party }: EntriesQuery,
): boolean {
  if (asset !== undefined && record.fixed_asset_number !== asset) return false
  if (contract !== undefined && record.contract_id !== contract) return false
  return party === undefined || isWith(scope, one, record, party)
}

function isWith({ world }: Scope, one: LedgerTransaction, record: Row, party: PartyQuery): boolean {
  const wanted = typeof party === 'number' ? { customer_id: party, vendor_id: party } : party
  const lines = world.registry.type(one.record_type).lineMembers.flatMap((member) => linesOf(record, member))
  return Object.entries(wanted).some(([member, id]) => [record, ...lines].some((row) => row[member] === id))
}

const entryOf = (one: LedgerTransaction, record: Row): LedgerEntry => ({
  transaction_id: one.id,
  date: one.date,
  company_id: one.company_id,
  currency: one.currency,
  record_currency: one.record_currency,
  record: { type: one.record_type, number: one.record_number, internal_id: one.record_internal_id },
  ...(typeof record.fixed_asset_number === 'number' && { asset: record.fixed_asset_number }),
  ...(typeof record.contract_id === 'number' && { contract: record.contract_id }),
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
