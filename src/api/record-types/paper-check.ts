// Written by `npm run types` from the definitions in src/resources.
import type { CurrencyCode } from '../../engine/model/names'
import type { OneOrMore } from '../one-or-more'

/**
 * Paper checks for outgoing money. Clients create a check for a transaction, print it by setting the status
 * to printed, and archive it. Its other members are read-only.
 */
export interface PaperCheck {
  /** The id. */
  id: number
  /** When it was created. ISO 8601 in UTC. */
  created_at: string
  /** The date in the ledger. Defaults to `date`. As YYYY-MM-DD. */
  transaction_date: string
  /** The type of the record that the check pays. */
  source_record_type: 'direct_expense' | 'vendor_payment' | 'vendor_prepayment' | 'customer_refund'
  /** The `internal_id` of the record that the check pays. */
  source_record_id: number
  /** The number of the record that the check pays. */
  source_record_number: number
  /** The number of the check. */
  check_number: string
  /** The company whose books hold it. */
  company_id: number
  /** The name of the company. */
  company_name: string
  /** A note for people. */
  memo: string
  /** The total in the currency of the record. */
  amount: string
  /** The currency. */
  currency: CurrencyCode
  /** The number of the account. */
  account_number: number
  /** The name of the account. */
  account_name: string
  /** Who gets the money. */
  payee_name: string | null
  /** The customer. */
  customer_id: number | null
  /** The name of the customer. */
  customer_name: string | null
  /** The vendor. */
  vendor_id: number | null
  /** The name of the vendor. */
  vendor_name: string | null
  /** Only posted records are in the ledger. */
  record_status: 'not_printed' | 'printed' | 'archived'
}

/** The body that creates a `PaperCheck`. */
export interface PaperCheckInput {
  /** The id of the ledger transaction; null while there is none. */
  transaction_id: number
  /** Only posted records are in the ledger. @default 'not_printed' */
  record_status?: 'not_printed' | 'printed' | 'archived' | undefined
}

/** Parameters of lists of `PaperCheck`, as on the wire. */
export interface PaperCheckQuery {
  /** `company_id` is one of the values. */
  company_id?: OneOrMore<number> | undefined
  /** `id` is one of the values. */
  id?: OneOrMore<number> | undefined
  /** `record_status` is one of the values. */
  record_status?: OneOrMore<'not_printed' | 'printed' | 'archived'> | undefined
  /** `source_record_type` is one of the values. */
  transaction_type?:
    | OneOrMore<'direct_expense' | 'vendor_payment' | 'vendor_prepayment' | 'customer_refund'> | undefined
  /** `vendor_id` is one of the values. */
  vendor_id?: OneOrMore<number> | undefined
  /** `customer_id` is one of the values. */
  customer_id?: OneOrMore<number> | undefined
  /** `account_id` is one of the values. */
  account_id?: OneOrMore<number> | undefined
  /** `created_date` is at least this. */
  start_date?: string | undefined
  /** `created_date` is at most this. */
  end_date?: string | undefined
  /** Only records with this text, in any case, in one of the searched members. */
  search?: string | undefined
  /** The member to order by; `-` for descending order. @default 'id' */
  ordering?: 'id' | '-id' | 'amount' | '-amount' | 'created_at' | '-created_at' | undefined
  /** The most records of the page. More than 100 means 100. @default 100 */
  limit?: number | undefined
  /** The number of records to leave out at the beginning. @default 0 */
  offset?: number | undefined
}
