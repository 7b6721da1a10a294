// Written by `npm run types` from the definitions in src/resources.
import type { OneOrMore } from '../one-or-more'
import type {
  Address,
  AddressInput,
  Attachment,
  AttachmentInput,
  AuditActor,
  CustomFieldEntry,
  CustomFieldInput,
  Person,
  Rejection,
} from './shared'

/** Suppliers of goods and services. */
export interface Vendor {
  /** Who created it, and when. */
  created_by: AuditActor | null
  /** Who wrote it last, and when. */
  updated_by: AuditActor | null
  /** The state of its approval; null if no policy applies. */
  approval_status: 'pending' | 'approved' | 'rejected' | null
  /** The people who can approve it now; null if nothing is pending. */
  next_approvers: Person[] | null
  /** Who rejected it, and why; null if nobody did. */
  rejected_by: Rejection | null
  /** The id. */
  id: number
  /** The company whose books hold it. */
  company_id: number | null
  /** The name of the company. */
  company_name: string | null
  /** Inactive records cannot be used in new ones. */
  is_active: boolean
  /** The kind of vendor. */
  vendor_type: 'individual' | 'company' | 'intercompany' | 'tax_agency'
  /** The name. */
  name: string
  /** The e-mail address; it may be empty. */
  email: string
  /** The telephone number; it may be empty. */
  phone: string
  /** The address of the website; it may be empty. */
  website: string
  /** An id of your own, which no other record of this type has. */
  unique_id: string | null
  /** The postal address as one text. */
  single_address: string
  /** The country as two capital letters. */
  country: string
  /** Whether payments are reported on form 1099. */
  is_1099_eligible: boolean
  /** The postal address. */
  address: Address | null
  /** The tax identification number. */
  tin: string
  /** The kind of tax identification number. */
  tin_type: '' | 'ein' | 'ssn' | 'utr'
  /** Files that were uploaded before. A write replaces the list. */
  attachments: Attachment[]
  /** Only posted records are in the ledger. */
  record_status: 'draft' | 'posted' | 'archived'
  /** The payment term. */
  term_id: number | null
  /** The name of the payment term; empty without one. */
  term_name: string
  /** The number that the vendor knows us by. */
  customer_account_number: string
  /** The payee on paper checks. */
  name_on_check: string
  /** The number of the bank account. */
  bank_account_number: string
  /** The routing number of the bank. */
  bank_routing_number: string
  /** The kind of bank account. */
  bank_account_type: '' | 'checking' | 'savings'
  /** Values of custom fields. */
  custom_fields: CustomFieldEntry[]
}

/** A `Vendor` as an entry of a list. */
export interface VendorEntry {
  /** Who created it, and when. */
  created_by: AuditActor | null
  /** Who wrote it last, and when. */
  updated_by: AuditActor | null
  /** The state of its approval; null if no policy applies. */
  approval_status: 'pending' | 'approved' | 'rejected' | null
  /** The people who can approve it now; null if nothing is pending. */
  next_approvers: Person[] | null
  /** Who rejected it, and why; null if nobody did. */
  rejected_by: Rejection | null
  /** The id. */
  id: number
  /** The company whose books hold it. */
  company_id: number | null
  /** The name of the company. */
  company_name: string | null
  /** Inactive records cannot be used in new ones. */
  is_active: boolean
  /** The kind of vendor. */
  vendor_type: 'individual' | 'company' | 'intercompany' | 'tax_agency'
  /** The name. */
  name: string
  /** The e-mail address; it may be empty. */
  email: string
  /** The telephone number; it may be empty. */
  phone: string
  /** The address of the website; it may be empty. */
  website: string
  /** An id of your own, which no other record of this type has. */
  unique_id: string | null
  /** The postal address as one text. */
  single_address: string
  /** The country as two capital letters. */
  country: string
  /** Whether payments are reported on form 1099. */
  is_1099_eligible: boolean
  /** The postal address. */
  address: Address | null
  /** The tax identification number. */
  tin: string
  /** The kind of tax identification number. */
  tin_type: '' | 'ein' | 'ssn' | 'utr'
  /** Only posted records are in the ledger. */
  record_status: 'draft' | 'posted' | 'archived'
  /** Values of custom fields. */
  custom_fields: CustomFieldEntry[]
}

