export type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'

export interface RuleDay {
  /** 0 is Monday, 6 is Sunday. */
  readonly weekday: number
  /** Which one of the month or year, from its end when negative; 0 is every one. */
  readonly nth: number
}

/** What a recurrence rule says, its parts read. Days are counted from 1970-01-01. */
export interface RecurrenceRule {
  readonly frequency: Frequency
  readonly interval: number
  readonly count: number | undefined
  /** The last day that can be an occurrence. */
  readonly until: number | undefined
  readonly days: readonly RuleDay[]
  readonly monthDays: readonly number[]
  readonly months: readonly number[]
  readonly positions: readonly number[]
  /** The weekday that weeks begin with. */
  readonly weekStart: number
}
