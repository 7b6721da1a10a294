// Written by `npm run types` from the definitions in src/resources.
import type { CurrencyCode } from '../../engine/model/names'
import type { OneOrMore } from '../one-or-more'
import type { AuditActor } from './shared'

/** The chart of accounts. An account without a company is shared by all companies. */
export interface Account {
  /** Who created it, and when. */
  created_by: AuditActor | null
  /** Who wrote it last, and when. */
  updated_by: AuditActor | null
  /** The id. */
  id: number
  /** The name. */
  name: string
  /** The number of the account, which item paths name. */
  number: number
  /** A description for people. */
  description: string
  /** Inactive records cannot be used in new ones. */
  is_active: boolean
  /** Whether the service posts to it by itself. */
  is_system: boolean
  /** The company that alone uses it; null for an account that all companies share. */
  company_id: number | null
  /** The place of the account in the reports. */
  account_type:
    | 'bank' | 'accounts_receivable' | 'other_current_asset' | 'fixed_asset' | 'unbilled_receivable'
    | 'deferred_expense' | 'other_asset' | 'investment' | 'accounts_payable' | 'credit_card'
    | 'deferred_revenue' | 'long_term_liability' | 'other_current_liability' | 'equity' | 'income'
    | 'cost_of_goods_sold' | 'expense' | 'other_income' | 'other_expense'
  /** The only currency of its entries; empty for any. */
  currency_iso_4217_code: CurrencyCode | ''
  /** The box of form 1099 that payments are reported in. */
  category_1099:
    | '' | 'NEC-Box 1' | 'MISC-Box 1' | 'MISC-Box 2' | 'MISC-Box 3' | 'MISC-Box 4' | 'MISC-Box 5'
    | 'MISC-Box 6' | 'MISC-Box 8' | 'MISC-Box 9' | 'MISC-Box 10' | 'MISC-Box 11' | 'MISC-Box 12'
    | 'MISC-Box 14' | 'MISC-Box 15' | 'INT-Box 1' | 'INT-Box 2' | 'INT-Box 3' | 'DIV-Box 1a' | 'DIV-Box 1b'
    | 'DIV-Box 2a' | 'DIV-Box 2b' | 'DIV-Box 2c' | 'DIV-Box 2d' | 'DIV-Box 2e' | 'DIV-Box 2f' | 'DIV-Box 3'
    | 'DIV-Box 4' | 'DIV-Box 5' | 'DIV-Box 6' | 'DIV-Box 7' | 'DIV-Box 8' | 'DIV-Box 9' | 'DIV-Box 10'
    | 'DIV-Box 12' | 'DIV-Box 13'
  /** The role that the service uses the account in. */
  system_ref:
    | 'Accounts Receivable' | 'Undeposited Funds' | 'Vendor Deposits' | 'Accumulated Depreciation'
    | 'Accounts Payable' | 'Customer Deposits' | 'Tax Payable' | 'Deferred Revenue' | 'Retained Earnings'
    | 'Net Income' | 'Realized Gain/Loss' | 'Rounding Gain/Loss' | 'Accrued Purchases'
    | 'Cumulative Translation Adjustment' | 'Unrealized Gain/Loss' | 'Matching Gain/Loss' | null
}

/** The body that creates an `Account`. */
export interface AccountInput {
  /** The name. */
  name: string
  /** The number of the account, which item paths name. */
  number: number
  /** A description for people. @default '' */
  description?: string | undefined
  /** Inactive records cannot be used in new ones. @default true */
  is_active?: boolean | undefined
  /** Whether the service posts to it by itself. @default false */
  is_system?: boolean | undefined
  /** The company that alone uses it; null for an account that all companies share. */
  company_id?: number | null | undefined
  /** The place of the account in the reports. */
  account_type:
    | 'bank' | 'accounts_receivable' | 'other_current_asset' | 'fixed_asset' | 'unbilled_receivable'
    | 'deferred_expense' | 'other_asset' | 'investment' | 'accounts_payable' | 'credit_card'
    | 'deferred_revenue' | 'long_term_liability' | 'other_current_liability' | 'equity' | 'income'
    | 'cost_of_goods_sold' | 'expense' | 'other_income' | 'other_expense'
  /** The only currency of its entries; empty for any. @default '' */
  currency_iso_4217_code?: CurrencyCode | '' | undefined
  /** The box of form 1099 that payments are reported in. @default '' */
  category_1099?:
    | '' | 'NEC-Box 1' | 'MISC-Box 1' | 'MISC-Box 2' | 'MISC-Box 3' | 'MISC-Box 4' | 'MISC-Box 5'
    | 'MISC-Box 6' | 'MISC-Box 8' | 'MISC-Box 9' | 'MISC-Box 10' | 'MISC-Box 11' | 'MISC-Box 12'
    | 'MISC-Box 14' | 'MISC-Box 15' | 'INT-Box 1' | 'INT-Box 2' | 'INT-Box 3' | 'DIV-Box 1a' | 'DIV-Box 1b'
    | 'DIV-Box 2a' | 'DIV-Box 2b' | 'DIV-Box 2c' | 'DIV-Box 2d' | 'DIV-Box 2e' | 'DIV-Box 2f' | 'DIV-Box 3'
    | 'DIV-Box 4' | 'DIV-Box 5' | 'DIV-Box 6' | 'DIV-Box 7' | 'DIV-Box 8' | 'DIV-Box 9' | 'DIV-Box 10'
    | 'DIV-Box 12' | 'DIV-Box 13' | undefined
  /** The role that the service uses the account in. */
  system_ref?:
    | 'Accounts Receivable' | 'Undeposited Funds' | 'Vendor Deposits' | 'Accumulated Depreciation'
    | 'Accounts Payable' | 'Customer Deposits' | 'Tax Payable' | 'Deferred Revenue' | 'Retained Earnings'
    | 'Net Income' | 'Realized Gain/Loss' | 'Rounding Gain/Loss' | 'Accrued Purchases'
    | 'Cumulative Translation Adjustment' | 'Unrealized Gain/Loss' | 'Matching Gain/Loss' | null | undefined
}

