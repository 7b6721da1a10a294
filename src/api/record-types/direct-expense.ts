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
  LineTax,
  LineTaxInput,
} from './shared'

/** An expense paid at once, from a bank account or by card. */
export interface DirectExpense {
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
  /** The vendor. */
  vendor_id: number
  /** The name of the vendor. */
  vendor_name: string
  /** The number of the account. */
  account_number: number
  /** The amount in the currency of the money account. Computed from 0.00. */
  bank_or_credit_card_amount: string
  /** A note for people. */
  memo: string
  /** The number of the check. */
  check_number: string
  /** The state of its paper check; null without one. */
  paper_check_status: 'printed' | 'not_printed' | 'archived' | null
  /** Files that were uploaded before. A write replaces the list. */
  attachments: Attachment[]
  /** Values of custom fields. */
  custom_fields: CustomFieldEntry[]
  /** Values of dimensions such as department. */
  classifications: ClassificationEntry[]
  /** The lines, in order of their positions. */
  items: DirectExpenseLine[]
}

/** The body that creates a `DirectExpense`. */
export interface DirectExpenseInput {
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
  /** Units of the currency of the company for one unit of the currency of the record. @default '1' */
  exchange_rate?: number | string | undefined
  /** The vendor. */
  vendor_id: number
  /** The number of the account. */
  account_number: number
  /** The amount in the currency of the money account. Computed from 0.00. */
  bank_or_credit_card_amount: number | string
  /** A note for people. @default '' */
  memo?: string | undefined
  /** The number of the check. @default '' */
  check_number?: string | undefined
  /** Files that were uploaded before. A write replaces the list. */
  attachments?: readonly AttachmentInput[] | undefined
  /** Values of custom fields. */
  custom_fields?: readonly CustomFieldInput[] | null | undefined
  /** The lines, in order of their positions. */
  items?: readonly DirectExpenseLineInput[] | undefined
}

/** One of the `items` of a `DirectExpense`. */
export interface DirectExpenseLine {
  /** The id of the line. An update that names it keeps the line. */
  id: number
  /** The place of the line among the others; ascending. */
  position: number
  /** The number of the account. */
  account_number: number
  /** The number of units, with up to six decimal places. */
  quantity: string
  /** The price of one unit, with up to six decimal places. */
  rate: string
  /** What the expense was for. */
  expense_description: string
  /** The customer. */
  customer_id: number | null
  /** The name of the customer. */
  customer_name: string | null
  /** The vendor. */
  vendor_id: number | null
  /** The name of the vendor. */
  vendor_name: string | null
  /** Values of dimensions such as department. */
  classifications: ClassificationEntry[]
  /** The tax on the line; null for none. */
  tax: LineTax | null
  /** Quantity times rate, less any discount. */
  net_amount: string
  /** The tax in the amount. */
  tax_amount: string
  /** The net amount with its tax. */
  gross_amount: string
  /** The total in the currency of the record. */
  amount: string
  /** The amount in the currency of the money account. Computed from 0.00. */
  bank_or_credit_card_amount: string
}

/** One of the `items` of a `DirectExpenseInput`. */
export interface DirectExpenseLineInput {
  /** The id of the line. An update that names it keeps the line. */
  id?: number | null | undefined
  /** The place of the line among the others; ascending. */
  position?: number | undefined
  /** The number of the account. */
  account_number: number
  /** The number of units, with up to six decimal places. */
  quantity: number | string
  /** The price of one unit, with up to six decimal places. */
  rate: number | string
  /** What the expense was for. @default '' */
  expense_description?: string | undefined
  /** The customer. */
  customer_id?: number | null | undefined
  /** The vendor. */
  vendor_id?: number | null | undefined
  /** Values of dimensions such as department. */
  classifications?: readonly ClassificationEntryInput[] | null | undefined
  /** The tax on the line; null for none. */
  tax?: LineTaxInput | null | undefined
}

/** Parameters of lists of `DirectExpense`, as on the wire. */
export interface DirectExpenseQuery {
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
  /** `vendor_id` is one of the values. */
  vendor_id?: OneOrMore<number> | undefined
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
