import { allocate, type Round } from '../../kernel/allocate'
import { weekdayOf } from '../../kernel/civil-day'
import { type Decimal, decimal } from '../../kernel/money'
import { dateOfDay, dayNumber, LAST_DATE } from '../../kernel/plain-date'
import { type Rhythm, unitsOn } from './periods'
import { type ScheduledAmount, scheduledAmounts } from './schedule'

/** Whether the first or the last day of what is billed is its date (the assumption `billing-periods`). */
type BillingTime = 'in-advance' | 'in-arrears'

/** When an obligation is billed. */
export interface BillingTerms {
  /** YYYY-MM-DD */
  readonly start: string
  /** Last day that may be billed; null for a single instalment. */
  readonly end: string | null
  readonly rhythm: Rhythm
  readonly time: BillingTime
}

/**
 * The dates of instalments (`billing-periods`, docs/service.md §13.5): start + k x interval units, each
 * counted from the start, so that 31 January is followed by 28 February and 31 March; in arrears the days
 * before. Weeks with an anchor begin on the first such weekday. There is at least one date, the start if need
 * be.
 */
function billingDates({ start, end, rhythm, time }: BillingTerms): string[] {
  const { frequency, interval } = rhythm
  const first = firstDay(dayNumber(start), rhythm)
  const last = dayNumber(end ?? LAST_DATE)
  const dates: string[] = []
  for (let day = first; day <= last; ) {
    const next = unitsOn(frequency, first, (dates.length + 1) * interval)
    const isEarly = time === 'in-advance' || end === null
    dates.push(dateOfDay(isEarly ? day : Math.min(next - 1, last)))
    if (end === null) break
    day = next
  }
  return dates.length > 0 ? dates : [start]
}

const firstDay = (start: number, { frequency, anchorWeekday }: Rhythm): number =>
  frequency === 'weekly' && anchorWeekday !== null
    ? start + ((anchorWeekday - weekdayOf(start) + 7) % 7)
    : start

const one = decimal(1)

/** Equal shares of a net amount (`billing-periods`, docs/service.md §13.5). */
export function billingInstalments(net: Decimal, terms: BillingTerms, round: Round): ScheduledAmount[] {
  const dates = billingDates(terms)
  const equal = dates.map(() => one)
  return scheduledAmounts(dates, allocate(net, equal, round))
}
