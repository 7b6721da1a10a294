import type { Plan } from '../plan/plan'
import type { BudgetLimits, ExperimentSettings } from '../read-experiment'
import { isExchange, type PlanOutcome } from '../run/events'
import { type Operation, operationsOf } from './operations'
import { inOrder, type Numbered, type PlanRunner, type PlayedPlan } from './plan-runner'
import { edgesOf } from './reactions-alike'
import { restingOn } from './resting-on'
import { isOwn, PlanHashes, type Shard } from './shard'
import { shrink } from './shrink'
import { stagesOf } from './stages'

export interface SearchResult {
  readonly calm: PlanOutcome
  /** The plans that were played, the calm ones included, those of shrinking not. */
  readonly runs: number
  /** Of the whole search: the number of the last plan, and how many of the first ones each shard plays. */
  readonly last: number
  readonly base: number
  /** Names the plans of the whole search up to the last one, the calm runs left out. */
  readonly plans: string
  /** Plans played to shrink the failing one. */
  readonly shrinkRuns?: number
  readonly failed?: PlanOutcome
  /** The assumptions that the failure rests on. */
  readonly assumptions?: readonly string[]
  /** The second calm run, if it differs from the first. */
  readonly unlike?: PlanOutcome
  readonly news: SearchCoverage
  /** The kept plans of which nothing happened. */
  readonly vain: readonly PlanOutcome[]
  /** The limit that ended the search before it was over. */
  readonly endedBy?: keyof BudgetLimits
  /** The parts of the search that the budget did not suffice for. */
  readonly left: readonly string[]
}

/** The things that the plans of a search showed, each with the number of the first plan that showed it. */
export interface SearchCoverage {
  readonly operations: Map<string, { readonly operation: Operation; readonly at: number }>
  /** For each operation, the kinds of misfortune that happened to it. */
  readonly hit: Map<string, Map<string, number>>
  /** From one exchange and its answer to the next, and to the writes. */
  readonly transitions: Map<string, number>
  /** The texts on what was there for nothing in the calm run, each with the first plan that used it, or null. */
  readonly idle: Map<string, number | null>
}

export type SearchProgress = Pick<SearchResult, 'runs' | 'last' | 'news'>

type SearchSettings = Pick<ExperimentSettings, 'world' | 'kept' | 'kinds' | 'seed' | 'shard'> & {
  readonly limits: Omit<BudgetLimits, 'time'>
}

/**
 * Looks for a plan that the program does not survive: two calm runs, kept plans, each misfortune alone, then at
 * each request and try in turn with two of them where the program reacts, then random plans. `isTimeUp` ends it after
 * the running plan. A shard plays its share of the same plans.
 */
export async function searchPlans(
  settings: SearchSettings,
  player: PlanRunner,
  isTimeUp: () => boolean,
  onPlan: (progress: SearchProgress) => void = () => undefined,
): Promise<SearchResult> {
  const { limits } = settings
  const calm = await player.play([])
  const news: SearchCoverage = {
    operations: new Map(),
    hit: new Map(),
    transitions: new Map(),
    idle: idleIn(calm),
  }
  note(news, { outcome: calm, at: 1 })
  const vain: PlanOutcome[] = []
  const begun = { calm, news, vain, left: [], plans: '' }
  const trail = new PlanHashes()
  if (calm.complaints.length > 0) return { ...begun, runs: 1, last: 1, base: 1, failed: calm }
  const again = await player.play([])
  if (calm.fingerprint.join('\n') !== again.fingerprint.join('\n'))
    return { ...begun, runs: 2, last: 2, base: 2, unlike: again }
  const stages = stagesOf(settings, operationsOf(calm), calm)
  const played: PlanOutcome[] = []
  let runs = 2
  let last = 2
  let base = 2
  let requests = exchangesIn(calm) + exchangesIn(again)
  const endedBy = (): keyof BudgetLimits | undefined => {
    if (last >= limits.runs) return 'runs'
    if (requests >= limits.requests) return 'requests'
    return isTimeUp() ? 'time' : undefined
  }
  for (const [position, stage] of stages.entries()) {
    const before = last
    const ended = (): SearchResult => ({
      ...begun,
      plans: trail.upTo(last - CALM_RUNS),
      runs,
      last,
      base: stage.isDivided ? base : last,
      left: stages.slice(position).flatMap((one) => one.leftAfter(one === stage ? last - before : 0)),
    })
    const spent = endedBy()
    if (spent) return { ...ended(), endedBy: spent }
    const plans = numbered(
      stage.plans(played),
      before,
      limits.runs,
      trail,
      stage.isDivided ? settings.shard : undefined,
    )
    for await (const one of inOrder(plans, player)) {
      const { outcome } = one
      runs += 1
      last = one.at
      requests += exchangesIn(outcome)
      if (!stage.isDivided) played.push(outcome)
      note(news, one)
      if (stage === stages[0] && outcome.met.length === 0) vain.push(outcome)
      onPlan({ runs, last, news })
      if (outcome.complaints.length > 0) {
        let shrinkRuns = 0
        const failed = await shrink(outcome, (plan) => {
          if (plan.length === 0) return Promise.resolve(calm)
          shrinkRuns += 1
          return player.play(plan)
        })
        if (failed) {
          const assumptions = await restingOn(failed, calm, settings.world, (plan, otherwise) =>
            player.play(plan, otherwise),
          )
          return { ...ended(), shrinkRuns, failed, assumptions }
        }
      }
      const limit = endedBy()
      if (limit) return { ...ended(), endedBy: limit }
    }
    last = plans.last
    if (last >= limits.runs) return { ...ended(), endedBy: 'runs' }
    if (!stage.isDivided) base = last
  }
  return { ...begun, plans: trail.upTo(last - CALM_RUNS), runs, last, base }
}

const CALM_RUNS = 2

/** The plans with their numbers, up to the limit; those of the other shards are left out. */
function numbered(
  plans: Iterable<Plan>,
  before: number,
  limit: number,
  trail: PlanHashes,
  shard: Shard | undefined,
): Iterable<Numbered> & { readonly last: number } {
  let last = before
  return {
    get last() {
      return last
    },
    *[Symbol.iterator]() {
      for (const plan of plans) {
        if (last >= limit) return
        last += 1
        trail.note(plan)
        if (!shard || isOwn(shard, last)) yield { plan, at: last }
      }
    },
  }
}

/** Requests and deliveries. */
const exchangesIn = ({ events }: PlanOutcome): number => events.filter(isExchange).length

const idleIn = ({ idle = [] }: PlanOutcome): SearchCoverage['idle'] =>
  new Map(idle.map((text) => [text, null]))

function note({ operations, hit, transitions, idle }: SearchCoverage, { outcome, at }: PlayedPlan): void {
  for (const operation of operationsOf(outcome))
    if (!operations.has(operation.on)) operations.set(operation.on, { operation, at })
  for (const edge of edgesOf(outcome)) if (!transitions.has(edge)) transitions.set(edge, at)
  for (const [text, first] of idle) if (first === null && !outcome.idle?.includes(text)) idle.set(text, at)
  for (const index of outcome.met) {
    const { on, do: kind } = outcome.plan[index] as Plan[number]
    const kinds = hit.get(on) ?? new Map<string, number>()
    if (!kinds.has(kind)) kinds.set(kind, at)
    hit.set(on, kinds)
  }
}
