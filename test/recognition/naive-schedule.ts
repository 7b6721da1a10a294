import type { Rhythm } from '../../src/engine/recognition/periods'

/** Whole cents on a day. */
export interface Entry {
  readonly date: string
  readonly cents: bigint
}

export type TimeBased = 'straight_line' | 'straight_line_start_end_even' | 'daily_prorata'

interface Unit {
  readonly name: string
  readonly length: number
  days: number
  last: string
}

/**
 * An independent computation of the schedule, as plain as possible: day by day with the host's calendar, in
 * whole numbers.
 */
export function naiveSchedule(
  strategy: TimeBased,
  cents: bigint,
  start: string,
  end: string,
  rhythm: Rhythm,
): Entry[] {
  const units = unitsOf(start, end, rhythm)
  const periods: Unit[][] = []
  for (let at = 0; at < units.length; at += rhythm.interval)
    periods.push(units.slice(at, at + rhythm.interval))
  const scale = [...new Set(units.map(({ length }) => BigInt(length)))].reduce((a, b) => a * b, 1n)
  const weights = periods.map((period) => {
    if (strategy === 'straight_line_start_end_even') return 1n
    return period
      .map(({ days, length }) => BigInt(days) * (strategy === 'daily_prorata' ? 1n : scale / BigInt(length)))
      .reduce((a, b) => a + b)
  })
  const total = weights.reduce((a, b) => a + b)
  let left = cents
  return periods
    .map((period, index) => {
      // Half a cent is rounded up.
      const share = (2n * cents * (weights[index] as bigint) + total) / (2n * total)
      const part = index === periods.length - 1 || share > left ? left : share
      left -= part
      return { date: period.at(-1)?.last as string, cents: part }
    })
    .filter((entry) => entry.cents > 0n)
}

function unitsOf(start: string, end: string, { frequency, anchorWeekday }: Rhythm): Unit[] {
  const units: Unit[] = []
  const day = new Date(start)
  const anchor = anchorWeekday ?? mondayBased(day)
  for (let date = start; date <= end; date = day.toISOString().slice(0, 10)) {
    const year = day.getUTCFullYear()
    const [name, length] = {
      daily: [date, 1] as const,
      weekly: [weekOf(day, anchor), 7] as const,
      monthly: [date.slice(0, 7), new Date(Date.UTC(year, day.getUTCMonth() + 1, 0)).getUTCDate()] as const,
      annually: [date.slice(0, 4), new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1 ? 366 : 365] as const,
    }[frequency]
    const open = units.at(-1)
    if (open?.name === name) {
      open.days += 1
      open.last = date
    } else units.push({ name, length, days: 1, last: date })
    day.setUTCDate(day.getUTCDate() + 1)
  }
  return units
}

const mondayBased = (day: Date): number => (day.getUTCDay() + 6) % 7

/** Named by the day that it begins with. */
function weekOf(day: Date, anchor: number): string {
  const first = new Date(day)
  while (mondayBased(first) !== anchor) first.setUTCDate(first.getUTCDate() - 1)
  return first.toISOString().slice(0, 10)
}
