import type { Rhythm } from '../../src/engine/recognition/periods'
import type { ScheduledAmount } from '../../src/engine/recognition/schedule'
import type { ContractFrequency } from '../../src/engine/schema/contract-fields'
import { amountText, type Decimal, round as roundTo, spreadBy } from '../../src/kernel/money'

export const round = (value: Decimal): Decimal => roundTo(value, 'half-away-from-zero')

/** `monthly`, `3 monthly`, `4 weekly from 0`, where 0 is Monday. */
export function rhythmOf(words: string): Rhythm {
  const found = /^(?:(\d+) )?(daily|weekly|monthly|annually)(?: from (\d))?$/.exec(words)
  if (!found) throw new Error(`no rhythm: ${words}`)
  const [, interval = '1', frequency, anchor] = found
  return {
    frequency: frequency as ContractFrequency,
    interval: Number(interval),
    anchorWeekday: anchor === undefined ? null : Number(anchor),
  }
}

/** `2026-01-31 274.19, 2026-02-28 500.00`, or `nothing`. */
export const shown = (schedule: readonly ScheduledAmount[]): string =>
  schedule.map(({ date, amount }) => `${date} ${amountText(amount)}`).join(', ') || 'nothing'

/** The default of `schedule-remainder`. */
export const spread = spreadBy('last', round)
