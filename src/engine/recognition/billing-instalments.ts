import { type Decimal, decimal } from '../../kernel/money'
import { type Round, spread } from '../spread'
import { type BillingTime, billingDates } from './billing-dates'
import type { Rhythm } from './rhythm'
import { type ScheduledAmount, scheduledAmounts } from './scheduled-amount'

const one = decimal(1)

/**
 * Equal shares of a net amount (`billing-periods`, docs/service.md §13.5).
 *
 * @param end last day that may be billed; null for a single instalment
 */
export function billingInstalments(
  net: Decimal,
  start: string,
  end: string | null,
  rhythm: Rhythm,
  round: Round,
  time: BillingTime = 'in-advance',
): ScheduledAmount[] {
  const dates = billingDates(start, end, rhythm, time)
  const equal = dates.map(() => one)
  return scheduledAmounts(dates, spread(net, equal, round))
}
