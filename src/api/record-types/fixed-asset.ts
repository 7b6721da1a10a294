// Written by `npm run types` from the definitions in src/resources.
import type { CurrencyCode } from '../../engine/model/names'
import type { OneOrMore } from '../one-or-more'
import type {
  Address,
  AddressInput,
  AuditActor,
  ClassificationEntry,
  ClassificationEntryInput,
} from './shared'

/** Long-lived assets, depreciated by the clock. */
export interface FixedAsset {
  /** Who created it, and when. */
  created_by: AuditActor | null
  /** Who wrote it last, and when. */
  updated_by: AuditActor | null
  /** The id of the record among all transactional records. */
  internal_id: number
  /** The number of the record, which item paths name. */
  number: number
  /** The company whose books hold it. */
  company_id: number
  /** The name of the company. */
  company_name: string
  /** The name. */
  name: string
  /** The serial number. */
  serial_number: string
  /** The currency of the amounts. */
  currency_iso_4217_code: CurrencyCode
  /** Units of the currency of the company for one unit of the currency of the record. */
  exchange_rate: string
  /** The day of purchase. As YYYY-MM-DD. */
  purchase_date: string
  /** A note for people. */
  memo: string
  /** What the asset cost. */
  cost: string
  /** The state of the asset. The clock depreciates active ones. */
  status: 'active' | 'inactive' | 'disposed' | 'fully_amortized'
  /** The account that holds the cost. */
  asset_account_number: number
  /** The account that depreciation is charged to. */
  expense_account_number: number
  /** The account that accumulates the depreciation. */
  accumulation_account_number: number
  /** The vendor. */
  vendor_id: number | null
  /** The name of the vendor. */
  vendor_name: string | null
  /** Only posted records are in the ledger. */
  record_status: 'draft' | 'posted' | 'archived'
  /** Where the asset is. */
  address: Address | null
  /** Values of dimensions such as department. */
  classifications: ClassificationEntry[]
  /** The lines of bills, expenses or journal entries that the asset stems from. */
  source_lines: FixedAssetSourceLine[]
  /** The number of periods. */
  useful_life: number | null
  /** What is left at the end. */
  salvage_value: string
  /** How the cost is spread over the life. */
  depreciation_method:
    | 'straight_line' | 'straight_line_prorate_even' | 'declining_balance' | 'double_declining' | 'macrs_gds'
    | 'macrs_ads' | 'custom'
  /** The first day of depreciation. As YYYY-MM-DD. */
  depreciation_start_date: string
  /** The share of the first period. */
  convention: 'mid_month' | 'half_month' | 'full_month' | 'mid_quarter' | 'half_year' | 'full_year'
  /** The length of a period. */
  depreciation_frequency: 'monthly' | 'yearly'
  /** The factor of declining balances. */
  acceleration_factor: string
  /** Depreciation that was booked before, elsewhere. */
  accumulated_beginning_balance: string
  /** The day up to which that depreciation reaches. As YYYY-MM-DD. */
  accumulated_through: string | null
  /** The class of property under MACRS, in years. */
  property_class: 3 | 5 | 7 | 10 | 15 | 20 | 27 | 39 | null
  /** The recovery period under MACRS ADS, in years. */
  ads_recovery_period: 3 | 4 | 5 | 6 | 7 | 9 | 10 | 12 | 15 | 18 | 20 | 25 | 30 | 35 | 40 | 50 | null
  /** The depreciation of each run of periods, for the method custom. */
  custom_schedule: FixedAssetCustomSchedule[] | null
  /** What the values of the custom schedule are. */
  custom_schedule_type:
    | 'cost_percentage' | 'net_book_value_percentage' | 'fixed_amount' | 'net_book_value_amount' | null
}

