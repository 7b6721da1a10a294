// Written by `npm run types` from the definitions in src/resources.
import type { OneOrMore } from '../one-or-more'
import type { AuditActor } from './shared'

/** Goods and services, with the accounts that their lines post to. */
export interface Item {
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
  /** The stock keeping unit, which no other item has. */
  sku: string
  /** A description for people. */
  description: string
  /** Goods, services or discounts. */
  item_type: 'good' | 'service' | 'discount'
  /** Only posted records are in the ledger. */
  record_status: 'draft' | 'posted' | 'archived'
  /** The tax code of the item. */
  product_tax_code_id: number | null
  /** The account that purchases post to. */
  expense_account_id: number | null
  /** The account that sales post to. */
  income_account_id: number | null
  /** The account that holds revenue until it is recognised. */
  deferral_account_id: number | null
  /** The account that holds the value of stock. */
  asset_account_id: number | null
  /** The account that discounts post to. */
  discount_account_id: number | null
  /** Classification lines that new lines get. */
  default_classification_line_ids: number[] | null
  /** The recognition strategy of new obligations. */
  default_rev_rec_method: string | null
  /** The billing frequency of new obligations. */
  default_rev_rec_invoice_frequency: string | null
  /** The billing interval of new obligations. */
  default_rev_rec_invoice_interval: number | null
}

/** The body that creates an `Item`. */
export interface ItemInput {
  /** The name. */
  name: string
  /** Inactive records cannot be used in new ones. */
  is_active: boolean
  /** The stock keeping unit, which no other item has. */
  sku: string
  /** A description for people. @default '' */
  description?: string | undefined
  /** Goods, services or discounts. */
  item_type: 'good' | 'service' | 'discount'
  /** Only posted records are in the ledger. @default 'posted' */
  record_status?: 'draft' | 'posted' | 'archived' | undefined
  /** The tax code of the item. */
  product_tax_code_id?: number | null | undefined
  /** The account that purchases post to. */
  expense_account_id?: number | null | undefined
  /** The account that sales post to. */
  income_account_id?: number | null | undefined
  /** The account that holds revenue until it is recognised. */
  deferral_account_id?: number | null | undefined
  /** The account that holds the value of stock. */
  asset_account_id?: number | null | undefined
  /** The account that discounts post to. */
  discount_account_id?: number | null | undefined
  /** Classification lines that new lines get. */
  default_classification_line_ids?: readonly number[] | null | undefined
  /** The recognition strategy of new obligations. */
  default_rev_rec_method?: string | null | undefined
  /** The billing frequency of new obligations. */
  default_rev_rec_invoice_frequency?: string | null | undefined
  /** The billing interval of new obligations. */
  default_rev_rec_invoice_interval?: number | null | undefined
}

/** Parameters of lists of `Item`, as on the wire. */
export interface ItemQuery {
  /** `id` is one of the values. */
  id?: OneOrMore<number> | undefined
  /** `name` contains the text, in any case. */
  name?: string | undefined
  /** `item_type` is one of the values. */
  item_type?: OneOrMore<'good' | 'service' | 'discount'> | undefined
  /** `is_active` is the value; text in any case. */
  is_active?: boolean | undefined
  /** Whether inactive records are listed as well. @default false */
  show_inactive?: boolean | undefined
  /** `record_status` is one of the values. */
  record_status?: OneOrMore<'draft' | 'posted' | 'archived'> | undefined
  /** `income_account_id` is one of the values. */
  income_account_id?: OneOrMore<number> | undefined
  /** `expense_account_id` is one of the values. */
  expense_account_id?: OneOrMore<number> | undefined
  /** Only records with this text, in any case, in one of the searched members. */
  search?: string | undefined
  /** The member to order by; `-` for descending order. @default 'id' */
  ordering?: 'id' | '-id' | 'name' | '-name' | undefined
  /** The most records of the page. More than 100 means 100. @default 100 */
  limit?: number | undefined
  /** The number of records to leave out at the beginning. @default 0 */
  offset?: number | undefined
}
