import { DAY_MS } from '../../kernel/civil-day'
import type { Timer } from '../../kernel/clock'
import { formatInstant } from '../../kernel/instant'
import { invariant } from '../../kernel/invariant'
import {
  addDays,
  dateOf,
  daysBetween,
  FIRST_DATE,
  isPlainDate,
  LAST_DATE,
  startOf,
} from '../../kernel/plain-date'
import type { Row } from '../../kernel/store'
import { type CompiledType, settingOf } from '../model/compiled-type'
import { namedAuthor, type Scope, type World } from '../model/context'
import type { Errors } from '../model/refusals'
import { type MutableRow, numberOf, numberOrNull, objectOf, textOf, textOrNull } from '../model/row'
import { rescheduleAt } from '../model/timer-kind'
import type { Fields } from '../schema/fields'
import { refusalErrors } from '../write/all-or-nothing'
import { changeRow } from '../write/save'
import { noteUndone } from '../write/undone'
import { create } from '../write/verbs'
import { type Occurrence, Recurrence } from './recurrence'
import { readRule } from './rule'

/** The kind of timer that waits for the next occurrence of a template. */
export const RECURRENCE = 'recurrence'

/** The dates of a template; undefined if its rule is invalid. */
export function recurrenceOf(template: Row): Recurrence | undefined {
  const rule = readRule(textOf(template, 'rrule'))
  return rule && new Recurrence(rule, startOf(textOf(template, 'date')) / DAY_MS)
}

export function planNext(template: MutableRow, next: Occurrence | undefined): void {
  template.next_occurrence = next ? formatInstant(next.day * DAY_MS) : null
  template.occurrence = next?.index ?? 0
}

export function awaitNext({ world, organization }: Scope, resource: string, template: MutableRow): void {
  const next = textOrNull(template, 'next_occurrence')
  template.timer = rescheduleAt(world, numberOrNull(template, 'timer'), next?.slice(0, 10), {
    kind: RECURRENCE,
    scope: organization,
    data: { resource, number: template.number },
  })
}

/** The payload with the date of an occurrence and the template's company. Other dates move along (§11.6). */
export function occurrenceBody(fields: Fields, payload: Row, company: number, date: string): Row {
  const body: Record<string, unknown> = { ...payload, company_id: payload.company_id ?? company }
  const { date: own } = payload
  if (!isPlainDate(own)) return body
  for (const [member, { kind, presence }] of Object.entries(fields)) {
    const value = payload[member]
    if (kind === 'date' && presence !== 'none' && isPlainDate(value))
      body[member] = shifted(date, daysBetween(own, value))
  }
  return body
}

/** Capped at the first and the last supported date. */
const shifted = (date: string, days: number): string =>
  addDays(date, Math.max(daysBetween(date, FIRST_DATE), Math.min(days, daysBetween(date, LAST_DATE))))

/** Handles a due occurrence: creates its record and schedules the next one (§11.6). */
export function wakeRecurrence(world: World, { scope: organization, data, due }: Timer): void {
  const type = world.registry.type(textOf(data, 'resource'))
  const scope = { world, organization }
  const template = world.store.table(organization, type.definition.name).get(numberOf(data, 'number'))
  const recurrence = template && recurrenceOf(template)
  invariant(recurrence, `nothing recurs for ${type.definition.model} ${String(data.number)}`)
  const after: MutableRow = { ...template, timer: null, seen: due / DAY_MS }
  world.assumptions.noteUse('recurring-generation')
  const errors = template.recurring_type === 'automatic' ? generate(scope, type, template, due) : undefined
  if (errors) {
    world.assumptions.noteUse('recurring-failure')
    const record = { type: type.definition.name, number: numberOf(template, 'number') }
    const task = { kind: RECURRENCE, record, date: dateOf(due), part: 'occurrence' }
    noteUndone(scope, task, errors, 'skipped')
  } else after.last_generated = world.clock.instant
  planNext(after, recurrence.following({ day: due / DAY_MS, index: numberOf(template, 'occurrence') }))
  awaitNext(scope, type.definition.name, after)
  changeRow(scope, type.definition.name, after)
}

/** Creates the record of an occurrence with the rules of a request. Returns the errors if it is refused. */
function generate(
  scope: Scope,
  { definition }: CompiledType,
  template: Row,
  due: number,
): Errors | undefined {
  const { world } = scope
  const { creates, payload } = settingOf(definition, 'recurs')
  const target = world.registry.type(creates)
  const company = numberOf(template, 'company_id')
  const body = occurrenceBody(
    target.definition.fields,
    objectOf(template, payload) ?? {},
    company,
    dateOf(due),
  )
  const asDraft = world.assumptions.read('recurring-generation') === 'draft'
  return refusalErrors(scope.world, () => {
    create(
      // The template is the author of its records (§2.1).
      { ...scope, actor: namedAuthor('recurrence', textOf(template, 'name')) },
      target,
      asDraft ? { ...body, record_status: 'draft' } : body,
      (after) => {
        after.recurring_record_number = template.number
      },
    )
  })
}
