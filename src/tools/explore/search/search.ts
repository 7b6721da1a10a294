import type { Mutable } from '../../../kernel/mutable'
import type { Plan } from '../plan/plan'
import type { BudgetLimits, ExperimentSettings } from '../read-experiment'
import { isExchange, type PlanOutcome } from '../run/events'
import { type Operation, operationsOf } from './operations'
import { inOrder, type Numbered, type PlanRunner, type PlayedPlan } from './plan-runner'
import { edgesOf } from './reactions-alike'
import { restingOn } from './resting-on'
import { isOwn, PlanHashes, type Shard } from './shard'
import { shrink } from './shrink'
import { type SearchStage, stagesOf } from './stages'

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
  readonly coverage: SearchCoverage
  /** The kept plans of which nothing happened. */
  readonly ineffective: readonly PlanOutcome[]
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

export type SearchProgress = Pick<SearchResult, 'runs' | 'last' | 'coverage'>

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
  const calm = await player.play([])
  const run = new SearchRun(settings, player, isTimeUp, onPlan, calm)
  if (calm.complaints.length > 0) return run.result({ failed: calm })
  const again = await player.play([])
  run.count({ outcome: again, at: CALM_RUNS })
  if (calm.fingerprint.join('\n') !== again.fingerprint.join('\n')) return run.result({ unlike: again })
  return run.playStages()
}

/** A search under way. It has the calm outcome from its beginning. */
class SearchRun {
  readonly #found: Mutable<SearchResult> & { readonly ineffective: PlanOutcome[] }
  readonly #hashes = new PlanHashes()
  /** The outcomes of stages that are not divided. */
  readonly #played: PlanOutcome[] = []
  #requests = 0

  constructor(
    private readonly settings: SearchSettings,
    private readonly player: PlanRunner,
    private readonly isTimeUp: () => boolean,
    private readonly onPlan: (progress: SearchProgress) => void,
    calm: PlanOutcome,
  ) {
    const coverage: SearchCoverage = {
      operations: new Map(),
      hit: new Map(),
      transitions: new Map(),
      idle: idleIn(calm),
    }
    this.#found = { calm, coverage, ineffective: [], left: [], plans: '', runs: 0, last: 0, base: 0 }
    this.count({ outcome: calm, at: 1 })
    note(coverage, { outcome: calm, at: 1 })
  }

  count({ outcome, at }: PlayedPlan, isDivided = false): void {
    this.#found.runs += 1
    this.#requests += outcome.events.filter(isExchange).length
    this.#reach(at, isDivided)
  }

  async playStages(): Promise<SearchResult> {
    const { calm, ineffective } = this.#found
    const stages = stagesOf(this.settings, operationsOf(calm), calm)
    for (const [position, stage] of stages.entries()) {
      const before = this.#found.last
      const end = await this.#play(stage, position === 0 ? ineffective : [])
      const leftOf = (one: SearchStage) => one.leftAfter(one === stage ? this.#found.last - before : 0)
      if (end) return this.result({ ...end, left: stages.slice(position).flatMap(leftOf) })
    }
    return this.result({})
  }

  result(end: Partial<SearchResult>): SearchResult {
    return { ...this.#found, plans: this.#hashes.upTo(this.#found.last - CALM_RUNS), ...end }
  }

  /** The end of the search, if it ends within the stage. */
  async #play(stage: SearchStage, ineffective: PlanOutcome[]): Promise<Partial<SearchResult> | undefined> {
    const { limits, shard } = this.settings
    const { last, coverage } = this.#found
    const { isDivided } = stage
    const spent = this.#spent()
    if (spent) return { endedBy: spent }
    const all = stage.plans(this.#played)
    const plans = numbered(all, last, limits.runs, this.#hashes, isDivided ? shard : undefined)
    for await (const one of inOrder(plans, this.player)) {
      const { outcome } = one
      this.count(one, isDivided)
      if (!isDivided) this.#played.push(outcome)
      note(coverage, one)
      if (outcome.met.length === 0) ineffective.push(outcome)
      this.onPlan(this.#found)
      const failure = outcome.complaints.length > 0 ? await this.#shrunk(outcome) : undefined
      if (failure) return failure
      const limit = this.#spent()
      if (limit) return { endedBy: limit }
    }
    this.#reach(plans.last, isDivided)
    return plans.last >= limits.runs ? { endedBy: 'runs' } : undefined
  }

  /** No shard has all outcomes of a divided stage, so all of them play the same up to the first one. */
  #reach(last: number, isDivided: boolean): void {
    this.#found.last = last
    if (!isDivided) this.#found.base = last
  }

  #spent(): keyof BudgetLimits | undefined {
    const { limits } = this.settings
    if (this.#found.last >= limits.runs) return 'runs'
    if (this.#requests >= limits.requests) return 'requests'
    return this.isTimeUp() ? 'time' : undefined
  }

  /** Undefined if the failure is only that a hold outlasts a time-out of the program. */
  async #shrunk(outcome: PlanOutcome): Promise<Partial<SearchResult> | undefined> {
    const { player, settings } = this
    const { calm } = this.#found
    let shrinkRuns = 0
    const failed = await shrink(outcome, (plan) => {
      if (plan.length === 0) return Promise.resolve(calm)
      shrinkRuns += 1
      return player.play(plan)
    })
    const play: PlanRunner['play'] = (plan, otherwise) => player.play(plan, otherwise)
    return failed && { shrinkRuns, failed, assumptions: await restingOn(failed, calm, settings.world, play) }
  }
}

const CALM_RUNS = 2

/** The plans with their numbers, up to the limit; those of the other shards are left out. */
function numbered(
  plans: Iterable<Plan>,
  before: number,
  limit: number,
  hashes: PlanHashes,
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
        hashes.note(plan)
        if (!shard || isOwn(shard, last)) yield { plan, at: last }
      }
    },
  }
}

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
