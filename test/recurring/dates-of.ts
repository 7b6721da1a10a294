import { type Occurrence, Recurrence } from '../../src/engine/recurring/recurrence'
import { readRule } from '../../src/engine/recurring/rule'
import { DAY_MS } from '../../src/kernel/civil-day'
import { dateOf, startOf } from '../../src/kernel/plain-date'

export const dayOf = (date: string): number => startOf(date) / DAY_MS

export function recurrence(rule: string, start: string): Recurrence {
  const read = readRule(rule)
  if (!read) throw new Error(`not a rule: ${rule}`)
  return new Recurrence(read, dayOf(start))
}

/** The first dates that a rule yields. */
export function datesOf(rule: string, start: string, atMost: number): string[] {
  const dates = recurrence(rule, start)
  const found: string[] = []
  let next: Occurrence | undefined = dates.after(dayOf(start) - 1)
  while (next && found.length < atMost) {
    found.push(dateOf(next.day * DAY_MS))
    next = dates.following(next)
  }
  return found
}
