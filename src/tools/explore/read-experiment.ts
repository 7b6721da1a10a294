import { OptionError, wrongChoice, wrongOption } from '../../errors/option-error'
import { addDuration, type DurationInput, parseDuration } from '../../kernel/duration'
import { DurationError } from '../../kernel/duration-error'
import { perhaps } from '../../kernel/nearest-name'
import type { Budget, Experiment } from './experiment'
import { checkPlan } from './plan/check-plan'
import { isKindName, isProfile, KIND_NAMES, type KindName, kindsOf, OTHERS, PROFILES } from './plan/kinds'
import type { Plan } from './plan/plan'

/** Where a search ends at the latest. */
export interface Limits {
  readonly runs: number
  /** Requests and deliveries. */
  readonly requests: number
  /** Real milliseconds. */
  readonly time: number
}

/**
 * Most experiments need far less. On an idle machine the requests end a search that finds nothing before its time does,
 * so its report is repeatable.
 */
const DEFAULT_LIMITS: Limits = { runs: 1000, requests: 20_000, time: 30_000 }

/** An experiment with every option filled in. Times are milliseconds. */
export interface Settings extends Pick<Experiment, 'world' | 'start' | 'check'> {
  readonly webhookUrl: string | undefined
  /** Undefined: three, or two for a program that only receives. */
  readonly rounds: number | undefined
  readonly every: number
  readonly kinds: readonly KindName[]
  readonly latency: number
  readonly limits: Limits
  readonly seed: number
  readonly kept: readonly Plan[]
  readonly workers: number
  readonly module: string | undefined
}

const OPTIONS = [
  'world',
  'start',
  'webhookUrl',
  'rounds',
  'every',
  'faults',
  'others',
  'latency',
  'budget',
  'seed',
  'kept',
  'workers',
  'module',
  'check',
]

/** @throws OptionError naming the invalid option */
export function readExperiment<Report>(experiment: Experiment<Report>): Settings {
  if (typeof experiment !== 'object' || experiment === null)
    throw wrongOption('experiment', 'an object with world, start and check', experiment)
  const unknown = Object.keys(experiment).find((name) => !OPTIONS.includes(name))
  if (unknown !== undefined)
    throw new OptionError(
      unknown,
      `there is no option ${unknown}${perhaps(unknown, OPTIONS)}; there are ${OPTIONS.join(', ')}`,
    )
  const { world, start, check, webhookUrl, faults = 'production', others = false } = experiment
  if (typeof world?.fork !== 'function')
    throw wrongOption('world', 'a simulator, such as createSimulator()', world)
  if (world.clock.isLive)
    throw new OptionError(
      'world',
      "world must have the clock 'manual' or 'auto', not 'live', because plans run on virtual time",
    )
  if (typeof start !== 'function') throw wrongOption('start', 'a function that makes the program', start)
  if (typeof check !== 'function') throw wrongOption('check', 'a function that returns complaints', check)
  if (webhookUrl !== undefined && !URL.canParse(webhookUrl))
    throw wrongOption('webhookUrl', "a URL such as 'https://app.example/hooks'", webhookUrl)
  return {
    world,
    start,
    check: check as Settings['check'],
    webhookUrl,
    rounds: experiment.rounds === undefined ? undefined : wholeNumber('rounds', experiment.rounds, 1),
    every: milliseconds('every', experiment.every ?? '1 day'),
    kinds: readKinds(faults, others),
    latency: milliseconds('latency', experiment.latency ?? '500 milliseconds'),
    limits: readBudget(experiment.budget),
    seed: wholeNumber('seed', experiment.seed ?? 1, 0),
    kept: readKept(experiment.kept ?? []),
    workers: wholeNumber('workers', experiment.workers ?? 1, 1),
    module: experiment.module === undefined ? undefined : String(experiment.module),
  }
}

function readKept(kept: unknown): Plan[] {
  if (!Array.isArray(kept)) throw wrongOption('kept', 'an array of plans', kept)
  return kept.map((plan, index) => checkPlan(plan, `kept[${index}]`))
}

function readBudget(budget: Budget | undefined): Limits {
  if (budget === undefined) return DEFAULT_LIMITS
  if (typeof budget !== 'object' || budget === null)
    throw wrongOption('budget', 'an object with runs, requests and time', budget)
  const unknown = Object.keys(budget).find((name) => !(name in DEFAULT_LIMITS))
  if (unknown !== undefined)
    throw new OptionError(
      `budget.${unknown}`,
      `budget has no ${unknown}${perhaps(unknown, Object.keys(DEFAULT_LIMITS))}; it has runs, requests and time`,
    )
  const { runs, requests, time } = budget
  if (runs === undefined && requests === undefined && time === undefined) return DEFAULT_LIMITS
  return {
    runs: runs === undefined ? Number.POSITIVE_INFINITY : wholeNumber('budget.runs', runs, 1),
    requests: requests === undefined ? Number.POSITIVE_INFINITY : wholeNumber('budget.requests', requests, 1),
    time: time === undefined ? Number.POSITIVE_INFINITY : milliseconds('budget.time', time),
  }
}

function readKinds(faults: Experiment['faults'], others: boolean): KindName[] {
  const chosen = isProfile(faults) ? kindsOf(faults) : faults
  if (!Array.isArray(chosen)) throw wrongFaults(chosen)
  const wrong = chosen.findIndex((name) => !isKindName(name))
  if (wrong >= 0) throw wrongChoice('faults', KIND_NAMES, chosen[wrong])
  return [...chosen, ...(others ? OTHERS.filter((name) => !chosen.includes(name)) : [])]
}

function wrongFaults(given: unknown): OptionError {
  const known = `one of ${PROFILES.join(', ')}, or an array of ${KIND_NAMES.join(', ')}`
  const meant = typeof given === 'string' ? perhaps(given, PROFILES) : ''
  if (meant === '') return wrongOption('faults', known, given)
  return new OptionError('faults', `faults: there is no ${given}${meant}; it is ${known}`)
}

function wholeNumber(option: string, value: number, least: number): number {
  if (!Number.isSafeInteger(value) || value < least)
    throw wrongOption(option, `a whole number from ${least}`, value)
  return value
}

/** A number is milliseconds already. */
function milliseconds(option: string, value: DurationInput | number): number {
  if (typeof value === 'number') return wholeNumber(option, value, 0)
  try {
    return addDuration(0, parseDuration(value))
  } catch (error) {
    if (error instanceof DurationError) throw new OptionError(option, `${option}: ${error.message}`)
    throw error
  }
}
