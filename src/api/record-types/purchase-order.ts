// Written by `npm run types` from the definitions in src/resources.
import type { CurrencyCode } from '../../engine/model/names'
import type { OneOrMore } from '../one-or-more'
import type {
  Attachment,
  AttachmentInput,
  AuditActor,
  ClassificationEntry,
  ClassificationEntryInput,
  LineTax,
  LineTaxInput,
  Person,
  Rejection,
} from './shared'

/** Goods and services ordered from a vendor. Bills reduce the open quantities. */
export interface PurchaseOrder {
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
  vendor_id: number
  /** The name of the vendor. */
  vendor_name: string
  /** A note for people. */
  memo: string
  /** The payment term. */
  term_id: number | null
  /** The name of the payment term; empty without one. */
  term_name: string
  /** A number of your own, such as an order number. The service does not check it. */
  reference_number: string
  /** The quantity that bills have taken. */
  billed_total: string
  /** The quantity that is still open. */
  due_total: string
  /** Whether bills have taken nothing, some or all of it. */
  billed_status: 'unbilled' | 'partially_billed' | 'billed'
  /** Files that were uploaded before. A write replaces the list. */
  attachments: Attachment[]
  /** Values of dimensions such as department. */
  classifications: ClassificationEntry[]
  /** The lines, in order of their positions. */
  items: PurchaseOrderLine[]
}

/** The body that creates a `PurchaseOrder`. */
export interface PurchaseOrderInput {
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
  /** The vendor. */
  vendor_id: number
  /** A note for people. */
  memo: string
  /** The payment term. */
  term_id?: number | null | undefined
  /** A number of your own, such as an order number. The service does not check it. @default '' */
  reference_number?: string | undefined
  /** Files that were uploaded before. A write replaces the list. */
  attachments?: readonly AttachmentInput[] | undefined
  /** The lines, in order of their positions. */
  items: readonly PurchaseOrderLineInput[]
}

/** One of the `items` of a `PurchaseOrder`. */
export interface PurchaseOrderLine {
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
  /** The quantity of the line that bills have taken. */
  quantity_billed: string
  /** The quantity of the line that is still open. */
  quantity_due: string
}

/** One of the `items` of a `PurchaseOrderInput`. */
export interface PurchaseOrderLineInput {
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
  /** A note for people. */
  memo: string
  /** Values of dimensions such as department. */
  classifications: readonly ClassificationEntryInput[] | null
  /** The tax on the line; null for none. */
  tax?: LineTaxInput | null | undefined
}

/** Parameters of lists of `PurchaseOrder`, as on the wire. */
export interface PurchaseOrderQuery {
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
  /** `billed_status` is one of the values. */
  billed_status?: OneOrMore<'unbilled' | 'partially_billed' | 'billed'> | undefined
  /** Whether `billed_status` is billed. */
  billed?: boolean | undefined
  /** Whether `billed_status` is unbilled. */
  unbilled?: boolean | undefined
  /** Whether `billed_status` is partially_billed. */
  partially_billed?: boolean | undefined
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