/** Parameters of lists of `Account`, as on the wire. */
export interface AccountQuery {
  /** `id` is one of the values. */
  id?: OneOrMore<number> | undefined
  /** `name` contains the text, in any case. */
  name?: string | undefined
  /** `name` is one of the values. */
  names?: OneOrMore<string> | undefined
  /** `description` contains the text, in any case. */
  description?: string | undefined
  /** `number` is the value; text in any case. */
  number?: number | undefined
  /** `number` is one of the values. */
  numbers?: OneOrMore<number> | undefined
  /** `account_type` is one of the values. */
  account_types?:
    | OneOrMore<'bank' | 'accounts_receivable' | 'other_current_asset' | 'fixed_asset' | 'unbilled_receivable'
    | 'deferred_expense' | 'other_asset' | 'investment' | 'accounts_payable' | 'credit_card'
    | 'deferred_revenue' | 'long_term_liability' | 'other_current_liability' | 'equity' | 'income'
    | 'cost_of_goods_sold' | 'expense' | 'other_income' | 'other_expense'> | undefined
  /** `is_active` is the value; text in any case. */
  is_active?: boolean | undefined
  /** `is_system` is the value; text in any case. */
  is_system?: boolean | undefined
  /** `company_id` is the value; text in any case. */
  company_id?: number | null | undefined
  /** `currency_iso_4217_code` is one of the values. */
  currency?: OneOrMore<CurrencyCode> | undefined
  /** `category_1099` is one of the values. */
  category_1099?:
    | OneOrMore<'' | 'NEC-Box 1' | 'MISC-Box 1' | 'MISC-Box 2' | 'MISC-Box 3' | 'MISC-Box 4' | 'MISC-Box 5'
    | 'MISC-Box 6' | 'MISC-Box 8' | 'MISC-Box 9' | 'MISC-Box 10' | 'MISC-Box 11' | 'MISC-Box 12'
    | 'MISC-Box 14' | 'MISC-Box 15' | 'INT-Box 1' | 'INT-Box 2' | 'INT-Box 3' | 'DIV-Box 1a' | 'DIV-Box 1b'
    | 'DIV-Box 2a' | 'DIV-Box 2b' | 'DIV-Box 2c' | 'DIV-Box 2d' | 'DIV-Box 2e' | 'DIV-Box 2f' | 'DIV-Box 3'
    | 'DIV-Box 4' | 'DIV-Box 5' | 'DIV-Box 6' | 'DIV-Box 7' | 'DIV-Box 8' | 'DIV-Box 9' | 'DIV-Box 10'
    | 'DIV-Box 12' | 'DIV-Box 13'> | undefined
  /** `system_ref` is one of the values. */
  system_ref?:
    | OneOrMore<'Accounts Receivable' | 'Undeposited Funds' | 'Vendor Deposits' | 'Accumulated Depreciation'
    | 'Accounts Payable' | 'Customer Deposits' | 'Tax Payable' | 'Deferred Revenue' | 'Retained Earnings'
    | 'Net Income' | 'Realized Gain/Loss' | 'Rounding Gain/Loss' | 'Accrued Purchases'
    | 'Cumulative Translation Adjustment' | 'Unrealized Gain/Loss' | 'Matching Gain/Loss'> | undefined
  /** Only records with this text, in any case, in one of the searched members. */
  search?: string | undefined
  /** The member to order by; `-` for descending order. @default 'id' */
  ordering?: 'id' | '-id' | 'name' | '-name' | 'number' | '-number' | undefined
  /** The most records of the page. More than 100 means 100. @default 100 */
  limit?: number | undefined
  /** The number of records to leave out at the beginning. @default 0 */
  offset?: number | undefined
}
