import { addDays, dateOf, daysBetween, FIRST_DATE, LAST_DATE } from '../../kernel/plain-date'
import { refuse } from '../refusal'
import { texts } from '../texts'
import type { ListView } from '../vocabulary/define'
import { from, until } from '../vocabulary/filters'
import type { World } from '../world'
import type { Condition, Criteria } from './read-query'

/** Keeps a view within its window of dates (docs/service.md §15). */
export function withinWindow(world: World, view: ListView, criteria: Criteria): Criteria {
  if (!view.window) return criteria
  const { column, days, liftedBy } = view.window
  const wide = world.assumptions.read('v3-line-window')
  const { conditions } = criteria
  const asked = (test: 'from' | 'until'): string | undefined =>
    conditions.find(({ filter }) => filter.column === column && filter.test === test)?.values[0] as
      | string
      | undefined
  const [start, end] = [asked('from'), asked('until')]
  if (start !== undefined && end !== undefined) {
    if (start > end) throw refuse.invalid({ start_date: [texts.datesReversed] }, RULE)
    if (daysBetween(start, end) <= days) return criteria
    if (wide === '422') throw refuse.invalid({ start_date: [texts.datesTooFarApart(days)] }, RULE)
    return bounded(criteria, { filter: from(column), values: [daysBefore(end, days)] })
  }
  if (conditions.some(({ filter }) => filter.column === liftedBy)) return criteria
  const last = end ?? (start === undefined ? dateOf(world.clock.now) : daysAfter(start, days))
  const first = start ?? daysBefore(last, days)
  return bounded(
    criteria,
    { filter: from(column), values: [first] },
    { filter: until(column), values: [last] },
  )
}

const RULE = 'docs/service.md §15'

const bounded = (criteria: Criteria, ...more: readonly Condition[]): Criteria => ({
  ...criteria,
  conditions: [...criteria.conditions, ...more],
})

/** As far as there are dates. */
const daysAfter = (date: string, days: number): string =>
  daysBetween(date, LAST_DATE) < days ? LAST_DATE : addDays(date, days)
const daysBefore = (date: string, days: number): string =>
  daysBetween(FIRST_DATE, date) < days ? FIRST_DATE : addDays(date, -days)
