// Written by `npm run types` from the definitions in src/resources.
import type { CurrencyCode } from '../../engine/model/names'
import type { OneOrMore } from '../one-or-more'
import type { Address, AddressInput, AuditActor } from './shared'

/** Legal entities, each with its own books. */
export interface Company {
  /** Who created it, and when. */
  created_by: AuditActor | null
  /** Who wrote it last, and when. */
  updated_by: AuditActor | null
  /** The id. */
  id: number
  /** The name. */
  name: string
  /** The company that owns it. */
  parent_company_id: number | null
  /** The currency of its books. */
  currency_iso_4217_code: CurrencyCode
  /** The postal address. */
  address: Address | null
  /** The tax identification number. */
  tin: string
  /** The kind of tax identification number. */
  tin_type: '' | 'ein' | 'ssn' | 'utr'
  /** Inactive records cannot be used in new ones. */
  is_active: boolean
  /** Whether it only holds eliminations between companies. */
  is_elimination: boolean
  /** The last month of the business year, 1 to 12. */
  fiscal_year_end_month: number
}

/** The body that creates a `Company`. */
export interface CompanyInput {
  /** The name. */
  name: string
  /** The company that owns it. */
  parent_company_id?: number | null | undefined
  /** The currency of its books. */
  currency_iso_4217_code: CurrencyCode
  /** The postal address. */
  address?: AddressInput | null | undefined
  /** The tax identification number. @default '' */
  tin?: string | undefined
  /** The kind of tax identification number. @default '' */
  tin_type?: '' | 'ein' | 'ssn' | 'utr' | undefined
  /** Inactive records cannot be used in new ones. @default true */
  is_active?: boolean | undefined
  /** Whether it only holds eliminations between companies. @default false */
  is_elimination?: boolean | undefined
  /** The last month of the business year, 1 to 12. @default 12 */
  fiscal_year_end_month?: number | undefined
}

/** Parameters of lists of `Company`, as on the wire. */
export interface CompanyQuery {
  /** `id` is one of the values. */
  id?: OneOrMore<number> | undefined
  /** `name` contains the text, in any case. */
  name?: string | undefined
  /** `parent_company_id` is one of the values. */
  parent_company_id?: OneOrMore<number> | undefined
  /** `currency_iso_4217_code` is one of the values. */
  currency?: OneOrMore<CurrencyCode> | undefined
  /** `is_active` is the value; text in any case. */
  is_active?: boolean | undefined
  /** `is_elimination` is the value; text in any case. */
  is_elimination?: boolean | undefined
  /** Only records with this text, in any case, in one of the searched members. */
  search?: string | undefined
  /** The member to order by; `-` for descending order. @default 'id' */
  ordering?: 'id' | '-id' | 'name' | '-name' | undefined
  /** The most records of the page. More than 100 means 100. @default 100 */
  limit?: number | undefined
  /** The number of records to leave out at the beginning. @default 0 */
  offset?: number | undefined
}
