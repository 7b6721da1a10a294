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

/**
 * Money from a customer: settles invoices, spends credits, and may leave an unapplied amount on the
 * customer's account.
 */
export interface CustomerPayment {
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
  customer_id: number | null
  /** The name of the customer. */
  customer_name: string | null
  /** The number of the check. */
  check_number: string
  /** The number of the account. */
  account_number: number | null
  /** The currency of the money where it goes to Undeposited Funds. */
  undeposited_funds_currency: CurrencyCode | null
  /** The deposit that took the money to the bank, as a list of one or none. */
  customer_deposits: CustomerPaymentCustomerDeposit[]
  /** The amount in the currency of the money account. */
  bank_or_undeposited_account_amount: string
  /** The part of the payment that settles no document. */
  unassigned_amount: string
  /** A note for people. */
  memo: string
  /** Whether documents dated after the payment are refused. */
  line_date_validation: boolean
  /** Files that were uploaded before. A write replaces the list. */
  attachments: Attachment[]
  /** Values of custom fields. */
  custom_fields: CustomFieldEntry[]
  /** Values of dimensions such as department. */
  classifications: ClassificationEntry[]
  /** The lines, in order of their positions. */
  items: CustomerPaymentLine[]
}

/** The body that creates a `CustomerPayment`. */
export interface CustomerPaymentInput {
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
  customer_id?: number | null | undefined
  /** The number of the check. */
  check_number: string
  /** The number of the account. */
  account_number?: number | null | undefined
  /** The currency of the money where it goes to Undeposited Funds. */
  undeposited_funds_currency?: CurrencyCode | null | undefined
  /** The part of the payment that settles no document. @default '0.00' */
  unassigned_amount?: number | string | undefined
  /** A note for people. */
  memo: string
  /** Whether documents dated after the payment are refused. @default true */
  line_date_validation?: boolean | undefined
  /** Files that were uploaded before. A write replaces the list. */
  attachments?: readonly AttachmentInput[] | undefined
  /** Values of custom fields. */
  custom_fields?: readonly CustomFieldInput[] | null | undefined
  /** The lines, in order of their positions. */
  items?: readonly CustomerPaymentLineInput[] | undefined
}

/** One of the `customer_deposits` of a `CustomerPayment`. */
export interface CustomerPaymentCustomerDeposit {
  /** The number of the record, which item paths name. */
  number: number
  /** The date, as YYYY-MM-DD. */
  date: string
  /** The total in the currency of the record. */
  amount: string
  /** A note for people. */
  memo: string
  /** Only posted records are in the ledger. */
  record_status: 'draft' | 'posted' | 'archived'
}

/** One of the `items` of a `CustomerPayment`. */
export interface CustomerPaymentLine {
  /** The id of the line. An update that names it keeps the line. */
  id: number
  /** The place of the line among the others; ascending. */
  position: number
  /** The total in the currency of the record. */
  amount: string
  /** The invoice. */
  invoice_number: number | null
  /** The customer credit that is spent. */
  customer_credit_number: number | null
  /** The id of the account. A request may give it in the place of the number. */
  account_id: number | null
  /** The customer. */
  customer_id: number | null
  /** The vendor. */
  vendor_id: number | null
  /** A description for people. */
  description: string
  /** The amount in the currency of the money account. */
  bank_or_undeposited_account_amount: string
}

/** One of the `items` of a `CustomerPaymentInput`. */
export interface CustomerPaymentLineInput {
  /** The id of the line. An update that names it keeps the line. */
  id?: number | null | undefined
  /** The place of the line among the others; ascending. */
  position?: number | undefined
  /** The total in the currency of the record. */
  amount: number | string
  /** The invoice. */
  invoice_number?: number | null | undefined
  /** The customer credit that is spent. */
  customer_credit_number?: number | null | undefined
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
}

/** Parameters of lists of `CustomerPayment`, as on the wire. */
export interface CustomerPaymentQuery {
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
  /** `customer_id` is one of the values. */
  customer_id?: OneOrMore<number> | undefined
  /** `items.invoice_number` is one of the values. */
  invoice_number?: OneOrMore<number> | undefined
  /** `items.customer_credit_number` is one of the values. */
  customer_credit_number?: OneOrMore<number> | undefined
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
