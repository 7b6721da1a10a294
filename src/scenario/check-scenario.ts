import { ADMIN_VERBS, checkArguments } from '../api/admin/admin-verbs'
import { LIST_PARAMETERS } from '../engine/read/query'
import { demand, OptionError, wrongOption } from '../errors/option-error'
import * as read from '../errors/reader'
import { isObject, isPlainObject } from '../kernel/is-object'
import { memberNames } from '../kernel/member-names'
import { faultReach } from '../service/fault-reach'
import { checkFault, type FaultWorld } from '../service/http/faults/check-fault'
import { misspeltMembers } from '../service/http/unknown-names'
import { checkStepReferences } from './references'
import { checkTime } from './step-time'
import { triggerOf } from './step-trigger'
import { WEBHOOK_DIRECTIONS } from './webhook-directions'

const TIMES = ['at', 'repeat', 'when', 'as', 'note']

const id = read.form<unknown>(
  'a number or a reference',
  (given) => Number.isSafeInteger(given) || isObject(given),
)
const name = read.form<string>(
  'a word such as "rent" other than apiKey',
  (given) => typeof given === 'string' && /^[A-Za-z]\w*$/.test(given) && given !== 'apiKey',
)
const webhooks = read.oneOfNames(Object.keys(WEBHOOK_DIRECTIONS))
const call = read.members({
  call: read.oneOfNames(memberNames(ADMIN_VERBS)),
  with: read.orUndefined(read.anyObject),
  as: read.orUndefined(name),
})

function actionsIn(known: FaultWorld): Readonly<Record<string, read.Reader<unknown>>> {
  const { definitions } = known.registry
  const record = read.oneOfNames(definitions.map((definition) => definition.name))
  const approvable = read.oneOfNames(definitions.filter((one) => one.approvable).map((one) => one.name))
  const approval = read.members({ approve: approvable, by: read.orUndefined(id) })
  const rejection = read.members({ reject: approvable, reason: read.filledText, by: read.orUndefined(id) })
  const expectation = read.members({ record, query: read.orUndefined(read.anyObject), count: read.whole(0) })
  const withBody =
    (
      verb: 'create' | 'update',
      members: read.Reader<{ readonly record: string; readonly body: Readonly<Record<string, unknown>> }>,
    ): read.Reader<void> =>
    (given, option) => {
      const { record: type, body } = members(given, option)
      const [misspelt] = misspeltMembers(
        { operation: { verb, definition: known.registry.type(type).definition } },
        body,
      )
      if (misspelt)
        throw new OptionError(
          `${option}.body.${misspelt.place}`,
          `${option}.body.${misspelt.place} is not a known member, perhaps ${misspelt.meant}`,
        )
    }
  return {
    inject: (given, option) => checkFault(known, faultReach(known.registry), given, option),
    clearFaults: read.isTrue,
    create: withBody('create', read.members({ record, body: read.anyObject, as: read.orUndefined(name) })),
    update: withBody('update', read.members({ record, id, body: read.anyObject })),
    remove: read.members({ record, id }),
    admin(given, option) {
      const asked = call(given, option)
      checkArguments(asked.call, asked.with, `${option}.with`)
    },
    approvals: (given, option) =>
      (isObject(given) && 'reject' in given ? rejection : approval)(given, option),
    webhooks,
    expect(given, option) {
      const asked = expectation(given, option)
      const { filters } = known.registry.type(asked.record).definition
      read.checkMembers(`${option}.query`, asked.query ?? {}, [...LIST_PARAMETERS, ...Object.keys(filters)])
    },
  }
}

/**
 * @throws OptionError that names the step, such as `steps[3].inject.then.status`. The values in bodies of
 * records are not checked; the world that plays the scenario does that.
 */
export function checkScenario(scenario: unknown, known: FaultWorld): void {
  if (!isPlainObject(scenario) || !('name' in scenario || 'steps' in scenario))
    throw wrongOption(
      'scenario',
      "an object of name and steps, such as scenarios['lost-response'] of accounting-simulator/scenarios",
      scenario,
    )
  checkJson(scenario, '')
  const steps = read.arrayOf(stepReader(known), 'an array of at least one step', 1)
  const described = {
    description: read.orUndefined(read.filledText),
    lesson: read.orUndefined(read.filledText),
  }
  read.members({ name: read.filledText, ...described, steps })(scenario, '')
  checkStepReferences(scenario as { steps: readonly Readonly<Record<string, unknown>>[] })
}

function stepReader(known: FaultWorld): read.Reader<void> {
  const actions = actionsIn(known)
  const names = Object.keys(actions)
  const when = read.orUndefined(triggerOf(known))
  const words = read.members({
    when,
    as: read.orUndefined(name),
    note: read.orUndefined(read.filledText),
    step: read.unchecked,
  })
  return (step, option) => {
    read.checkMembers(
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

/** Checks that a value survives a round trip through JSON. The error names the path that does not. */
function checkJson(value: unknown, path: string, above: readonly unknown[] = []): void {
  const name = path === '' ? 'scenario' : path
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return
  if (typeof value === 'number') {
    demand(Number.isFinite(value), name, `cannot be ${value}: JSON has no such number`)
    return
  }
  demand(typeof value === 'object', name, `cannot be a ${typeof value}: JSON has none`)
  demand(!above.includes(value), name, 'contains itself')
  demand(
    Array.isArray(value) || isPlainObject(value),
    name,
    'must be a plain object, because JSON has no others',
  )
  const trail = [...above, value]
  if (Array.isArray(value))
    for (const [index, one] of value.entries()) checkJson(one, `${path}[${index}]`, trail)
  // An undefined member reads like an absent one.
  else
    for (const [member, one] of Object.entries(value))
      if (one !== undefined) checkJson(one, path === '' ? member : `${path}.${member}`, trail)
}
