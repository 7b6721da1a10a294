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

/** Money paid to a vendor in advance. It is applied to bills later, or refunded. */
export interface VendorPrepayment {
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
  /** When it was created. ISO 8601 in UTC. */
  created_at: string
  /** When it was written last. ISO 8601 in UTC. */
  updated_at: string
  /** The vendor. */
  vendor_id: number
  /** The name of the vendor. */
  vendor_name: string
  /** The number of the account. */
  account_number: number | null
  /** The number of the check. */
  check_number: string
  /** The amount in the currency of the money account. */
  bank_or_undeposited_funds_amount: string
  /** A note for people. */
  memo: string
  /** The part of the amount that other records have applied. */
  used_amount: string
  /** The part of the amount that can still be applied or refunded. */
  remaining_amount: string
  /** The state of its paper check; null without one. */
  paper_check_status: 'printed' | 'not_printed' | 'archived' | null
  /** Files that were uploaded before. A write replaces the list. */
  attachments: Attachment[]
  /** Values of custom fields. */
  custom_fields: CustomFieldEntry[]
  /** Values of dimensions such as department. */
  classifications: ClassificationEntry[]
}

/** The body that creates a `VendorPrepayment`. */
export interface VendorPrepaymentInput {
  /** The date, as YYYY-MM-DD. */
  date: string
  /** The date in the ledger. Defaults to `date`. As YYYY-MM-DD. */
  transaction_date?: string | null | undefined
  /** Only posted records are in the ledger. @default 'posted' */
  record_status?: 'draft' | 'posted' | 'archived' | undefined
  /** The total in the currency of the record. */
  amount: number | string
  /** The company whose books hold it. */
  company_id: number
  /** The currency of the amounts. */
  currency_iso_4217_code: CurrencyCode
  /** Units of the currency of the company for one unit of the currency of the record. */
  exchange_rate: number | string
  /** The vendor. */
  vendor_id: number
  /** The number of the account. */
  account_number?: number | null | undefined
  /** The number of the check. */
  check_number: string
  /** The amount in the currency of the money account. */
  bank_or_undeposited_funds_amount: number | string
  /** A note for people. */
  memo: string
  /** Files that were uploaded before. A write replaces the list. */
  attachments?: readonly AttachmentInput[] | undefined
  /** Values of custom fields. */
  custom_fields?: readonly CustomFieldInput[] | null | undefined
}

/** Parameters of lists of `VendorPrepayment`, as on the wire. */
export interface VendorPrepaymentQuery {
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
