import type { AssumptionId } from '../../assumptions'

/** The words a list's filter parameters are described with (docs/service.md §8.2). */

export interface Filter {
  /** A column of the record, or `line.column` of its lines. */
  readonly column: string
  readonly test:
    | 'any-of'
    | 'from'
    | 'until'
    | 'contains'
    | 'equals'
    | 'filled'
    | 'is'
    | 'includes-inactive'
    | 'among'
    | 'nothing'
    | 'scope'
  readonly reads:
    | 'integer'
    | 'text'
    | 'date'
    | 'instant'
    | 'flag'
    | 'amount'
    | 'currency'
    | 'choice'
    | 'code'
    | 'integer-or-null'
  readonly values?: readonly string[]
  /** Only lines in which this column holds something. */
  readonly where?: string
  /** What whoever uses it rests on. */
  readonly restsOn?: AssumptionId
  /** A flag with which every value matches. */
  readonly unless?: string
}

export type Filters = Readonly<Record<string, Filter>>

/** A yes or no about one value of a column. */
export const isChoice = (column: string, value: string): Filter => ({
  column,
  test: 'is',
  reads: 'flag',
  values: [value],
})
/** Repeatable; any of the values matches. */
export const anyOf = (column: string, reads: Filter['reads'] = 'integer'): Filter => ({
  column,
  test: 'any-of',
  reads,
})
export const anyChoice = (column: string, ...values: readonly string[]): Filter => ({
  column,
  test: 'any-of',
  reads: 'choice',
  values,
})
/** Inclusive bounds; a record without the value never matches. */
export const from = (column: string, reads: Filter['reads'] = 'date'): Filter => ({
  column,
  test: 'from',
  reads,
})
export const until = (column: string, reads: Filter['reads'] = 'date'): Filter => ({
  column,
  test: 'until',
  reads,
})
export const contains = (column: string): Filter => ({ column, test: 'contains', reads: 'text' })
/** One of the values; of several sent the last counts. */
export const oneChoice = (column: string, ...values: readonly string[]): Filter => ({
  column,
  test: 'equals',
  reads: 'choice',
  values,
})
/** Equality; text is compared without regard to case. */
export const equals = (column: string, reads: Filter['reads'] = 'text'): Filter => ({
  column,
  test: 'equals',
  reads,
})
/** Whether a list has any entry. */
export const filled = (column: string): Filter => ({ column, test: 'filled', reads: 'flag' })
/** True lifts the default that leaves out inactive records. */
export const includesInactive = (column = 'is_active'): Filter => ({
  column,
  test: 'includes-inactive',
  reads: 'flag',
})
/** One of those that a list holds, or any where the flag is set. */
export const among = (column: string, unless: string): Filter => ({
  column,
  test: 'among',
  reads: 'integer',
  unless,
})
/** Read and checked, and matched by no record. */
export const nothing = (reads: Filter['reads'] = 'text'): Filter => ({ column: '', test: 'nothing', reads })

/** Whose records: those of all, or those that wait for the caller, which is nobody when it is a key. */
export const scope = (): Filter => ({ column: '', test: 'scope', reads: 'choice', values: ['all', 'mine'] })
/** Repeatable; codes made of a column's number. */
export const anyCode = (column: string): Filter => ({ column, test: 'any-of', reads: 'code' })

export const RECORD_STATUSES = ['draft', 'posted', 'archived'] as const

const CONTRACT_STATUSES = ['draft', 'active', 'completed', 'terminated', 'archived'] as const

export const RECURRING_TYPES = ['automatic', 'reminder'] as const

export const dateFilters = { start_date: from('date'), end_date: until('date') }
export const statusFilter = { record_status: anyChoice('record_status', ...RECORD_STATUSES) }
export const recurringFilter = { recurring_type: anyChoice('recurring_type', ...RECURRING_TYPES) }
export const approvalFilter = { approval_status: anyOf('approval_status', 'text') }
/** Bounds of the term, beside those of the date. */
export const termFilters = {
  contract_start_date: { ...from('start_date'), restsOn: 'contract-date-filters' },
  contract_end_date: { ...until('end_date'), restsOn: 'contract-date-filters' },
} as const satisfies Filters
/** `review` is a word of the filter alone: no contract has it. */
export const contractStatusFilter = { status: oneChoice('status', ...CONTRACT_STATUSES, 'review') }
export const oneStatusFilter = { record_status: oneChoice('record_status', ...RECORD_STATUSES) }
export const currencyFilter = { transaction_currency: equals('currency_iso_4217_code', 'currency') }
