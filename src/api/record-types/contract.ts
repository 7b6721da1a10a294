// Written by `npm run types` from the definitions in src/resources.
import type { CurrencyCode } from '../../engine/model/names'
import type { OneOrMore } from '../one-or-more'
import type { InvoiceInput } from './invoice'
import type {
  Address,
  AddressInput,
  Attachment,
  AttachmentInput,
  ClassificationEntry,
  ClassificationEntryInput,
  CustomFieldEntry,
  CustomFieldInput,
  Payment,
  PaymentInput,
  Person,
  Rejection,
} from './shared'

/**
 * Goods and services sold to a customer over a term. Once a contract is active, the clock recognises its
 * revenue and bills it.
 */
export interface Contract {
  /** Values of custom fields. */
  custom_fields: CustomFieldEntry[]
  /** Copies in other systems. Always empty, because no integration exists. */
  integration_remote_records: unknown[]
  /** The id of the contract, which item paths name. */
  id: number
  /** The number of the record, which item paths name. */
  number: number
  /** The company whose books hold it. */
  company_id: number
  /** The name of the company. */
  company_name: string
  /** The currency of the books of the company. */
  company_currency: CurrencyCode
  /** The customer who signed it. */
  customer_id: number
  /** The name of the customer. */
  customer_name: string
  /** The name. */
  name: string
  /** The currency of the amounts. */
  currency_iso_4217_code: CurrencyCode
  /** A note for people. */
  memo: string
  /** The date, as YYYY-MM-DD. */
  date: string
  /** The payment term. */
  term_id: number | null
  /** The first day of the term. As YYYY-MM-DD. */
  start_date: string
  /** The last day of the term; null for an open end. As YYYY-MM-DD. */
  end_date: string | null
  /** The billing address as free text. */
  bill_to_address: string | null
  /** The shipping address as free text. */
  ship_to_address: string | null
  /** The billing address. */
  billing_address: Address | null
  /** The shipping address. */
  shipping_address: Address | null
  /** How the customer is asked to pay. */
  payment: Payment | null
  /** The first day that is billed. Defaults to the start of the term. As YYYY-MM-DD. */
  billing_start_date: string
  /** The unit of a billing period. */
  billing_frequency: 'daily' | 'weekly' | 'monthly' | 'annually'
  /** The number of units in a billing period. */
  billing_interval: number
  /** The weekday that weekly billing falls on; 0 is Monday. */
  billing_anchor_weekday: 0 | 1 | 2 | 3 | 4 | 5 | 6 | null
  /** The first day that is recognised. Defaults to the start of the term. As YYYY-MM-DD. */
  recognition_start_date: string
  /** The unit of a recognition period. */
  recognition_frequency: 'daily' | 'weekly' | 'monthly' | 'annually'
  /** The number of units in a recognition period. */
  recognition_interval: number
  /** The weekday that weekly recognition falls on; 0 is Monday. */
  recognition_anchor_weekday: 0 | 1 | 2 | 3 | 4 | 5 | 6 | null
  /** Active contracts are recognised and billed by the clock. */
  status: 'draft' | 'active' | 'completed' | 'terminated' | 'archived'
  /** Only posted records are in the ledger. */
  record_status: 'draft' | 'posted' | 'archived'
  /** Whether the contract can still be changed. */
  is_locked: boolean
  /** The state of its approval; null if no policy applies. */
  approval_status?: 'pending' | 'approved' | 'rejected' | null | undefined
  /** The people who can approve it now; null if nothing is pending. */
  next_approvers?: Person[] | null | undefined
  /** Who rejected it, and why; null if nobody did. */
  rejected_by?: Rejection | null | undefined
  /** The recognitions. Given ones replace the generated schedule. */
  revenue_recognitions: ContractRevenueRecognition[]
  /** The invoices that the contract has generated. */
  invoices: ContractInvoice[]
  /** What is owed to the customer, with price, billing and recognition. */
  obligations: ContractObligation[]
  /** The usage that was reported for the obligations. */
  obligation_usage: ContractObligationUsage[]
  /** Files that belong to the contract. */
  contract_attachments: Attachment[]
  /** Files that changed the contract later. */
  change_orders_attachments: Attachment[]
}

