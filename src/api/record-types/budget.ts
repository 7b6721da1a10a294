// Written by `npm run types` from the definitions in src/resources.
import type { OneOrMore } from '../one-or-more'

/** Planned figures of a year. The wire shows that a budget exists, but none of its figures. */
export interface Budget {
  /** The id. */
  id: number
  /** The name. */
  name: string
  /** The company whose books hold it. */
  company_id: number | null
  /** The name of the company. */
  company_name: string
  /** The report that the budget plans. */
  budget_type: 'income_statement' | 'balance_sheet'
  /** The year. */
  calendar_year: number
  /** The first day of the term. As YYYY-MM-DD. */
  start_date: string
  /** The last day of the term; null for an open end. As YYYY-MM-DD. */
  end_date: string
  /** Only posted records are in the ledger. */
  record_status: 'draft' | 'posted' | 'archived'
  /** How many months the actual figures lag behind. */
  actuals_offset_in_months: number | null
  /** Values of dimensions such as department. */
  classifications: BudgetClassification[] | null
  /** When it was written last. ISO 8601 in UTC. */
  updated_at: string
}

/** The body that creates a `Budget`. */
export interface BudgetInput {
  /** The name. */
  name: string
  /** The company whose books hold it. */
  company_id?: number | null | undefined
  /** The report that the budget plans. */
  budget_type: 'income_statement' | 'balance_sheet'
  /** The year. */
  calendar_year: number
  /** The first day of the term. As YYYY-MM-DD. */
  start_date: string
  /** The last day of the term; null for an open end. As YYYY-MM-DD. */
  end_date: string
  /** Only posted records are in the ledger. @default 'posted' */
  record_status?: 'draft' | 'posted' | 'archived' | undefined
  /** How many months the actual figures lag behind. */
  actuals_offset_in_months?: number | null | undefined
  /** Values of dimensions such as department. */
  classifications?: readonly BudgetClassificationInput[] | null | undefined
}

/** One of the `classifications` of a `Budget`. */
export interface BudgetClassification {
  /** The id. */
  id: number
  /** The name. */
  name: string
  /** The value of the classification. */
  line_id: number
  /** The name of the value. */
  line_name: string
}

/** One of the `classifications` of a `BudgetInput`. */
export interface BudgetClassificationInput {
  /** The id. */
  id: number
  /** The value of the classification. */
  line_id: number
}

/** Parameters of lists of `Budget`, as on the wire. */
export interface BudgetQuery {
  /** `company_id` is one of the values. */
  company_id?: OneOrMore<number> | undefined
  /** `budget_type` is one of the values. */
  budget_type?: OneOrMore<'income_statement' | 'balance_sheet'> | undefined
  /** `calendar_year` is one of the values. */
  calendar_year?: OneOrMore<number> | undefined
  /** `record_status` is one of the values. */
  record_status?: OneOrMore<'draft' | 'posted' | 'archived'> | undefined
  /** `start_date` is at least this. */
  start_date?: string | undefined
  /** `end_date` is at most this. */
  end_date?: string | undefined
  /** Only records with this text, in any case, in one of the searched members. */
  search?: string | undefined
  /** The member to order by; `-` for descending order. @default 'id' */
  ordering?:
    | 'id' | '-id' | 'name' | '-name' | 'created_at' | '-created_at' | 'updated_at' | '-updated_at'
    | undefined
  /** The most records of the page. More than 100 means 100. @default 100 */
  limit?: number | undefined
  /** The number of records to leave out at the beginning. @default 0 */
  offset?: number | undefined
}
