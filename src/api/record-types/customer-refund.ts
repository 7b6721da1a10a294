// Written by `npm run types` from the definitions in src/resources.
import type { CurrencyCode } from '../../engine/model/names'
import type { OneOrMore } from '../one-or-more'
import type {
  Attachment,
  AttachmentInput,
  AuditActor,
  ClassificationEntry,
  CustomFieldEntry,
  CustomFieldInput,
} from './shared'

/** Pays back the balance of a customer's credits and prepayments. */
export interface CustomerRefund {
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
  /** The customer. */
  customer_id: number
  /** The name of the customer. */
  customer_name: string
  /** The number of the check. */
  check_number: string
  /** The number of the account. */
  account_number: number
  /** A note for people. */
  memo: string
  /** The amount in the currency of the money account. Computed from 0.00. */
  bank_or_credit_card_amount: string
  /** The state of its paper check; null without one. */
  paper_check_status: 'printed' | 'not_printed' | 'archived' | null
  /** Files that were uploaded before. A write replaces the list. */
  attachments: Attachment[]
  /** Values of custom fields. */
  custom_fields: CustomFieldEntry[]
  /** Values of dimensions such as department. */
  classifications: ClassificationEntry[]
  /** The lines, in order of their positions. */
  items: CustomerRefundLine[]
}

/** The body that creates a `CustomerRefund`. */
export interface CustomerRefundInput {
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
  /** The customer. */
  customer_id: number
  /** The number of the check. @default '' */
  check_number?: string | undefined
  /** The number of the account. */
  account_number: number
  /** A note for people. @default '' */
  memo?: string | undefined
  /** The amount in the currency of the money account. Computed from 0.00. @default '0.00' */
  bank_or_credit_card_amount?: number | string | undefined
  /** Files that were uploaded before. A write replaces the list. */
  attachments?: readonly AttachmentInput[] | undefined
  /** Values of custom fields. */
  custom_fields?: readonly CustomFieldInput[] | null | undefined
  /** The lines, in order of their positions. */
  items?: readonly CustomerRefundLineInput[] | undefined
}

/** One of the `items` of a `CustomerRefund`. */
export interface CustomerRefundLine {
  /** The id of the line. An update that names it keeps the line. */
  id: number
  /** The place of the line among the others; ascending. */
  position: number
  /** The total in the currency of the record. */
  amount: string
  /** The customer credit that is spent. */
  customer_credit_number: number | null
  /** The customer prepayment that is spent. */
  customer_prepayment_number: number | null
  /** The amount in the currency of the money account. Computed from 0.00. */
  bank_or_credit_card_amount: string
}

/** One of the `items` of a `CustomerRefundInput`. */
export interface CustomerRefundLineInput {
  /** The id of the line. An update that names it keeps the line. */
  id?: number | null | undefined
  /** The place of the line among the others; ascending. */
  position?: number | undefined
  /** The total in the currency of the record. */
  amount: number | string
  /** The customer credit that is spent. */
  customer_credit_number?: number | null | undefined
  /** The customer prepayment that is spent. */
  customer_prepayment_number?: number | null | undefined
}

/** Parameters of lists of `CustomerRefund`, as on the wire. */
export interface CustomerRefundQuery {
  /** `company_id` is one of the values. */
  company_id?: OneOrMore<number> | undefined
  /** `number` is one of the values. */
  number?: OneOrMore<number> | undefined
  /** `date` is at least this. */
  start_date?: string | undefined
  /** `date` is at most this. */
  end_date?: string | undefined
  /** `record_status` is the value; text in any case. */
  record_status?: 'draft' | 'posted' | 'archived' | undefined
  /** `currency_iso_4217_code` is the value; text in any case. */
  transaction_currency?: CurrencyCode | undefined
  /** `customer_id` is one of the values. */
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