/** The body that creates a `Contract`. */
export interface ContractInput {
  /** Values of custom fields. */
  custom_fields?: readonly CustomFieldInput[] | null | undefined
  /** The company whose books hold it. */
  company_id: number
  /** The customer who signed it. */
  customer_id: number
  /** The name. @default '' */
  name?: string | undefined
  /** The currency of the amounts. @default 'USD' */
  currency_iso_4217_code?: CurrencyCode | undefined
  /** A note for people. @default '' */
  memo?: string | undefined
  /** The date, as YYYY-MM-DD. */
  date?: string | null | undefined
  /** The payment term. */
  term_id?: number | null | undefined
  /** The first day of the term. As YYYY-MM-DD. */
  start_date: string
  /** The last day of the term; null for an open end. As YYYY-MM-DD. */
  end_date?: string | null | undefined
  /** The billing address as free text. @default '' */
  bill_to_address?: string | null | undefined
  /** The shipping address as free text. @default '' */
  ship_to_address?: string | null | undefined
  /** The billing address. */
  billing_address?: AddressInput | null | undefined
  /** The shipping address. */
  shipping_address?: AddressInput | null | undefined
  /** How the customer is asked to pay. */
  payment?: PaymentInput | null | undefined
  /** The first day that is billed. Defaults to the start of the term. As YYYY-MM-DD. */
  billing_start_date?: string | null | undefined
  /** The unit of a billing period. @default 'monthly' */
  billing_frequency?: 'daily' | 'weekly' | 'monthly' | 'annually' | undefined
  /** The number of units in a billing period. @default 1 */
  billing_interval?: number | undefined
  /** The weekday that weekly billing falls on; 0 is Monday. */
  billing_anchor_weekday?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | null | undefined
  /** The first day that is recognised. Defaults to the start of the term. As YYYY-MM-DD. */
  recognition_start_date?: string | null | undefined
  /** The unit of a recognition period. @default 'monthly' */
  recognition_frequency?: 'daily' | 'weekly' | 'monthly' | 'annually' | undefined
  /** The number of units in a recognition period. @default 1 */
  recognition_interval?: number | undefined
  /** The weekday that weekly recognition falls on; 0 is Monday. */
  recognition_anchor_weekday?: 0 | 1 | 2 | 3 | 4 | 5 | 6 | null | undefined
  /** Active contracts are recognised and billed by the clock. @default 'draft' */
  status?: 'draft' | 'active' | undefined
  /** The recognitions. Given ones replace the generated schedule. */
  revenue_recognitions?: readonly ContractRevenueRecognitionInput[] | undefined
  /** What is owed to the customer, with price, billing and recognition. */
  obligations?: readonly ContractObligationInput[] | undefined
  /** Files that belong to the contract. */
  contract_attachments?: readonly AttachmentInput[] | undefined
  /** Files that changed the contract later. */
  change_orders_attachments?: readonly AttachmentInput[] | undefined
  /** Create bodies of invoices that replace the generated billing. Never shown. */
  prepared_invoices?: readonly InvoiceInput[] | undefined
}

/** One of the `revenue_recognitions` of a `Contract`. */
export interface ContractRevenueRecognition {
  /** The id. */
  id: number
  /** The number of the record, which item paths name. */
  number: number
  /** The contract. */
  contract_id: number
  /** The obligation. */
  performance_obligation_id: number | null
  /** The date, as YYYY-MM-DD. */
  date: string
  /** The date in the ledger. Defaults to `date`. As YYYY-MM-DD. */
  transaction_date: string
  /** The total in the currency of the record. */
  amount: string
  /** The id of the ledger transaction; null while there is none. */
  transaction_id: number | null
  /** A draft until its date has come. */
  record_status: 'draft' | 'posted' | 'archived'
  /** The account that sales post to. */
  income_account_id: number
  /** The account that holds the revenue until it is recognised. */
  deferrered_revenue_account_id: number
}

