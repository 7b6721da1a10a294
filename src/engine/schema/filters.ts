import type { AssumptionId } from '../../assumptions'

/** The vocabulary of list filters (§8.2). */

export interface Filter {
  /** A column of the record, or `line.column` for its lines. */
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
  /** Considers only lines whose column is set. */
  readonly where?: string
  readonly restsOn?: AssumptionId
  /** A flag column that makes every value match. */
  readonly unless?: string
}

/** True if all values of a repeated parameter count, and not only the last one. */
export const isRepeatable = ({ test }: Filter): boolean =>
  test === 'any-of' || test === 'among' || test === 'nothing'

export type Filters = Readonly<Record<string, Filter>>

export const filterBy = (filter: (column: string) => Filter, ...columns: readonly string[]): Filters =>
  Object.fromEntries(columns.map((column) => [column, filter(column)]))

const reading =
  (test: Filter['test'], usually: Filter['reads']) =>
  (column: string, reads: Filter['reads'] = usually): Filter => ({ column, test, reads })

const choosing =
  (test: Filter['test'], reads: Filter['reads'] = 'choice') =>
  (column: string, ...values: readonly string[]): Filter => ({ column, test, reads, values })

/** Repeatable; matches any of the values. */
export const anyOf = reading('any-of', 'integer')
export const anyChoice = choosing('any-of')
/** Repeatable; codes that contain a column's number. */
export const anyCode = (column: string): Filter => anyOf(column, 'code')
/** Inclusive bounds. Records without a value never match. */
export const from = reading('from', 'date')
export const until = reading('until', 'date')
export const contains = reading('contains', 'text')
/** Equality; text is compared without case. */
export const equals = reading('equals', 'text')
/** One value; if it is repeated, the last one counts. */
export const oneChoice = choosing('equals')
export const isChoice = choosing('is', 'flag')
/** Compares a flag with whether a list column has entries. */
export const filled = reading('filled', 'flag')
/** True includes inactive records, which are excluded by default. */
export const includesInactive = (): Filter => reading('includes-inactive', 'flag')('is_active')
/** Repeatable; a list column contains one of the values. Every record with the flag set matches. */
export const among = (column: string, unless: string): Filter => ({
  ...reading('among', 'integer')(column),
  unless,
})
/** Repeatable; validated, but matches no record. */
export const nothing = (): Filter => reading('nothing', 'text')('')
/** All records, or those that wait for the caller. A key is not an approver, so nothing waits for it. */
export const scope = (): Filter => choosing('scope')('', 'all', 'mine')

export const RECORD_STATUSES = ['draft', 'posted', 'archived'] as const

const CONTRACT_STATUSES = ['draft', 'active', 'completed', 'terminated', 'archived'] as const

export const RECURRING_TYPES = ['automatic', 'reminder'] as const

export const dateFilters = { start_date: from('date'), end_date: until('date') }
export const statusFilter = { record_status: anyChoice('record_status', ...RECORD_STATUSES) }
export const recurringFilter = { recurring_type: anyChoice('recurring_type', ...RECURRING_TYPES) }
export const approvalFilter = { approval_status: anyOf('approval_status', 'text') }
/** Bounds of the term, in addition to the bounds of the date. */
export const termFilters = {
  contract_start_date: { ...from('start_date'), restsOn: 'contract-date-filters' },
  contract_end_date: { ...until('end_date'), restsOn: 'contract-date-filters' },
} as const satisfies Filters
/** `review` exists only in the filter: no contract has that status. */
export const contractStatusFilter = { status: oneChoice('status', ...CONTRACT_STATUSES, 'review') }
export const oneStatusFilter = { record_status: oneChoice('record_status', ...RECORD_STATUSES) }
export const currencyFilter = { transaction_currency: equals('currency_iso_4217_code', 'currency') }
