import { type Decimal, decimal } from '../../kernel/money'
import { type Round, spread } from '../spread'
import { type BillingTerms, billingDates } from './billing-dates'
import { type ScheduledAmount, scheduledAmounts } from './scheduled-amount'

const one = decimal(1)

/** Equal shares of a net amount (`billing-periods`, docs/service.md §13.5). */
export function billingInstalments(net: Decimal, terms: BillingTerms, round: Round): ScheduledAmount[] {
  const dates = billingDates(terms)
  const equal = dates.map(() => one)
  return scheduledAmounts(dates, spread(net, equal, round))
}
