import { demand, wrongChoice, wrongOption } from '../../errors/option-error'
import * as read from '../../errors/reader'
import { isUrl } from '../../host-time/platform'
import type { Simulator } from '../../index'
import type { Experiment } from './experiment'
import { KeptPlans, usualProcesses } from './host/kept-plans'
import { checkPlan } from './plan/check-plan'
import { isProfile, KIND_NAMES, type KindName, kindsOf, OTHERS, PROFILES } from './plan/kinds'
import type { Plan } from './plan/plan'
import type { Shard } from './search/shard'

export interface BudgetLimits {
  readonly runs: number
  /** Requests and deliveries. */
  readonly requests: number
  /** Real milliseconds. */
  readonly time: number
}

/** Most experiments need far less. Requests end a search before its time does, so its report is repeatable. */
const DEFAULT_LIMITS: BudgetLimits = { runs: 1000, requests: 20_000, time: 30_000 }

/** An experiment with every option filled in. Times are milliseconds. */
export interface ExperimentSettings extends Pick<Experiment, 'world' | 'start' | 'check'> {
  readonly webhookUrl: string | undefined
  /** Undefined: three, or two for a program that only receives. */
  readonly rounds: number | undefined
  readonly every: number
  readonly kinds: readonly KindName[]
  /** True if records of a stranger were asked for: by `others`, or by the name of a kind. */
  readonly hasStrangers: boolean
  readonly latency: number
  readonly limits: BudgetLimits
  readonly seed: number
  readonly kept: readonly Plan[]
  /** Keeps what is found. */
  readonly keep?: (plan: Plan) => void
  readonly workers: number
  readonly module: string | undefined
  readonly shard?: Shard
}

const milliseconds = read.endAfter(0, 0)

const url = read.form<string>("a URL such as 'https://app.example/hooks'", isUrl)
const readBudget = read.members({
  runs: read.orUndefined(read.whole(1)),
  requests: read.orUndefined(read.whole(1)),
  time: read.orUndefined(milliseconds),
})

/** '3/8' is the third of eight. */
export const readShard: read.Reader<Shard> = (given, option) => {
  const [index, of] = ((typeof given === 'string' && /^(\d{1,4})\/(\d{1,4})$/.exec(given)) || [])
    .slice(1)
    .map(Number)
  if (!index || !of || index > of)
    throw wrongOption(option, "a share such as '3/8', from '1/8' to '8/8'", given)
  return { index, of }
}

const world: read.Reader<Simulator> = (given, option) => {
  const simulator = read.form<Simulator>(
    'a simulator, such as createSimulator()',
    (one) => typeof (one as Partial<Simulator> | null | undefined)?.fork === 'function',
  )(given, option)
  demand(
    !simulator.clock.isLive,
    option,
    "must have the clock 'manual' or 'auto', not 'live', because plans run on virtual time",
  )
  return simulator
}

const readOptions = read.members(
  {
    world,
    start: read.callback<Experiment['start']>('a function that makes the program'),
    check: read.callback<ExperimentSettings['check']>('a function that returns complaints'),
    webhookUrl: read.orUndefined(url),
    rounds: read.orUndefined(read.whole(1)),
    every: read.orElse(milliseconds, 86_400_000),
    faults: read.orElse(readKinds, kindsOf('production')),
    others: read.orElse(read.flag, false),
    latency: read.orElse(milliseconds, 500),
    budget: read.orUndefined(readBudget),
    seed: read.orElse(read.whole(0), 1),
    kept: read.orElse(readKept, { plans: [] }),
    workers: read.orUndefined(read.whole(1)),
    module: read.unchecked,
    shard: read.orUndefined(readShard),
  },
  'an object with world, start and check',
)

/** @throws OptionError naming the invalid option */
export function readExperiment<Report>(experiment: Experiment<Report>): ExperimentSettings {
  const { faults, others, budget = {}, module, webhookUrl, rounds, ...read } = readOptions(experiment, '')
  const { kept: file, workers, ...rest } = read
  for (const plan of file.plans) refuseUnknownTopics(read.world, plan)
  const isNamed = Array.isArray(experiment.faults)
  const { runs, requests, time } = Object.keys(budget).length === 0 ? DEFAULT_LIMITS : budget
  const endless = Number.POSITIVE_INFINITY
  return {
    ...rest,
    kept: file.plans,
    ...('add' in file && { keep: (plan: Plan) => file.add(plan) }),
    workers: workers ?? (module === undefined ? 1 : usualProcesses()),
    webhookUrl,
    rounds,
    kinds: [...faults, ...(others ? OTHERS.filter((name) => !faults.includes(name)) : [])],
    hasStrangers: others || isNamed,
    limits: { runs: runs ?? endless, requests: requests ?? endless, time: time ?? endless },
    module: module === undefined ? undefined : String(module),
  }
}

/** A program may call an operation that does not exist, but the service has no other topics. @throws OptionError */
export function refuseUnknownTopics(world: Simulator, plan: Plan): void {
  const topics = plan
    .flatMap(({ on, until }) => [on, until?.on ?? ''])
    .filter((on) => on.startsWith('DELIVERY '))
  if (topics.length === 0) return
  const { faults } = world.forkFor('dry run')
  for (const on of topics) faults.inject({ on, then: { duplicate: true } })
}

function readKept(given: unknown, option: string): KeptPlans | { readonly plans: readonly Plan[] } {
  if (typeof given === 'string' || given instanceof URL) return new KeptPlans(given, option)
  return { plans: read.arrayOf(checkPlan, 'an array of plans, or the name of a file')(given, option) }
}

function readKinds(given: unknown, option: string): KindName[] {
  if (isProfile(given)) return kindsOf(given)
  if (typeof given === 'string') throw wrongChoice(option, PROFILES, given)
  const names = read.arrayOf(
    read.oneOfNames(KIND_NAMES),
    `one of ${PROFILES.join(', ')}, or an array of ${KIND_NAMES.join(', ')}`,
  )(given, option)
  return [...new Set(names)]
}
