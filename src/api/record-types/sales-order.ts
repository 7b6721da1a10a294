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
  LineTax,
  LineTaxInput,
  Person,
  Rejection,
} from './shared'

/** Goods and services that a customer ordered. Invoices reduce the open quantities. */
export interface SalesOrder {
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
  /** When it was created. ISO 8601 in UTC. */
  created_at: string
  /** When it was written last. ISO 8601 in UTC. */
  updated_at: string
  /** The customer. */
  customer_id: number
  /** The name of the customer. */
  customer_name: string
  /** A note for people. */
  memo: string
  /** The billing address as free text. */
  bill_to_address: string | null
  /** The shipping address as free text. */
  ship_to_address: string | null
  /** The billing address. */
  billing_address: Address | null
  /** The shipping address. */
  shipping_address: Address | null
  /** The payment term. */
  term_id: number | null
  /** The name of the payment term; empty without one. */
  term_name: string
  /** A number of your own, such as an order number. The service does not check it. */
  reference_number: string
  /** The template that generated the record. */
  recurring_record_number: number | null
  /** The quantity that invoices have taken. */
  invoiced_total: string
  /** The quantity that is still open. */
  due_total: string
  /** Whether invoices have taken nothing, some or all of it. */
  invoiced_status: 'uninvoiced' | 'partially_invoiced' | 'invoiced'
  /** Files that were uploaded before. A write replaces the list. */
  attachments: Attachment[]
  /** Values of custom fields. */
  custom_fields: CustomFieldEntry[]
  /** Values of dimensions such as department. */
  classifications: ClassificationEntry[]
  /** The lines, in order of their positions. */
  items: SalesOrderLine[]
}

/** The body that creates a `SalesOrder`. */
export interface SalesOrderInput {
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
  /** A note for people. */
  memo: string
  /** The billing address as free text. @default '' */
  bill_to_address?: string | null | undefined
  /** The shipping address as free text. @default '' */
  ship_to_address?: string | null | undefined
  /** The billing address. */
  billing_address?: AddressInput | null | undefined
  /** The shipping address. */
  shipping_address?: AddressInput | null | undefined
  /** The payment term. */
  term_id?: number | null | undefined
  /** A number of your own, such as an order number. The service does not check it. @default '' */
  reference_number?: string | undefined
  /** Files that were uploaded before. A write replaces the list. */
  attachments?: readonly AttachmentInput[] | undefined
  /** Values of custom fields. */
  custom_fields?: readonly CustomFieldInput[] | null | undefined
  /** The lines, in order of their positions. */
  items: readonly SalesOrderLineInput[]
}

/** One of the `items` of a `SalesOrder`. */
export interface SalesOrderLine {
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
  /** The quantity of the line that invoices have taken. */
  quantity_invoiced: string
  /** The quantity of the line that is still open. */
  quantity_due: string
  /** The type of the item. */
  item_type: 'good' | 'service' | 'discount'
}

/** One of the `items` of a `SalesOrderInput`. */
export interface SalesOrderLineInput {
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
  classifications?: readonly ClassificationEntryInput[] | null | undefined
  /** The tax on the line; null for none. */
  tax?: LineTaxInput | null | undefined
}

/** Parameters of lists of `SalesOrder`, as on the wire. */
export interface SalesOrderQuery {
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
  /** `invoiced_status` is one of the values. */
  invoiced_status?: OneOrMore<'uninvoiced' | 'partially_invoiced' | 'invoiced'> | undefined
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
