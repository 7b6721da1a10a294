// Written by `npm run types` from the definitions in src/resources.
import type { CurrencyCode } from '../../engine/model/names'
import type { OneOrMore } from '../one-or-more'
import type {
  Attachment,
  AttachmentInput,
  AuditActor,
  ClassificationEntry,
  ClassificationEntryInput,
  CustomFieldEntry,
  CustomFieldInput,
} from './shared'

/** Moves money from Undeposited Funds to the bank. */
export interface CustomerDeposit {
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
  /** The id of the account. A request may give it in the place of the number. */
  account_id: number
  /** A note for people. */
  memo: string
  /** The number of the check. */
  check_number: string
  /** Files that were uploaded before. A write replaces the list. */
  attachments: Attachment[]
  /** Values of custom fields. */
  custom_fields: CustomFieldEntry[]
  /** Values of dimensions such as department. */
  classifications: ClassificationEntry[]
  /** The lines, in order of their positions. */
  items: CustomerDepositLine[]
}

/** The body that creates a `CustomerDeposit`. */
export interface CustomerDepositInput {
  /** The date, as YYYY-MM-DD. */
  date: string
  /** The date in the ledger. Defaults to `date`. As YYYY-MM-DD. */
  transaction_date?: string | null | undefined
  /** Only posted records are in the ledger. @default 'posted' */
  record_status?: 'draft' | 'posted' | 'archived' | undefined
  /** The company whose books hold it. */
  company_id: number
  /** The currency of the amounts. */
  currency_iso_4217_code: CurrencyCode
  /** Units of the currency of the company for one unit of the currency of the record. */
  exchange_rate: number | string
  /** The number of the account. */
  account_number?: number | undefined
  /** The id of the account. A request may give it in the place of the number. */
  account_id?: number | null | undefined
  /** A note for people. @default '' */
  memo?: string | undefined
  /** The number of the check. @default '' */
  check_number?: string | undefined
  /** Files that were uploaded before. A write replaces the list. */
  attachments?: readonly AttachmentInput[] | undefined
  /** Values of custom fields. */
  custom_fields?: readonly CustomFieldInput[] | null | undefined
  /** The lines, in order of their positions. */
  items: readonly CustomerDepositLineInput[]
}

/** One of the `items` of a `CustomerDeposit`. */
export interface CustomerDepositLine {
  /** The id of the line. An update that names it keeps the line. */
  id: number
  /** The cash sale. */
  cash_sale_number: number | null
  /** The customer payment. */
  customer_payment_number: number | null
  /** The customer prepayment that is spent. */
  customer_prepayment_number: number | null
  /** The vendor refund. */
  vendor_refund_number: number | null
  /** The id of the account. A request may give it in the place of the number. */
  account_id: number | null
  /** The customer. */
  customer_id: number | null
  /** The vendor. */
  vendor_id: number | null
  /** A description for people. */
  description: string
  /** Values of dimensions such as department. */
  classifications: ClassificationEntry[]
}

/** One of the `items` of a `CustomerDepositInput`. */
export interface CustomerDepositLineInput {
  /** The id of the line. An update that names it keeps the line. */
  id?: number | null | undefined
  /** The place of the line among the others; ascending. */
  position?: number | undefined
  /** The total in the currency of the record. */
  amount: number | string
  /** The cash sale. */
  cash_sale_number?: number | null | undefined
  /** The customer payment. */
  customer_payment_number?: number | null | undefined
  /** The customer prepayment that is spent. */
  customer_prepayment_number?: number | null | undefined
  /** The vendor refund. */
  vendor_refund_number?: number | null | undefined
  /** The number of the account. */
  account_number?: number | null | undefined
  /** The id of the account. A request may give it in the place of the number. */
  account_id?: number | null | undefined
  /** The customer. */
  customer_id?: number | null | undefined
  /** The vendor. */
  vendor_id?: number | null | undefined
  /** A description for people. @default '' */
  description?: string | undefined
  /** Values of dimensions such as department. */
  classifications?: readonly ClassificationEntryInput[] | null | undefined
}

/** Parameters of lists of `CustomerDeposit`, as on the wire. */
export interface CustomerDepositQuery {
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
  /** `currency_iso_4217_code` is the value; text in any case. */
  transaction_currency?: CurrencyCode | undefined
  /** `items.party_id` is one of the values. */
  customer_id?: OneOrMore<number> | undefined
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
