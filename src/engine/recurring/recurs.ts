import { DAY_MS } from '../../kernel/civil-day'
import { isObject } from '../../kernel/is-object'
import { jsonCopy } from '../../kernel/json-copy'
import { settingOf } from '../model/compiled-type'
import { messages, messagesWithin } from '../model/refusals'
import { numberOf, objectOf, textOf } from '../model/row'
import { RULE_LENGTH } from '../schema/field-groups'
import { dryRun } from '../write/all-or-nothing'
import { defineBehaviour } from '../write/behaviour'
import { knownMembers } from '../write/read-body'
import { create } from '../write/verbs'
import type { Write } from '../write/write'
import { awaitNext, occurrenceBody, planNext, recurrenceOf } from './template'

/** Templates that create records on the dates of a rule (§11.6). `seen` is the last day that is over. */
export const recurs = defineBehaviour('recurs', 'recurs', {
  columns: () => ({ occurrence: 0, timer: null, seen: null }),

  references(write) {
    write.world.assumptions.noteUse('rrule-start')
    if (write.before) write.world.assumptions.noteUse('recurring-edit-delete')
    const { length } = textOf(write.after, 'rrule')
    if (length < RULE_LENGTH.least || length > RULE_LENGTH.most)
      write.problems.add('rrule', messages.length(RULE_LENGTH.least, RULE_LENGTH.most))
    else if (!recurrenceOf(write.after)) write.problems.add('rrule', messages.recurrence)
    readPayload(write)
  },

  limits(write) {
    const { after } = write
    const recurrence = recurrenceOf(after)
    if (!recurrence || !isObject(payloadOf(write))) return
    const seen = seenBy(write)
    planNext(after, after.status === 'active' ? recurrence.after(seen) : undefined)
    if (isRescheduled(write)) after.seen = seen
    tryPayload(write)
  },

  effect(write) {
    if (write.before && write.before.next_occurrence === write.after.next_occurrence) return
    awaitNext(write, write.definition.name, write.after)
  },

  removed({ world, after }) {
    if (after.timer !== null) world.clock.cancel(numberOf(after, 'timer'))
  },
})

const rules = ({ definition }: Write) => settingOf(definition, 'recurs')
const payloadOf = (write: Write): unknown => write.after[rules(write).payload]

/** Copies the payload, because rows are frozen and the original belongs to the caller. */
function readPayload(write: Write): void {
  const { creates, payload: member } = rules(write)
  const payload = payloadOf(write)
  if (!isObject(payload)) {
    write.problems.add(member, messages.type('object'))
    return
  }
  const copy = jsonCopy(payload)
  // Strict worlds keep unknown members here, so that the dry run of the payload refuses them.
  const isStrict = write.world.assumptions.read('unknown-members') === 'reject'
  const { fields } = write.world.registry.type(creates).definition
  write.after[member] = isStrict ? copy : knownMembers(fields, copy)
}

/** The last day whose occurrence is over. An occurrence due at this instant is over once it was handled. */
function seenBy({ before, world }: Write): number {
  const past = Math.ceil(world.clock.now / DAY_MS) - 1
  if (!before) return past
  const seen = numberOf(before, 'seen')
  const isKept = before.status === 'inactive' && world.assumptions.read('recurring-inactive') === 'catch-up'
  return isKept ? seen : Math.max(seen, past)
}

const isRescheduled = ({ before, after }: Write): boolean =>
  !before || ['rrule', 'date', 'status'].some((member) => before[member] !== after[member])

/** Checks the payload with a dry run on the next date of the rule. */
function tryPayload(write: Write): void {
  const { world, after } = write
  const { creates, payload: member } = rules(write)
  const target = world.registry.type(creates)
  const payload = objectOf(after, member) ?? {}
  const { company_id: company } = payload
  if (typeof company === 'number' && company !== after.company_id) {
    write.problems.add(member, messages.mismatch('Company', company, 'company'))
    return
  }
  const date = after.next_occurrence === null ? payload.date : textOf(after, 'next_occurrence').slice(0, 10)
  const body = occurrenceBody(target.definition.fields, payload, numberOf(after, 'company_id'), String(date))
  const refusal = dryRun(world, () => create(write, target, body))
  if (refusal)
    for (const message of messagesWithin(refusal)) write.problems.add(member, message, refusal.detail)
}
