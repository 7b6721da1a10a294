// Written by `npm run types` from the definitions in src/resources.
import type { CurrencyCode } from '../../engine/model/names'
import type { OneOrMore } from '../one-or-more'
import type { AuditActor, ClassificationEntry, Person, Rejection } from './shared'

/** Moves money between two accounts of a company. */
export interface BankTransfer {
  /** The id of the record among all transactional records. */
  internal_id: number
  /** The number of the record, which item paths name. */
  number: number
  /** The ids of its ledger transactions; empty while it is a draft. */
  transaction_ids: number[]
  /** Who created it, and when. */
  created_by: AuditActor | null
  /** Who wrote it last, and when. */
  updated_by: AuditActor | null
  /** The date, as YYYY-MM-DD. */
  date: string
  /** The date in the ledger. Defaults to `date`. As YYYY-MM-DD. */
  transaction_date: string
  /** Only posted records are in the ledger. */
  record_status: 'draft' | 'posted' | 'archived'
  /** The total in the currency of the record. */
  amount: string
  /** The company whose books hold it. */
  company_id: number
  /** The name of the company. */
  company_name: string
  /** The currency of the books of the company. */
  company_currency: CurrencyCode
  /** The currency of the amounts. */
  currency_iso_4217_code: CurrencyCode
  /** Units of the currency of the company for one unit of the currency of the record. */
  exchange_rate: string
  /** The state of its approval; null if no policy applies. */
  approval_status?: 'pending' | 'approved' | 'rejected' | null | undefined
  /** The people who can approve it now; null if nothing is pending. */
  next_approvers?: Person[] | null | undefined
  /** Who rejected it, and why; null if nobody did. */
  rejected_by?: Rejection | null | undefined
  /** The account that the money goes to. */
  debit_bank_account_number: number
  /** The account that the money comes from. */
  credit_bank_account_number: number
  /** A note for people. */
  memo: string
  /** Values of dimensions such as department. */
  classifications: ClassificationEntry[]
}

/** The body that creates a `BankTransfer`. */
export interface BankTransferInput {
  /** The date, as YYYY-MM-DD. */
  date: string
  /** The date in the ledger. Defaults to `date`. As YYYY-MM-DD. */
  transaction_date?: string | null | undefined
  /** Only posted records are in the ledger. @default 'posted' */
  record_status?: 'draft' | 'posted' | 'archived' | undefined
  /** The total in the currency of the record. */
  amount: number | string
  /** The company whose books hold it. */
  company_id: number
  /** Units of the currency of the company for one unit of the currency of the record. @default '1' */
  exchange_rate?: number | string | undefined
  /** The account that the money goes to. */
  debit_bank_account_number: number
  /** The account that the money comes from. */
  credit_bank_account_number: number
  /** A note for people. @default '' */
  memo?: string | undefined
}

/** Parameters of lists of `BankTransfer`, as on the wire. */
export interface BankTransferQuery {
  /** `company_id` is one of the values. */
  company_id?: OneOrMore<number> | undefined
  /** `number` is one of the values. */
  number?: OneOrMore<number> | undefined
  /** `date` is at least this. */
  start_date?: string | undefined
  /** `date` is at most this. */
  end_date?: string | undefined
  /** `record_status` is one of the values. */
  record_status?: OneOrMore<'draft' | 'posted' | 'archived'> | undefined
  /** `debit_bank_account_number` is one of the values. */
  debit_bank_account_number?: OneOrMore<number> | undefined
  /** `credit_bank_account_number` is one of the values. */
  credit_bank_account_number?: OneOrMore<number> | undefined
  /** `approval_status` is one of the values. */
  approval_status?: OneOrMore<string> | undefined
  /** Only records with this text, in any case, in one of the searched members. */
  search?: string | undefined
  /** The member to order by; `-` for descending order. @default 'id' */
  ordering?:
    | 'id' | '-id' | 'number' | '-number' | 'date' | '-date' | 'amount' | '-amount' | 'created_at'
    | '-created_at' | 'updated_at' | '-updated_at' | undefined
  /** The most records of the page. More than 100 means 100. @default 100 */
  limit?: number | undefined
  /** The number of records to leave out at the beginning. @default 0 */
  offset?: number | undefined
}
