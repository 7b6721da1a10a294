// Written by `npm run types` from the definitions in src/resources.
import type { CurrencyCode } from '../../engine/model/names'
import type { OneOrMore } from '../one-or-more'
import type {
  Attachment,
  AttachmentInput,
  AuditActor,
  ClassificationEntry,
  ClassificationEntryInput,
  Person,
  Rejection,
} from './shared'

/** A vendor's request for money. Payments and applications settle it. */
export interface Bill {
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
  approval_status: 'pending' | 'approved' | 'rejected' | null
  /** The people who can approve it now; null if nothing is pending. */
  next_approvers: Person[] | null
  /** Who rejected it, and why; null if nobody did. */
  rejected_by: Rejection | null
  /** The vendor. */
  vendor_id: number | null
  /** The name of the vendor. */
  vendor_name: string | null
  /** The part of the amount that is still open. */
  amount_due: string
  /** The part of the amount that other records have settled. */
  paid_total: string
  /** A note for people. */
  memo: string | null
  /** The date on which it has to be paid. Defaults to `date` plus the days of the term. As YYYY-MM-DD. */
  due_date: string | null
  /** The payment term. */
  term_id: number | null
  /** The name of the payment term; empty without one. */
  term_name: string
  /** A number of your own, such as an order number. The service does not check it. */
  reference_number: string
  /** The purchase order that the lines are taken from. */
  purchase_order_number: number | null
  /** The template that generated the record. */
  recurring_record_number: number | null
  /** Files that were uploaded before. A write replaces the list. */
  attachments: Attachment[]
  /** Values of dimensions such as department. */
  classifications: ClassificationEntry[]
  /** The lines, in order of their positions. */
  items: BillLine[] | null
  /** Lines for accounts instead of items. */
  expenses: BillExpenseLine[] | null
}

/** The body that creates a `Bill`. */
export interface BillInput {
  /** The date, as YYYY-MM-DD. */
  date: string
  /** The date in the ledger. Defaults to `date`. As YYYY-MM-DD. */
  transaction_date?: string | null | undefined
  /** Only posted records are in the ledger. @default 'posted' */
  record_status?: 'draft' | 'posted' | 'archived' | undefined
  /** The company whose books hold it. */
  company_id?: number | null | undefined
  /** The currency of the amounts. */
  currency_iso_4217_code?: CurrencyCode | null | undefined
  /** Units of the currency of the company for one unit of the currency of the record. */
  exchange_rate?: number | string | null | undefined
  /** The vendor. */
  vendor_id?: number | null | undefined
  /** A note for people. */
  memo?: string | null | undefined
  /** The date on which it has to be paid. Defaults to `date` plus the days of the term. As YYYY-MM-DD. */
  due_date?: string | null | undefined
  /** The payment term. */
  term_id?: number | null | undefined
  /** A number of your own, such as an order number. The service does not check it. @default '' */
  reference_number?: string | undefined
  /** The purchase order that the lines are taken from. */
  purchase_order_number?: number | null | undefined
  /** Files that were uploaded before. A write replaces the list. */
  attachments?: readonly AttachmentInput[] | undefined
  /** The lines, in order of their positions. */
  items?: readonly BillLineInput[] | null | undefined
  /** Lines for accounts instead of items. */
  expenses?: readonly BillExpenseLineInput[] | null | undefined
}

/** One of the `items` of a `Bill`. */
export interface BillLine {
  /** The id of the line. An update that names it keeps the line. */
  id: number
  /** The place of the line among the others; ascending. */
  position: number
  /** The item that is sold or bought. */
  item_id: number
  /** The number of units, with up to six decimal places. */
  quantity: string
  /** The price of one unit, with up to six decimal places. */
  rate: string
  /** A note for people. */
  memo: string
  /** Values of dimensions such as department. */
  classifications: ClassificationEntry[]
  /** The company whose books hold it. */
  company_id: number | null
  /** The total in the currency of the record. */
  amount: string
}

/** One of the `expenses` of a `Bill`. */
export interface BillExpenseLine {
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
  /** The company whose books hold it. */
  company_id: number | null
  /** The total in the currency of the record. */
  amount: string
}

/** One of the `items` of a `BillInput`. */
export interface BillLineInput {
  /** The id of the line. An update that names it keeps the line. */
  id?: number | null | undefined
  /** The place of the line among the others; ascending. */
  position?: number | undefined
  /** The item that is sold or bought. */
  item_id: number
  /** The number of units, with up to six decimal places. */
  quantity: number | string
  /** The price of one unit, with up to six decimal places. */
  rate: number | string
  /** A note for people. @default '' */
  memo?: string | undefined
  /** Values of dimensions such as department. */
  classifications?: readonly ClassificationEntryInput[] | null | undefined
  /** The company whose books hold it. */
  company_id?: number | null | undefined
}

/** One of the `expenses` of a `BillInput`. */
export interface BillExpenseLineInput {
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
  /** The company whose books hold it. */
  company_id?: number | null | undefined
}

/** Parameters of lists of `Bill`, as on the wire. */
export interface BillQuery {
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
  /** `due_date` is at least this. */
  due_date?: string | undefined
  /** `approval_status` is one of the values. */
  approval_status?: OneOrMore<string> | undefined
  /** Only records with this text, in any case, in one of the searched members. */
  search?: string | undefined
  /** The member to order by; `-` for descending order. @default 'id' */
  ordering?:
    | 'id' | '-id' | 'number' | '-number' | 'date' | '-date' | 'amount' | '-amount' | 'created_at'
    | '-created_at' | 'updated_at' | '-updated_at' | 'due_date' | '-due_date' | undefined
  /** The most records of the page. More than 100 means 100. @default 100 */
  limit?: number | undefined
  /** The number of records to leave out at the beginning. @default 0 */
  offset?: number | undefined
}