/** One of the `invoices` of a `Contract`. */
export interface ContractInvoice {
  /** The id. */
  id: number
  /** The number of the record, which item paths name. */
  number: number
  /** The date, as YYYY-MM-DD. */
  date: string
  /** The date on which it has to be paid. Defaults to `date` plus the days of the term. As YYYY-MM-DD. */
  due_date: string | null
  /** The total in the currency of the record. */
  amount: string
  /** The tax in the amount. */
  tax_amount: string
  /** The part of the amount that other records have settled. */
  paid_total: string
  /** Only posted records are in the ledger. */
  record_status: 'draft' | 'posted' | 'archived'
  /** The payment term. */
  term_id: number | null
  /** What generated it. */
  source: string
}

/** One of the `obligations` of a `Contract`. */
export interface ContractObligation {
  /** The id. */
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
  /** The payment term. */
  term_id: number | null
  /** The price by itself, which divides the net of the contract. */
  standalone_selling_price: string | null
  /** How the revenue is spread over the term. */
  recognition_strategy:
    | 'straight_line' | 'straight_line_start_end_even' | 'daily_prorata' | 'milestone' | 'usage_tiered'
    | 'usage' | 'immediate' | 'deposit_release'
  /** Milestones or tiers that the strategy needs. */
  obligation_conditions: unknown
  /** The first day that is billed. Defaults to the start of the term. As YYYY-MM-DD. */
  billing_start_date: string
  /** The last day that is billed. As YYYY-MM-DD. */
  billing_end_date: string | null
  /** The unit of a billing period. */
  billing_frequency: 'daily' | 'weekly' | 'monthly' | 'annually'
  /** The number of units in a billing period. */
  billing_interval: number
  /** Whether billing follows the periods of recognition. */
  sync_billing_with_recognition: boolean
  /** Whether the obligation is left out of generated invoices. */
  skip_invoice_generation: boolean
  /** The first day that is recognised. Defaults to the start of the term. As YYYY-MM-DD. */
  recognition_start_date: string
  /** The last day that is recognised. As YYYY-MM-DD. */
  recognition_end_date: string | null
  /** The unit of a recognition period. */
  recognition_frequency: 'daily' | 'weekly' | 'monthly' | 'annually'
  /** The number of units in a recognition period. */
  recognition_interval: number
  /** Whether the discount is a percentage or an amount. */
  discount_type: 'PERCENTAGE' | 'FIXED' | null
  /** The discount: 10 is 10 per cent, or an amount. */
  discount_value: string | null
  /** The total in the currency of the record. */
  amount: string
  /** The discount in the currency of the contract. */
  discount_amount: string
  /** Quantity times rate, less any discount. */
  net_amount: string
}

/** One of the `obligation_usage` of a `Contract`. */
export interface ContractObligationUsage {
  /** The id. */
  id: number
  /** The contract. */
  contract_id: number
  /** The obligation that was used. */
  obligation_id: number
  /** The day of the usage. As YYYY-MM-DD. */
  usage_date: string
  /** The number of units, with up to six decimal places. */
  quantity: string
  /** The price of one unit, with up to six decimal places. */
  rate: string | null
  /** The total in the currency of the record. */
  amount: string
  /** The price of one unit after tiers and discounts. */
  effective_rate: string
  /** The recognition that covers it. */
  revenue_recognition_id: number | null
  /** The state. */
  status: 'draft' | 'invoiced' | 'archived'
  /** The status of the invoice that bills it. */
  invoice_status: 'draft' | 'posted' | 'archived' | null
  /** A note for people. */
  memo: string
  /** When it was created. ISO 8601 in UTC. */
  created_at: string
  /** When it was written last. ISO 8601 in UTC. */
  updated_at: string
  /** Values of dimensions such as department. */
  classifications: ClassificationEntry[]
}

/** One of the `revenue_recognitions` of a `ContractInput`. */
export interface ContractRevenueRecognitionInput {
  /** The date, as YYYY-MM-DD. */
  date: string
  /** The date in the ledger. Defaults to `date`. As YYYY-MM-DD. */
  transaction_date?: string | null | undefined
  /** The total in the currency of the record. */
  amount: number | string
  /** A draft until its date has come. @default 'posted' */
  record_status?: 'draft' | 'posted' | 'archived' | undefined
  /** The position of the obligation. */
  performance_obligation_id?: number | null | undefined
  /** The account that sales post to. */
  income_account_id?: number | null | undefined
  /** The account that holds revenue until it is recognised. */
  deferral_account_id?: number | null | undefined
}

