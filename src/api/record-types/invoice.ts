// Written by `npm run types` from the definitions in src/resources.
import type { CurrencyCode } from '../../engine/model/names'
import type { OneOrMore } from '../one-or-more'
import type {
  Address,
  AddressInput,
  Attachment,
  AttachmentInput,
  AuditActor,
  ClassificationEntry,
  ClassificationEntryInput,
  CustomFieldEntry,
  CustomFieldInput,
  LineTaxInput,
  Payment,
  PaymentInput,
  Person,
  Rejection,
} from './shared'

/** A request for money from a customer. Payments and applications settle it. */
export interface Invoice {
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
  /** The customer. */
  customer_id: number | null
  /** The name of the customer. */
  customer_name: string | null
  /** The part of the amount that is still open. */
  amount_due: string
  /** The part of the amount that other records have settled. */
  paid_total: string
  /** A note for people. */
  memo: string | null
  /** The date on which it has to be paid. Defaults to `date` plus the days of the term. As YYYY-MM-DD. */
  due_date: string | null
  /** The billing address as free text. */
  bill_to_address: string | null
  /** The shipping address as free text. */
  ship_to_address: string | null
  /** The billing address. */
  billing_address: Address | null
  /** The shipping address. */
  shipping_address: Address | null
  /** The template that generated the record. */
  recurring_record_number: number | null
  /** A number of your own, such as an order number. The service does not check it. */
  reference_number: string
  /** The payment term. */
  term_id: number | null
  /** The name of the payment term; empty without one. */
  term_name: string
  /** The sales order that the lines are taken from, by its `internal_id`. */
  sales_order_id: number | null
  /** Whether a contract generated it. */
  contracted: boolean
  /** How the customer is asked to pay. */
  payment: Payment | null
  /** Files that were uploaded before. A write replaces the list. */
  attachments: Attachment[]
  /** Values of custom fields. */
  custom_fields: CustomFieldEntry[]
  /** Values of dimensions such as department. */
  classifications: ClassificationEntry[]
  /** The lines, in order of their positions. */
  items: InvoiceLine[] | null
}

/** The body that creates an `Invoice`. */
export interface InvoiceInput {
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
  /** The customer. */
  customer_id?: number | null | undefined
  /** A note for people. */
  memo?: string | null | undefined
  /** The date on which it has to be paid. Defaults to `date` plus the days of the term. As YYYY-MM-DD. */
  due_date?: string | null | undefined
  /** The billing address as free text. @default '' */
  bill_to_address?: string | null | undefined
  /** The shipping address as free text. @default '' */
  ship_to_address?: string | null | undefined
  /** The billing address. */
  billing_address?: AddressInput | null | undefined
  /** The shipping address. */
  shipping_address?: AddressInput | null | undefined
  /** A number of your own, such as an order number. The service does not check it. @default '' */
  reference_number?: string | undefined
  /** The payment term. */
  term_id?: number | null | undefined
  /** The sales order that the lines are taken from, by its `internal_id`. */
  sales_order_id?: number | null | undefined
  /** Whether a contract generated it. @default false */
  contracted?: boolean | undefined
  /** How the customer is asked to pay. */
  payment?: PaymentInput | null | undefined
  /** Files that were uploaded before. A write replaces the list. */
  attachments?: readonly AttachmentInput[] | undefined
  /** Values of custom fields. */
  custom_fields?: readonly CustomFieldInput[] | null | undefined
  /** The lines, in order of their positions. */
  items?: readonly InvoiceLineInput[] | null | undefined
}

/** One of the `items` of an `Invoice`. */
export interface InvoiceLine {
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
}

/** One of the `items` of an `InvoiceInput`. */
export interface InvoiceLineInput {
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
  /** The tax on the line; null for none. */
  tax?: LineTaxInput | null | undefined
}

/** Parameters of lists of `Invoice`, as on the wire. */
export interface InvoiceQuery {
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
  /** `currency_iso_4217_code` is one of the values. */
  transaction_currency?: OneOrMore<CurrencyCode> | undefined
  /** `customer_id` is one of the values. */
  customer_id?: OneOrMore<number> | undefined
  /** Accepted, and matches no record. */
  integration_sources?: string | undefined
  /** `due_date` is at least this. */
  due_date?: string | undefined
  /** `due_date` is at most this. */
  due_date_until?: string | undefined
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
