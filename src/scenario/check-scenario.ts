import { ADMIN_VERBS, type AdminVerb, checkArguments } from '../api/admin/admin-verbs'
import { OptionError, wrongOption } from '../errors/option-error'
import {
  anyObject,
  anything,
  arrayOf,
  checkMembers,
  choice,
  filledText,
  form,
  isObject,
  isTrue,
  members,
  optional,
  type Reader,
  whole,
} from '../errors/reader'
import { faultReach } from '../service/fault-reach'
import { checkFault, type FaultWorld } from '../service/http/faults/check-fault'
import { checkJson } from './check-json'
import { checkReferences } from './references'
import { checkTime } from './step-time'
import { triggerOf } from './step-trigger'
import { WEBHOOK_DIRECTIONS } from './webhook-directions'

/** The world that a scenario is checked against. */
export type Known = FaultWorld

const TIMES = ['at', 'repeat', 'when', 'as', 'note']

const id = form<unknown>('a number or a reference', (given) => Number.isSafeInteger(given) || isObject(given))
const name = form<string>(
  'a word such as "rent" other than apiKey',
  (given) => typeof given === 'string' && /^[A-Za-z]\w*$/.test(given) && given !== 'apiKey',
)
const webhooks = choice(Object.keys(WEBHOOK_DIRECTIONS))
const call = members({
  call: choice(Object.keys(ADMIN_VERBS) as AdminVerb[]),
  with: optional(anyObject),
  as: optional(name),
})

/** The reader of each action of a step. */
function actionsIn(known: Known): Readonly<Record<string, Reader<unknown>>> {
  const record = choice(known.registry.definitions.map((definition) => definition.name))
  const approval = members({ approve: record, by: optional(id) })
  const rejection = members({ reject: record, reason: filledText, by: optional(id) })
  return {
    inject: (given, option) => checkFault(known, faultReach(known.registry), given, option),
    clearFaults: isTrue,
    create: members({ record, body: anyObject, as: optional(name) }),
    update: members({ record, id, body: anyObject }),
    remove: members({ record, id }),
    admin(given, option) {
      const read = call(given, option)
      checkArguments(read.call, read.with, `${option}.with`)
    },
    approvals: (given, option) =>
      (isObject(given) && 'reject' in given ? rejection : approval)(given, option),
    webhooks,
    expect: members({ record, query: optional(anyObject), count: whole(0) }),
  }
}

/**
 * @throws OptionError that names the step, such as `steps[3].inject.then.status`. Bodies of records are not
 * checked; the world that plays the scenario does that.
 */
export function checkScenario(scenario: unknown, known: Known): void {
  if (!isObject(scenario)) throw wrongOption('scenario', 'an object of name and steps', scenario)
  checkJson(scenario, '')
  const steps = arrayOf(stepReader(known), 'an array of at least one step', 1)
  const described = { description: optional(filledText), lesson: optional(filledText) }
  members({ name: filledText, ...described, steps })(scenario, '')
  checkReferences(scenario as { steps: readonly Readonly<Record<string, unknown>>[] })
}

function stepReader(known: Known): Reader<void> {
  const actions = actionsIn(known)
  const names = Object.keys(actions)
  const when = optional(triggerOf(known))
  const words = members({ when, as: optional(name), note: optional(filledText), step: anything })
  return (step, option) => {
    checkMembers(
      option,
      step,
      [...TIMES, ...names],
      'an object such as { at: "2 days", inject: { then: { status: 503 } } }',
    )
    const given = step as Readonly<Record<string, unknown>>
    const chosen = names.filter((one) => given[one] !== undefined)
    if (chosen.length !== 1)
      throw new OptionError(
        option,
        `${option} must have exactly one of ${names.join(', ')}, not ${chosen.length}`,
      )
    checkTime(given, option)
    words({ when: given.when, as: given.as, note: given.note }, option)
    for (const one of chosen) actions[one]?.(given[one], `${option}.${one}`)
  }
}