/** One of the `obligations` of a `ContractInput`. */
export interface ContractObligationInput {
  /** The id. */
  id?: number | null | undefined
  /** The place of the line among the others; ascending. */
  position?: number | undefined
  /** The item that is sold or bought. */
  item_id: number
  /** The number of units, with up to six decimal places. */
  quantity?: number | string | null | undefined
  /** The price of one unit, with up to six decimal places. */
  rate?: number | string | null | undefined
  /** A note for people. @default '' */
  memo?: string | undefined
  /** Values of dimensions such as department. */
  classifications?: readonly ClassificationEntryInput[] | null | undefined
  /** The payment term. */
  term_id?: number | null | undefined
  /** The price by itself, which divides the net of the contract. */
  standalone_selling_price?: number | string | null | undefined
  /** How the revenue is spread over the term. @default 'straight_line' */
  recognition_strategy?:
    | 'straight_line' | 'straight_line_start_end_even' | 'daily_prorata' | 'milestone' | 'usage_tiered'
    | 'usage' | 'immediate' | 'deposit_release' | undefined
  /** Milestones or tiers that the strategy needs. */
  obligation_conditions?: unknown | undefined
  /** The first day that is billed. Defaults to the start of the term. As YYYY-MM-DD. */
  billing_start_date?: string | null | undefined
  /** The last day that is billed. As YYYY-MM-DD. */
  billing_end_date?: string | null | undefined
  /** The unit of a billing period. */
  billing_frequency?: 'daily' | 'weekly' | 'monthly' | 'annually' | null | undefined
  /** The number of units in a billing period. */
  billing_interval?: number | null | undefined
  /** Whether billing follows the periods of recognition. @default false */
  sync_billing_with_recognition?: boolean | undefined
  /** Whether the obligation is left out of generated invoices. @default false */
  skip_invoice_generation?: boolean | undefined
  /** The first day that is recognised. Defaults to the start of the term. As YYYY-MM-DD. */
  recognition_start_date?: string | null | undefined
  /** The last day that is recognised. As YYYY-MM-DD. */
  recognition_end_date?: string | null | undefined
  /** The unit of a recognition period. */
  recognition_frequency?: 'daily' | 'weekly' | 'monthly' | 'annually' | null | undefined
  /** The number of units in a recognition period. */
  recognition_interval?: number | null | undefined
  /** Whether the discount is a percentage or an amount. */
  discount_type?: 'PERCENTAGE' | 'FIXED' | null | undefined
  /** The discount: 10 is 10 per cent, or an amount. */
  discount_value?: number | string | null | undefined
}

/** Parameters of lists of `Contract`, as on the wire. */
export interface ContractQuery {
  /** `id` is one of the values. */
  id?: OneOrMore<number> | undefined
  /** `company_id` is one of the values. */
  company_id?: OneOrMore<number> | undefined
  /** `number` is one of the values. */
  number?: OneOrMore<number> | undefined
  /** `customer_id` is one of the values. */
  customer_id?: OneOrMore<number> | undefined
  /** `status` is the value; text in any case. */
  status?: 'draft' | 'active' | 'completed' | 'terminated' | 'archived' | 'review' | undefined
  /** `approval_status` is one of the values. */
  approval_status?: OneOrMore<string> | undefined
  /** `date` is at least this. */
  start_date?: string | undefined
  /** `date` is at most this. */
  end_date?: string | undefined
  /** `start_date` is at least this. */
  contract_start_date?: string | undefined
  /** `end_date` is at most this. */
  contract_end_date?: string | undefined
  /** Only records with this text, in any case, in one of the searched members. */
  search?: string | undefined
  /** The member to order by; `-` for descending order. @default 'id' */
  ordering?:
    | 'id' | '-id' | 'number' | '-number' | 'date' | '-date' | 'created_at' | '-created_at' | 'updated_at'
    | '-updated_at' | undefined
  /** The most records of the page. More than 100 means 100. @default 100 */
  limit?: number | undefined
  /** The number of records to leave out at the beginning. @default 0 */
  offset?: number | undefined
}