/** The body that creates a `FixedAsset`. */
export interface FixedAssetInput {
  /** The company whose books hold it. */
  company_id: number
  /** The name. */
  name: string
  /** The serial number. @default '' */
  serial_number?: string | undefined
  /** The currency of the amounts. */
  currency_iso_4217_code: CurrencyCode
  /** Units of the currency of the company for one unit of the currency of the record. */
  exchange_rate: number | string
  /** The day of purchase. As YYYY-MM-DD. */
  purchase_date: string
  /** A note for people. @default '' */
  memo?: string | undefined
  /** What the asset cost. */
  cost: number | string
  /** The state of the asset. The clock depreciates active ones. @default 'active' */
  status?: 'active' | 'inactive' | undefined
  /** The account that holds the cost. */
  asset_account_number: number
  /** The account that depreciation is charged to. */
  expense_account_number: number
  /** The account that accumulates the depreciation. */
  accumulation_account_number: number
  /** The vendor. */
  vendor_id?: number | null | undefined
  /** Only posted records are in the ledger. @default 'posted' */
  record_status?: 'draft' | 'posted' | 'archived' | undefined
  /** Where the asset is. */
  address?: AddressInput | null | undefined
  /** Values of dimensions such as department. */
  classifications?: readonly ClassificationEntryInput[] | null | undefined
  /** The lines of bills, expenses or journal entries that the asset stems from. */
  source_lines?: readonly FixedAssetSourceLineInput[] | undefined
  /** The number of periods. */
  useful_life?: number | null | undefined
  /** What is left at the end. @default '0.00' */
  salvage_value?: number | string | undefined
  /** How the cost is spread over the life. */
  depreciation_method:
    | 'straight_line' | 'straight_line_prorate_even' | 'declining_balance' | 'double_declining' | 'macrs_gds'
    | 'macrs_ads' | 'custom'
  /** The first day of depreciation. As YYYY-MM-DD. */
  depreciation_start_date: string
  /** The share of the first period. */
  convention: 'mid_month' | 'half_month' | 'full_month' | 'mid_quarter' | 'half_year' | 'full_year'
  /** The length of a period. @default 'monthly' */
  depreciation_frequency?: 'monthly' | 'yearly' | undefined
  /** The factor of declining balances. @default '1' */
  acceleration_factor?: number | string | undefined
  /** Depreciation that was booked before, elsewhere. @default '0.00' */
  accumulated_beginning_balance?: number | string | undefined
  /** The day up to which that depreciation reaches. As YYYY-MM-DD. */
  accumulated_through?: string | null | undefined
  /** The class of property under MACRS, in years. */
  property_class?: 3 | 5 | 7 | 10 | 15 | 20 | 27 | 39 | null | undefined
  /** The recovery period under MACRS ADS, in years. */
  ads_recovery_period?:
    | 3 | 4 | 5 | 6 | 7 | 9 | 10 | 12 | 15 | 18 | 20 | 25 | 30 | 35 | 40 | 50 | null | undefined
  /** The depreciation of each run of periods, for the method custom. */
  custom_schedule?: readonly FixedAssetCustomScheduleInput[] | null | undefined
  /** What the values of the custom schedule are. */
  custom_schedule_type?:
    | 'cost_percentage' | 'net_book_value_percentage' | 'fixed_amount' | 'net_book_value_amount' | null
    | undefined
}

/** One of the `source_lines` of a `FixedAsset`. */
export interface FixedAssetSourceLine {
  /** The kind of line. */
  type: 'bill_line' | 'direct_expense_line' | 'journal_entry_line'
  /** The id of the line. */
  id: number
  /** The record that the line belongs to, by its `internal_id`. */
  parent_record_id: number
}

/** One of the `custom_schedule` of a `FixedAsset`. */
export interface FixedAssetCustomSchedule {
  /** The depreciation of each period. */
  value: string
  /** The number of periods that have this value. */
  period_count: number
}

/** One of the `source_lines` of a `FixedAssetInput`. */
export interface FixedAssetSourceLineInput {
  /** The kind of line. */
  type: 'bill_line' | 'direct_expense_line' | 'journal_entry_line'
  /** The id of the line. */
  id: number
}

/** One of the `custom_schedule` of a `FixedAssetInput`. */
export interface FixedAssetCustomScheduleInput {
  /** The depreciation of each period. */
  value: number | string
  /** The number of periods that have this value. */
  period_count: number
}

/** Parameters of lists of `FixedAsset`, as on the wire. */
export interface FixedAssetQuery {
  /** `company_id` is one of the values. */
  company_id?: OneOrMore<number> | undefined
  /** `number` is one of the values. */
  number?: OneOrMore<number> | undefined
  /** `status` is one of the values. */
  status?: OneOrMore<'active' | 'inactive' | 'disposed' | 'fully_amortized'> | undefined
  /** `record_status` is one of the values. */
  record_status?: OneOrMore<'draft' | 'posted' | 'archived'> | undefined
  /** `purchase_date` is at least this. */
  purchase_date_gte?: string | undefined
  /** `purchase_date` is at most this. */
  purchase_date_lte?: string | undefined
  /** `vendor_id` is one of the values. */
  vendor_id?: OneOrMore<number> | undefined
  /** Only records with this text, in any case, in one of the searched members. */
  search?: string | undefined
  /** The member to order by; `-` for descending order. @default 'id' */
  ordering?:
    | 'id' | '-id' | 'number' | '-number' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
    | undefined
  /** The most records of the page. More than 100 means 100. @default 100 */
  limit?: number | undefined
  /** The number of records to leave out at the beginning. @default 0 */
  offset?: number | undefined
}