/** The body that creates a `Vendor`. */
export interface VendorInput {
  /** Inactive records cannot be used in new ones. */
  is_active: boolean
  /** The kind of vendor. */
  vendor_type: 'individual' | 'company' | 'intercompany' | 'tax_agency'
  /** The name. */
  name: string
  /** The e-mail address; it may be empty. */
  email: string
  /** The telephone number; it may be empty. */
  phone: string
  /** The address of the website; it may be empty. */
  website: string
  /** An id of your own, which no other record of this type has. */
  unique_id?: string | null | undefined
  /** The postal address as one text. @default '' */
  single_address?: string | undefined
  /** The country as two capital letters. @default '' */
  country?: string | undefined
  /** Whether payments are reported on form 1099. @default false */
  is_1099_eligible?: boolean | undefined
  /** The postal address. */
  address?: AddressInput | null | undefined
  /** The tax identification number. @default '' */
  tin?: string | undefined
  /** The kind of tax identification number. @default '' */
  tin_type?: '' | 'ein' | 'ssn' | 'utr' | undefined
  /** Files that were uploaded before. A write replaces the list. */
  attachments?: readonly AttachmentInput[] | undefined
  /** Only posted records are in the ledger. @default 'posted' */
  record_status?: 'draft' | 'posted' | 'archived' | undefined
  /** The payment term. */
  term_id?: number | null | undefined
  /** The number that the vendor knows us by. @default '' */
  customer_account_number?: string | undefined
  /** The payee on paper checks. @default '' */
  name_on_check?: string | undefined
  /** The number of the bank account. @default '' */
  bank_account_number?: string | undefined
  /** The routing number of the bank. @default '' */
  bank_routing_number?: string | undefined
  /** The kind of bank account. @default '' */
  bank_account_type?: '' | 'checking' | 'savings' | undefined
  /** Values of custom fields. */
  custom_fields?: readonly CustomFieldInput[] | null | undefined
}

/** Parameters of lists of `Vendor`, as on the wire. */
export interface VendorQuery {
  /** `id` is one of the values. */
  id?: OneOrMore<number> | undefined
  /** `vendor_type` is one of the values. */
  vendor_type?: OneOrMore<'individual' | 'company' | 'intercompany' | 'tax_agency'> | undefined
  /** `name` contains the text, in any case. */
  name?: string | undefined
  /** `name` is one of the values. */
  names?: OneOrMore<string> | undefined
  /** `unique_id` is the value; text in any case. */
  unique_id?: string | undefined
  /** `email` is the value; text in any case. */
  email?: string | undefined
  /** `website` contains the text, in any case. */
  website?: string | undefined
  /** `single_address` contains the text, in any case. */
  single_address?: string | undefined
  /** `country` contains the text, in any case. */
  country?: string | undefined
  /** `address.state` contains the text, in any case. */
  state?: string | undefined
  /** `phone` contains the text, in any case. */
  phone?: string | undefined
  /** `is_active` is the value; text in any case. */
  is_active?: boolean | undefined
  /** `is_1099_eligible` is the value; text in any case. */
  is_1099_eligible?: boolean | undefined
  /** `tin` is the value; text in any case. */
  tin?: string | undefined
  /** `record_status` is one of the values. */
  record_status?: OneOrMore<'draft' | 'posted' | 'archived'> | undefined
  /** `approval_status` is one of the values. */
  approval_status?: OneOrMore<string> | undefined
  /** Only records with this text, in any case, in one of the searched members. */
  search?: string | undefined
  /** The member to order by; `-` for descending order. @default 'id' */
  ordering?: 'id' | '-id' | 'name' | '-name' | undefined
  /** The most records of the page. More than 100 means 100. @default 100 */
  limit?: number | undefined
  /** The number of records to leave out at the beginning. @default 0 */
  offset?: number | undefined
}
