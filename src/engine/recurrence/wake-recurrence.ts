import { DAY_MS } from '../../kernel/civil-day'
import type { Timer } from '../../kernel/clock'
import { invariant } from '../../kernel/invariant'
import { dateOf } from '../../kernel/plain-date'
import type { Row } from '../../kernel/store'
import { type Draft, numberOf, textOf } from '../columns'
import { create } from '../operations/create'
import type { Errors } from '../refusal'
import type { Resource } from '../resource'
import { touch } from '../save'
import { skipping } from '../skipping'
import { tryWriting } from '../try-writing'
import type { Actor, World } from '../world'
import { occurrenceBody } from './occurrence-body'
import { awaitNext, planNext, recurrenceOf } from './recurrence-timer'

/**
 * An occurrence of a template is due: makes its record, and waits for the next one (docs/service.md §11.6).
 */
export function wakeRecurrence(world: World, { scope: organization, data, due }: Timer): void {
  const resource = world.machine.resource(textOf(data, 'resource'))
  const table = world.store.table(organization, resource.definition.name)
  const template = table.get(numberOf(data, 'number'))
  const recurrence = template && recurrenceOf(template)
  invariant(recurrence, `nothing recurs for ${resource.definition.model} ${String(data.number)}`)
  const draft: Draft = { ...template, timer: null, seen: due / DAY_MS }
  world.assumptions.read('recurring-generation')
  const errors =
    template.recurring_type === 'automatic'
      ? generate(world, organization, resource, template, due)
      : undefined
  if (errors) {
    world.assumptions.read('recurring-failure')
    draft.skipped = skipping(template, { date: dateOf(due), at: world.clock.instant, errors })
  } else draft.last_generated = world.clock.instant
  planNext(draft, recurrence.following({ day: due / DAY_MS, index: numberOf(template, 'occurrence') }))
  awaitNext(world, organization, resource.definition.name, draft)
  touch(world, draft)
  table.put(draft)
}

/** Creates the record of an occurrence as a request would; what is wrong with it, if it is refused. */
function generate(
  world: World,
  organization: string,
  { definition }: Resource,
  template: Row,
  due: number,
): Errors | undefined {
  const { creates, payload } = definition.recurs ?? { creates: '', payload: '' }
  const target = world.machine.resource(creates)
  const company = numberOf(template, 'company_id')
  const body = occurrenceBody(target.definition.fields, template[payload] as Row, company, dateOf(due))
  const asDraft = world.assumptions.read('recurring-generation') === 'draft'
  return tryWriting(world, organization, () => {
    const row = create(
      world,
      target,
      organization,
      authorOf(template),
      asDraft ? { ...body, record_status: 'draft' } : body,
    )
    world.store.table(organization, creates).put({ ...row, recurring_record_number: template.number })
  })
}

/** Generated records say which template wrote them (docs/service.md §2.1). */
const authorOf = (template: Row): Actor => ({
  actor_type: 'recurrence',
  email: null,
  first_name: textOf(template, 'name'),
  last_name: null,
})
