import { ADMIN_VERBS, type AdminVerb, checkArguments } from '../api/admin/admin-verbs'
import { OptionError } from '../errors/option-error'
import { perhaps } from '../kernel/nearest-name'
import { faultReach } from '../service/fault-reach'
import { checkFault, type FaultWorld } from '../service/http/faults/check-fault'
import type { FaultOptions } from '../service/http/faults/fault-options'
import { checkJson } from './check-json'
import { checkShape, demand, demandForm, demandName, isObject, isText, type Shape } from './check-shape'
import { checkReferences } from './references'
import { checkTime } from './step-time'
import { checkTrigger } from './step-trigger'
import { WEBHOOK_DIRECTIONS } from './webhook-directions'

/** The world that a scenario is checked against. */
export type Known = FaultWorld

type Check = (value: unknown, path: string, known: Known) => void

const TIMES = ['at', 'repeat', 'when', 'as', 'note']

/** The check for each action of a step. */
const ACTIONS: Readonly<Record<string, Check>> = {
  inject: checkInjection,
  clearFaults: (value, path) => demandForm(value === true, path, 'true', value),
  create: shaped({ record: checkRecord, body: checkObject, as: optional(checkName) }),
  update: shaped({ record: checkRecord, id: checkId, body: checkObject }),
  remove: shaped({ record: checkRecord, id: checkId }),
  admin: checkCall,
  approvals: checkDecision,
  webhooks: oneOf(Object.keys(WEBHOOK_DIRECTIONS)),
  expect: shaped({ record: checkRecord, query: optional(checkObject), count: checkCount }),
}

/**
 * @throws OptionError that names the step, such as `steps[3].inject.then.status`. Bodies of records are not
 * checked; the world that plays the scenario does that.
 */
export function checkScenario(scenario: unknown, known: Known): void {
  demandForm(isObject(scenario), 'scenario', 'an object of name and steps', scenario)
  checkJson(scenario, '')
  const described = { description: optional(checkText), lesson: optional(checkText) }
  checkShape(scenario, '', { name: checkText, ...described, steps: checkSteps }, known)
  checkReferences(scenario as { steps: readonly Readonly<Record<string, unknown>>[] })
}

function checkSteps(steps: unknown, path: string, known: Known): void {
  demandForm(Array.isArray(steps) && steps.length > 0, path, 'an array of at least one step', steps)
  for (const [index, step] of steps.entries()) checkStep(step, `${path}[${index}]`, known)
}

function checkStep(step: unknown, path: string, known: Known): void {
  demandForm(
    isObject(step),
    path,
    'an object such as { at: "2 days", inject: { then: { status: 503 } } }',
    step,
  )
  const names = Object.keys(ACTIONS)
  for (const name of Object.keys(step))
    demand(
      names.includes(name) || TIMES.includes(name),
      `${path}.${name}`,
      `means nothing${perhaps(name, [...names, ...TIMES])}; ` +
        `a step has ${TIMES.join(', ')} and one of ${names.join(', ')}`,
    )
  const actions = names.filter((name) => step[name] !== undefined)
  demand(actions.length === 1, path, `must have exactly one of ${names.join(', ')}, not ${actions.length}`)
  checkTime(step, path)
  checkTrigger(step, path, known)
  if (step.as !== undefined) checkName(step.as, `${path}.as`)
  if (step.note !== undefined) checkText(step.note, `${path}.note`)
  for (const name of actions) ACTIONS[name]?.(step[name], `${path}.${name}`, known)
}

function checkInjection(value: unknown, path: string, known: Known): void {
  demandForm(isObject(value), path, 'an object such as { then: { status: 503 } }', value)
  below(path, () => checkFault(known, faultReach(known.registry), value as unknown as FaultOptions))
}

function checkCall(value: unknown, path: string, known: Known): void {
  demandForm(isObject(value), path, 'an object of call and with', value)
  checkShape(value, path, { call: checkVerb, with: optional(checkObject), as: optional(checkName) }, known)
  const given = value.with as Readonly<Record<string, unknown>> | undefined
  below(`${path}.with`, () => checkArguments(value.call as AdminVerb, given))
}

/** Prefixes the option of an OptionError with its path in the scenario. */
function below(path: string, check: () => void): void {
  try {
    check()
  } catch (error) {
    if (!(error instanceof OptionError)) throw error
    const where = `${path}.${error.option}`
    throw new OptionError(where, `${where}: ${error.message}`)
  }
}

function checkDecision(value: unknown, path: string, known: Known): void {
  demandForm(isObject(value), path, 'an object such as { approve: "invoices" }', value)
  const isRejection = 'reject' in value
  const shape = isRejection ? { reject: checkRecord, reason: checkText } : { approve: checkRecord }
  checkShape(value, path, { ...shape, by: optional(checkId) }, known)
}

function checkRecord(value: unknown, path: string, { registry }: Known): void {
  const records = registry.definitions.map(({ name }) => name)
  demandName(value, path, records)
}

function checkVerb(value: unknown, path: string): void {
  demandName(value, path, Object.keys(ADMIN_VERBS))
}

function checkId(value: unknown, path: string): void {
  demandForm(Number.isSafeInteger(value) || isObject(value), path, 'a number or a reference', value)
}

function checkCount(value: unknown, path: string): void {
  demandForm(
    Number.isSafeInteger(value) && (value as number) >= 0,
    path,
    'a whole number of 0 or more',
    value,
  )
}

function checkObject(value: unknown, path: string): void {
  demandForm(isObject(value), path, 'an object', value)
}

function checkText(value: unknown, path: string): void {
  demandForm(isText(value), path, 'a text', value)
}

function checkName(value: unknown, path: string): void {
  demandForm(
    typeof value === 'string' && /^[A-Za-z]\w*$/.test(value) && value !== 'apiKey',
    path,
    'a word such as "rent" other than apiKey',
    value,
  )
}

function optional(check: Check): Check {
  return (value, path, known) => {
    if (value !== undefined) check(value, path, known)
  }
}

function oneOf(values: readonly string[]): Check {
  return (value, path) => demandName(value, path, values)
}

function shaped(shape: Shape<Known>): Check {
  return (value, path, known) => {
    demandForm(isObject(value), path, `an object of ${Object.keys(shape).join(', ')}`, value)
    checkShape(value, path, shape, known)
  }
}
