/** The units that billing and recognition count in (docs/service.md §13.1). */
export type Frequency = 'daily' | 'weekly' | 'monthly' | 'annually'

/** How often something is billed or recognised. */
export interface Rhythm {
  readonly frequency: Frequency
  /** Units between two dates, from 1. */
  readonly interval: number
  /** The weekday that weeks begin with, 0 for Monday; null for the weekday of the start. */
  readonly anchorWeekday: number | null
}
