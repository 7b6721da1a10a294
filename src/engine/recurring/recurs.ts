import { DAY_MS } from '../../kernel/civil-day'
import type { Row } from '../../kernel/store'
import { texts } from '../model/messages'
import { numberOf, textOf } from '../model/row'
import { rehearse } from '../write/attempt'
import type { Capability } from '../write/behaviour'
import { create } from '../write/create'
import { knownMembers } from '../write/read-body'
import type { Work } from '../write/write'
import { RULE_LENGTH } from './rule'
import { awaitNext, occurrenceBody, planNext, recurrenceOf } from './template'

/**
 * Templates that write records of another type on the dates of a rule (docs/service.md §11.6). Beside its
 * members a template keeps the timer that it waits for, the place of the next occurrence in the rule, the
 * last day that it has dealt with and the occurrences that were refused.
 */
export const recurs: Capability = {
  name: 'recurs',
  appliesTo: (definition) => definition.recurs !== undefined,
  columns: () => ({ occurrence: 0, timer: null, seen: null, skipped: [] }),

  references(work) {
    work.world.assumptions.read('rrule-start')
    if (work.before) work.world.assumptions.read('recurring-edit-delete')
    const { length } = textOf(work.draft, 'rrule')
    if (length < RULE_LENGTH.least || length > RULE_LENGTH.most)
      work.problems.add('rrule', texts.length(RULE_LENGTH.least, RULE_LENGTH.most))
    else if (!recurrenceOf(work.draft)) work.problems.add('rrule', texts.recurrence)
    readPayload(work)
  },

  limits(work) {
    const { draft } = work
    const recurrence = recurrenceOf(draft)
    if (!recurrence || !isObject(payloadOf(work))) return
    const seen = seenBy(work)
    planNext(draft, draft.status === 'active' ? recurrence.after(seen) : undefined)
    if (isRescheduled(work)) draft.seen = seen
    tryPayload(work)
  },

  effect(work) {
    if (work.before && work.before.next_occurrence === work.draft.next_occurrence) return
    awaitNext(work.world, work.organization, work.definition.name, work.draft)
  },

  removed({ world, draft }) {
    if (draft.timer !== null) world.clock.cancel(numberOf(draft, 'timer'))
  },
}

const rules = (work: Work) => work.definition.recurs ?? { creates: '', payload: '' }
const payloadOf = (work: Work): unknown => work.draft[rules(work).payload]
const isObject = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The row keeps a payload of its own: rows are frozen, and this one belongs to the caller. */
function readPayload(work: Work): void {
  const { creates, payload: member } = rules(work)
  const payload = payloadOf(work)
  if (!isObject(payload)) {
    work.problems.add(member, texts.type('object'))
    return
  }
  const copy = JSON.parse(JSON.stringify(payload)) as Row
  // Strict worlds refuse unknown members when the payload is tried out.
  const isStrict = work.world.assumptions.read('unknown-members') === 'reject'
  const { fields } = work.world.machine.resource(creates).definition
  work.draft[member] = isStrict ? copy : knownMembers(fields, copy)
}

/**
 * The last day whose occurrence is not to come any more: what lies in the past is not made up for. An
 * occurrence at this very instant is still to come, unless it was dealt with already.
 */
function seenBy({ before, world }: Work): number {
  const past = Math.ceil(world.clock.now / DAY_MS) - 1
  if (!before) return past
  const seen = numberOf(before, 'seen')
  const isKept = before.status === 'inactive' && world.assumptions.read('recurring-inactive') === 'catch-up'
  return isKept ? seen : Math.max(seen, past)
}

const isRescheduled = ({ before, draft }: Work): boolean =>
  !before || ['rrule', 'date', 'status'].some((member) => before[member] !== draft[member])

/** The payload has to make a record on the next date of the rule; the record is taken back. */
function tryPayload(work: Work): void {
  const { world, draft, organization, actor } = work
  const { creates, payload: member } = rules(work)
  const target = world.machine.resource(creates)
  const payload = draft[member] as Row
  const { company_id: company } = payload
  if (typeof company === 'number' && company !== draft.company_id) {
    work.problems.add(member, texts.mismatch('Company', company, 'company'))
    return
  }
  const date = draft.next_occurrence === null ? payload.date : textOf(draft, 'next_occurrence').slice(0, 10)
  const body = occurrenceBody(target.definition.fields, payload, numberOf(draft, 'company_id'), String(date))
  const refusal = rehearse(world, () => create(world, target, organization, actor, body))
  for (const [name, messages] of Object.entries(refusal?.errors ?? {}))
    for (const message of messages)
      work.problems.add(member, name === '__all__' ? message : `${name}: ${message}`, refusal?.detail)
}
