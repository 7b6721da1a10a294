import { addDuration, type DurationInput, parseDuration } from '../kernel/duration'
import { perhaps } from '../kernel/nearest-name'
import { OptionError } from '../option-error'
import type { Budget, Experiment } from './experiment'
import { checkPlan } from './plan/check-plan'
import { isKindName, isProfile, KIND_NAMES, type KindName, kindsOf, OTHERS } from './plan/kinds'
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
    throw new OptionError('experiment', 'an experiment is { world, start, check, ... }')
  const unknown = Object.keys(experiment).find((name) => !OPTIONS.includes(name))
  if (unknown !== undefined)
    throw new OptionError(
      unknown,
      `there is no option ${unknown}${perhaps(unknown, OPTIONS)}; there are ${OPTIONS.join(', ')}`,
    )
  const { world, start, check, webhookUrl, faults = 'production', others = false } = experiment
  if (typeof world?.fork !== 'function') throw new OptionError('world', 'world must be a simulator')
  if (world.clock.isLive)
    throw new OptionError(
      'world',
      "world must have the clock 'manual' or 'auto', because plans run on virtual time",
    )
  if (typeof start !== 'function')
    throw new OptionError('start', 'start must be a function that makes the program')
  if (typeof check !== 'function')
    throw new OptionError('check', 'check must be a function that returns complaints')
  if (webhookUrl !== undefined && !URL.canParse(webhookUrl))
    throw new OptionError('webhookUrl', 'webhookUrl must be a URL')
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
    kept: (experiment.kept ?? []).map((plan, index) => checkPlan(plan, `kept[${index}]`)),
    workers: wholeNumber('workers', experiment.workers ?? 1, 1),
    module: experiment.module === undefined ? undefined : String(experiment.module),
  }
}

function readBudget(budget: Budget | undefined): Limits {
  if (budget === undefined) return DEFAULT_LIMITS
  const unknown = Object.keys(budget).find((name) => !(name in DEFAULT_LIMITS))
  if (unknown !== undefined)
    throw new OptionError(`budget.${unknown}`, `budget has no ${unknown}; it has runs, requests, time`)
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
  if (!Array.isArray(chosen) || !chosen.every(isKindName))
    throw new OptionError(
      'faults',
      `faults must be 'network', 'production' or 'cosmic', or a list of some of ${KIND_NAMES.join(', ')}`,
    )
  return [...chosen, ...(others ? OTHERS.filter((name) => !chosen.includes(name)) : [])]
}

function wholeNumber(option: string, value: number, least: number): number {
  if (!Number.isSafeInteger(value) || value < least)
    throw new OptionError(option, `${option} must be a whole number from ${least}`)
  return value
}

/** A number is milliseconds already. */
function milliseconds(option: string, value: DurationInput | number): number {
  if (typeof value === 'number') return wholeNumber(option, value, 0)
  return addDuration(0, parseDuration(value))
}
