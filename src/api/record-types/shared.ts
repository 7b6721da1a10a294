// Written by `npm run types` from the definitions in src/resources.
import type { CustomFieldKind, RecordKind } from '../../engine/model/names'

/** A postal address. */
export interface Address {
  /** Street and house number. */
  street: string
  /** The city. */
  city: string
  /** The state or province. */
  state: string
  /** The postal code. */
  postal_code: string
  /** The country as two capital letters. */
  country: string
  /** A second line, such as a floor. */
  second_line: string
  /** The name. */
  name: string | null
}

/** A postal address. */
export interface AddressInput {
  /** Street and house number. */
  street: string
  /** The city. */
  city: string
  /** The state or province. @default '' */
  state?: string | undefined
  /** The postal code. */
  postal_code: string
  /** The country as two capital letters. @default '' */
  country?: string | undefined
  /** A second line, such as a floor. @default '' */
  second_line?: string | undefined
  /** The name. */
  name?: string | null | undefined
}

/** An uploaded file. */
export interface Attachment {
  /** The id of the upload. */
  id: number
  /** The name of the file. */
  file_name: string
  /** The size in bytes. */
  file_size: number
  /** Where the file can be read. */
  download_url: string | null
}

/** An uploaded file. */
export interface AttachmentInput {
  /** The id of the upload. */
  id: number
  /** The name of the file. */
  file_name: string
  /** The size in bytes. */
  file_size: number
  /** Where the file can be read. */
  download_url?: string | null | undefined
  /** Where the file was uploaded to. */
  upload_url?: string | null | undefined
  /** The category of the file. @default 'default' */
  category?: string | undefined
}

/** Who wrote a record, and when. */
export interface AuditActor {
  /** What kind of author it was: a key, a person or the system. */
  actor_type: string | null
  /** The e-mail address; it may be empty. */
  email: string | null
  /** The first name. */
  first_name: string | null
  /** The last name. */
  last_name: string | null
  /** When it happened. ISO 8601 in UTC. */
  timestamp: string | null
}

/** A value of a dimension such as department. */
export interface ClassificationEntry {
  /** The classification. */
  id: number
  /** The name of the classification. */
  name: string
  /** The value of the classification. */
  line_id: number
  /** The name of the value. */
  line_name: string
  /** The parent of the classification. */
  parent_classification_id: number | null
  /** The parent of the value. */
  parent_classification_line_id: number | null
}

/** A value of a dimension such as department. */
export interface ClassificationEntryInput {
  /** The classification. */
  id: number
  /** The value of the classification. */
  line_id: number
  /** The name of the classification. Not read. */
  name?: string | null | undefined
  /** The name of the value. Not read. */
  line_name?: string | null | undefined
  /** The parent of the classification. Not read. */
  parent_classification_id?: number | null | undefined
  /** The parent of the value. Not read. */
  parent_classification_line_id?: number | null | undefined
}

/** The definition of a custom field. */
export interface CustomField {
  /** The id. */
  id: number
  /** The name. */
  name: string
  /** A description for people. */
  description: string | null
  /** A hint for people who fill it in. */
  helper_text: string | null
  /** The type of its values. */
  field_type: CustomFieldKind
  /** The record types that have it. */
  applies_to: RecordKind[]
  /** The value of new records in the interface of the service. */
  default_value: unknown
  /** The values to choose from. */
  options: string[] | null
  /** Whether records can have values of it. */
  is_active: boolean
}

/** A custom field of a record, with its value. */
export interface CustomFieldEntry {
  /** The definition of the field. */
  field: CustomField
  /** The value. */
  value: CustomFieldValue | null
}

/** The value of a custom field. */
export interface CustomFieldValue {
  /** The id. */
  id: number
  /** The id of the field. */
  custom_field_id: number
  /** The name of the field. */
  custom_field_name: string
  /** The type of the field. */
  custom_field_type: CustomFieldKind
  /** The same as `id`. */
  custom_field_value_id: number
  /** The value. */
  value: unknown
  /** When it was created. ISO 8601 in UTC. */
  created_at: string
  /** When it was written last. ISO 8601 in UTC. */
  updated_at: string
}

/** The tax on a line. */
export interface LineTax {
  /** The tax code. */
  code: string
  /** The rate in per cent: 20 is 20 per cent. */
  rate: number
  /** The tax in the currency of the record. Computed from the rate if absent. */
  amount: number
  /** Whether tax applies. */
  is_taxable: boolean
  /** The part of the line that is exempt from tax. */
  tax_exempt_amount: number
}

/** The tax on a line. */
export interface LineTaxInput {
  /** The tax code. */
  code: string
  /** The rate in per cent: 20 is 20 per cent. */
  rate: number
  /** The tax in the currency of the record. Computed from the rate if absent. */
  amount?: number | null | undefined
  /** Whether tax applies. @default true */
  is_taxable?: boolean | undefined
  /** The part of the line that is exempt from tax. @default 0 */
  tax_exempt_amount?: number | undefined
}

/** How a customer is asked to pay. */
export interface Payment {
  /** The way of payment. */
  type: string | null
  /** The id of the way of payment. */
  id: number | null
  /** A text. */
  body: string | null
  /** A link. */
  link: string | null
}

/** How a customer is asked to pay. */
export interface PaymentInput {
  /** The way of payment. */
  type?: string | null | undefined
  /** The id of the way of payment. */
  id?: number | null | undefined
  /** A text. */
  body?: string | null | undefined
  /** A link. */
  link?: string | null | undefined
}

/** A person of the organisation. */
export interface Person {
  /** The id. */
  id: number
  /** The first name. */
  first_name: string
  /** The last name. */
  last_name: string
  /** The e-mail address; it may be empty. */
  email: string
  /** First and last name. */
  full_name: string
  /** The address of a picture. */
  avatar_url: string | null
}

/** Who rejected a record, and why. */
export interface Rejection {
  /** The id. */
  id: number
  /** The first name. */
  first_name: string
  /** The last name. */
  last_name: string
  /** The e-mail address; it may be empty. */
  email: string
  /** First and last name. */
  full_name: string
  /** Why it was rejected. */
  rejection_reason: string | null
}

/** The value of a custom field: `{ name: value }`, or the entry of a response. */
export type CustomFieldInput = CustomFieldEntry | { readonly [name: string]: unknown }
