// Written by `npm run types` from the definitions in src/resources.
import type { OneOrMore } from '../one-or-more'
import type {
  Address,
  AddressInput,
  AuditActor,
  CustomFieldEntry,
  CustomFieldInput,
  Person,
  Rejection,
} from './shared'

/** Buyers of goods and services. */
export interface Customer {
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
  /** Values of custom fields. */
  custom_fields: CustomFieldEntry[]
  /** The id. */
  id: number
  /** The postal address as one text. */
  address: string
  /** The country as two capital letters. */
  country: string
  /** The shipping address. */
  shipping_address: Address | null
  /** The name. */
  name: string
  /** An id of your own, which no other record of this type has. */
  unique_id: string | null
  /** The e-mail address; it may be empty. */
  email: string
  /** The address of the website; it may be empty. */
  website: string
  /** The kind of customer. */
  customer_type: 'company' | 'individual' | 'intercompany'
  /** Inactive customers cannot be used in new records. Only the host can change it. */
  is_active: boolean
  /** The telephone number; it may be empty. */
  phone: string
  /** Only posted records are in the ledger. */
  record_status: 'draft' | 'posted' | 'archived'
  /** Whether tax applies. */
  is_taxable: boolean
  /** The tax code of new lines. */
  default_tax_code: string
  /** The currency of new records. */
  default_currency: string
}

/** A `Customer` as an entry of a list. */
export interface CustomerEntry {
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
  /** Values of custom fields. */
  custom_fields: CustomFieldEntry[]
  /** The id. */
  id: number
  /** The postal address. Only in list entries. */
  full_address: Address | null
  /** The shipping address. */
  shipping_address: Address | null
  /** The name. */
  name: string
  /** An id of your own, which no other record of this type has. */
  unique_id: string | null
  /** The e-mail address; it may be empty. */
  email: string
  /** The address of the website; it may be empty. */
  website: string
  /** The kind of customer. */
  customer_type: 'company' | 'individual' | 'intercompany'
  /** Inactive customers cannot be used in new records. Only the host can change it. */
  is_active: boolean
  /** The telephone number; it may be empty. */
  phone: string
}

/** The body that creates a `Customer`. */
export interface CustomerInput {
  /** Values of custom fields. */
  custom_fields?: readonly CustomFieldInput[] | null | undefined
  /** The postal address as one text. */
  address: string
  /** The country as two capital letters. */
  country: string
  /** The postal address. Only in list entries. */
  full_address?: AddressInput | null | undefined
  /** The shipping address. */
  shipping_address?: AddressInput | null | undefined
  /** The name. */
  name: string
  /** An id of your own, which no other record of this type has. */
  unique_id?: string | null | undefined
  /** The e-mail address; it may be empty. */
  email: string
  /** The address of the website; it may be empty. */
  website: string
  /** Inactive customers cannot be used in new records. Only the host can change it. @default true */
  is_active?: boolean | undefined
  /** The telephone number; it may be empty. */
  phone: string
}

/** Parameters of lists of `Customer`, as on the wire. */
export interface CustomerQuery {
  /** `id` is one of the values. */
  id?: OneOrMore<number> | undefined
  /** `customer_type` is one of the values. */
  customer_type?: OneOrMore<'company' | 'individual' | 'intercompany'> | undefined
  /** `name` contains the text, in any case. */
  name?: string | undefined
  /** `unique_id` is the value; text in any case. */
  unique_id?: string | undefined
  /** `email` is the value; text in any case. */
  email?: string | undefined
  /** `website` contains the text, in any case. */
  website?: string | undefined
  /** `address` contains the text, in any case. */
  address?: string | undefined
  /** `country` contains the text, in any case. */
  country?: string | undefined
  /** `full_address.state` contains the text, in any case. */
  state?: string | undefined
  /** `phone` contains the text, in any case. */
  phone?: string | undefined
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
