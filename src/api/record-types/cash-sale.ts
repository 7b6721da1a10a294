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
} from './shared'

/** A sale paid at once. */
export interface CashSale {
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
  /** The number of the check. */
  check_number: string
  /** The number of the account. */
  account_number: number | null
  /** The currency of the money where it goes to Undeposited Funds. */
  undeposited_funds_currency: CurrencyCode | null
  /** The deposit that took the money to the bank, as a list of one or none. */
  customer_deposits: CashSaleCustomerDeposit[]
  /** The amount in the currency of the money account. */
  bank_or_undeposited_account_amount: string
  /** Files that were uploaded before. A write replaces the list. */
  attachments: Attachment[]
  /** Values of custom fields. */
  custom_fields: CustomFieldEntry[]
  /** Values of dimensions such as department. */
  classifications: ClassificationEntry[]
  /** The lines, in order of their positions. */
  items: CashSaleLine[]
}

/** The body that creates a `CashSale`. */
export interface CashSaleInput {
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
  /** A note for people. @default '' */
  memo?: string | undefined
  /** The billing address as free text. @default '' */
  bill_to_address?: string | null | undefined
  /** The shipping address as free text. @default '' */
  ship_to_address?: string | null | undefined
  /** The billing address. */
  billing_address?: AddressInput | null | undefined
  /** The shipping address. */
  shipping_address?: AddressInput | null | undefined
  /** The number of the check. @default '' */
  check_number?: string | undefined
  /** The number of the account. */
  account_number?: number | null | undefined
  /** The currency of the money where it goes to Undeposited Funds. */
  undeposited_funds_currency?: CurrencyCode | null | undefined
  /** The amount in the currency of the money account. */
  bank_or_undeposited_account_amount: number | string
  /** Files that were uploaded before. A write replaces the list. */
  attachments?: readonly AttachmentInput[] | undefined
  /** Values of custom fields. */
  custom_fields?: readonly CustomFieldInput[] | null | undefined
  /** The lines, in order of their positions. */
  items?: readonly CashSaleLineInput[] | undefined
}

/** One of the `customer_deposits` of a `CashSale`. */
export interface CashSaleCustomerDeposit {
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

/** One of the `items` of a `CashSale`. */
export interface CashSaleLine {
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
  /** The amount in the currency of the money account. */
  bank_or_undeposited_account_amount: string
}

/** One of the `items` of a `CashSaleInput`. */
export interface CashSaleLineInput {
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

/** Parameters of lists of `CashSale`, as on the wire. */
export interface CashSaleQuery {
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
