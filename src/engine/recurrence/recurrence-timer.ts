import { DAY_MS } from '../../kernel/civil-day'
import { formatInstant } from '../../kernel/instant'
import { startOf } from '../../kernel/plain-date'
import type { Row } from '../../kernel/store'
import { awaitDay } from '../await-day'
import { type Draft, textOf } from '../columns'
import type { World } from '../world'
import { readRule } from './read-rule'
import { type Occurrence, Recurrence } from './recurrence'

/** The kind of the timers that wait for the next occurrence of a template. */
export const RECURRENCE = 'recurrence'

/** The dates of a template; undefined where its rule cannot be read. */
export function recurrenceOf(template: Row): Recurrence | undefined {
  const rule = readRule(textOf(template, 'rrule'))
  return rule && new Recurrence(rule, startOf(textOf(template, 'date')) / DAY_MS)
}

/** Notes on a template what comes next, which may be nothing. */
export function planNext(template: Draft, next: Occurrence | undefined): void {
  template.next_occurrence = next ? formatInstant(next.day * DAY_MS) : null
  template.occurrence = next?.index ?? 0
}

/** Has the clock wake the template at its next occurrence. */
export function awaitNext(world: World, organization: string, resource: string, template: Draft): void {
  const next = template.next_occurrence as string | null
  template.timer = awaitDay(world, template.timer as number | null, next?.slice(0, 10), {
    kind: RECURRENCE,
    scope: organization,
    data: { resource, number: template.number },
  })
}
