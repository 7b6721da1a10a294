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
  Person,
  Rejection,
} from './shared'

/** Manual debits and credits. An entry that reverses itself has a mirror entry on a later date. */
export interface JournalEntry {
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
  /** A note for people. */
  memo: string | null
  /** The date of a mirror entry that cancels this one. As YYYY-MM-DD. */
  reversal_date: string | null
  /** The template that generated the record. */
  recurring_record_number: number | null
  /** Files that were uploaded before. A write replaces the list. */
  attachments: Attachment[]
  /** Values of custom fields. */
  custom_fields: CustomFieldEntry[]
  /** Values of dimensions such as department. */
  classifications: ClassificationEntry[]
  /** The lines, in order of their positions. */
  items: JournalEntryLine[] | null
  /** The lines of the mirror entry; empty without a reversal date. */
  reversal_items: JournalEntryReversalLine[]
}

/** The body that creates a `JournalEntry`. */
export interface JournalEntryInput {
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
  /** A note for people. */
  memo?: string | null | undefined
  /** The date of a mirror entry that cancels this one. As YYYY-MM-DD. */
  reversal_date?: string | null | undefined
  /** Files that were uploaded before. A write replaces the list. */
  attachments?: readonly AttachmentInput[] | undefined
  /** Values of custom fields. */
  custom_fields?: readonly CustomFieldInput[] | null | undefined
  /** The lines, in order of their positions. */
  items?: readonly JournalEntryLineInput[] | null | undefined
}

/** One of the `items` of a `JournalEntry`. */
export interface JournalEntryLine {
  /** The id of the line. An update that names it keeps the line. */
  id: number
  /** The place of the line among the others; ascending. */
  position: number
  /** The number of the account. */
  account_number: number
  /** The debit in the currency of the record; 0.00 for a credit line. */
  debit: string
  /** The credit in the currency of the record; 0.00 for a debit line. */
  credit: string
  /** A note for people. */
  memo: string
  /** Values of dimensions such as department. */
  classifications: ClassificationEntry[]
  /** The customer. */
  customer_id: number | null
  /** The name of the customer. */
  customer_name: string | null
  /** The vendor. */
  vendor_id: number | null
  /** The name of the vendor. */
  vendor_name: string | null
  /** The currency. */
  currency: CurrencyCode | null
}

/** One of the `reversal_items` of a `JournalEntry`. */
export interface JournalEntryReversalLine {
  /** The id of the line. An update that names it keeps the line. */
  id: number
  /** The place of the line among the others; ascending. */
  position: number
  /** The number of the account. */
  account_number: number
  /** The debit in the currency of the record; 0.00 for a credit line. */
  debit: string
  /** The credit in the currency of the record; 0.00 for a debit line. */
  credit: string
  /** A note for people. */
  memo: string
  /** Values of dimensions such as department. */
  classifications: ClassificationEntry[]
  /** The customer. */
  customer_id: number | null
  /** The name of the customer. */
  customer_name: string | null
  /** The vendor. */
  vendor_id: number | null
  /** The name of the vendor. */
  vendor_name: string | null
  /** The currency. */
  currency: CurrencyCode | null
  /** The id of the account. A request may give it in the place of the number. */
  account_id: number
  /** Whether the line belongs to the entry or to its mirror. */
  line_type: 'NORMAL' | 'REVERSAL'
  /** The line that this one mirrors. */
  original_line_id: number | null
}

/** One of the `items` of a `JournalEntryInput`. */
export interface JournalEntryLineInput {
  /** The id of the line. An update that names it keeps the line. */
  id?: number | null | undefined
  /** The place of the line among the others; ascending. */
  position?: number | undefined
  /** The number of the account. */
  account_number: number
  /** The debit in the currency of the record; 0.00 for a credit line. */
  debit: number | string
  /** The credit in the currency of the record; 0.00 for a debit line. */
  credit: number | string
  /** A note for people. */
  memo: string
  /** Values of dimensions such as department. */
  classifications?: readonly ClassificationEntryInput[] | null | undefined
  /** The customer. */
  customer_id?: number | null | undefined
  /** The vendor. */
  vendor_id?: number | null | undefined
  /** The currency. */
  currency?: CurrencyCode | null | undefined
}

/** Parameters of lists of `JournalEntry`, as on the wire. */
export interface JournalEntryQuery {
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
  /** `items.account_id` is one of the values. */
  account_id?: OneOrMore<number> | undefined
  /** `items.customer_id` is one of the values. */
  customer_id?: OneOrMore<number> | undefined
  /** `items.vendor_id` is one of the values. */
  vendor_id?: OneOrMore<number> | undefined
  /** `amount` is at least this. */
  amount_gte?: number | string | undefined
  /** `amount` is at most this. */
  amount_lte?: number | string | undefined
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
