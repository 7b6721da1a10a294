// Written by `npm run types` from the definitions in src/resources.
import type { OneOrMore } from '../one-or-more'
import type { AuditActor } from './shared'

/** Dimensions such as department or project. Their values are the classification lines. */
export interface Classification {
  /** Who created it, and when. */
  created_by: AuditActor | null
  /** Who wrote it last, and when. */
  updated_by: AuditActor | null
  /** The id. */
  id: number
  /** The name. */
  name: string
  /** Inactive records cannot be used in new ones. */
  is_active: boolean
  /** The values that the classification offers. */
  selections: ClassificationSelection[]
  /** The record types whose lines must have a value. */
  required_for_records:
    | ('purchase_order' | 'sales_order' | 'cash_sale' | 'invoice' | 'bill' | 'direct_expense'
    | 'vendor_credit' | 'journal_entry' | 'customer_credit' | 'customer_deposit')[]
  /** The parent classification; null at the top. */
  parent_id: number | null
  /** The name of the parent. */
  parent_name: string | null
}

/** The body that creates a `Classification`. */
export interface ClassificationInput {
  /** The name. */
  name: string
  /** Inactive records cannot be used in new ones. */
  is_active: boolean
  /** The values that the classification offers. */
  selections: readonly ClassificationSelectionInput[]
  /** The record types whose lines must have a value. */
  required_for_records?:
    | readonly ('purchase_order' | 'sales_order' | 'cash_sale' | 'invoice' | 'bill' | 'direct_expense'
    | 'vendor_credit' | 'journal_entry' | 'customer_credit' | 'customer_deposit')[] | undefined
  /** The parent classification; null at the top. */
  parent_id: number | null
}

/** One of the `selections` of a `Classification`. */
export interface ClassificationSelection {
  /** The id. */
  id: number
  /** The name. */
  name: string
  /** Inactive records cannot be used in new ones. */
  is_active: boolean
  /** The parent; null at the top. */
  parent_id: number | null
  /** The name of the parent. */
  parent_name: string | null
}

/** One of the `selections` of a `ClassificationInput`. */
export interface ClassificationSelectionInput {
  /** The id. */
  id?: number | null | undefined
  /** The name. */
  name: string
  /** Inactive records cannot be used in new ones. */
  is_active: boolean
  /** The parent; null at the top. */
  parent_id: number | null
}

/** Parameters of lists of `Classification`, as on the wire. */
export interface ClassificationQuery {
  /** `id` is one of the values. */
  id?: OneOrMore<number> | undefined
  /** `name` contains the text, in any case. */
  name?: string | undefined
  /** `is_active` is the value; text in any case. */
  is_active?: boolean | undefined
  /** Whether `required_for_records` has entries. */
  is_required?: boolean | undefined
  /** Only records with this text, in any case, in one of the searched members. */
  search?: string | undefined
  /** The member to order by; `-` for descending order. @default 'id' */
  ordering?: 'id' | '-id' | 'name' | '-name' | undefined
  /** The most records of the page. More than 100 means 100. @default 100 */
  limit?: number | undefined
  /** The number of records to leave out at the beginning. @default 0 */
  offset?: number | undefined
}
