import type { AssumptionId } from 'accounting-simulator'
import { areAlike } from '../../kernel/are-alike'
import { getOrCreateList } from '../../kernel/get-or-create-list'
import type { Alternative } from './alternatives'
import { isSuccess } from './call'
import { type Checkpoints, type Turned, trailOf } from './checkpoints'
import { areStill } from './compare-limits'
import { aspectOf, type Difference, NEVER_SENT_COST } from './difference'
import { replayAlong, turnedTrail } from './incremental-replay'
import type { ReplayOutcome, Run } from './replay-run'
import type { Session } from './session'

/** The assumptions that fit a recording best, and how their other values compare. */
export interface AssumptionFindings {
  /** The run with the assumptions in force. */
  readonly base: Run
  readonly best: Run
  readonly turned: Turned
  /** The values that fit as well as the one in force, by id. */
  readonly fits: ReadonlyMap<AssumptionId, readonly unknown[]>
  /** Other assumptions that explain as much as a changed one. */
  readonly rivals: ReadonlyMap<AssumptionId, readonly Alternative[]>
  /** Assumptions whose other values only change answers that differ anyway. */
  readonly doubted: ReadonlySet<AssumptionId>
}

/** The cost of rate limits, which count only as a whole: one set must explain all (docs/replay.md). */
export const LIMITS_DIFFER = 30

const MOST_PASSES = 8

interface Tried extends ShownDifference {
  readonly cost: number
}

/** Finds the contradicted assumptions one at a time, the most helpful first, until no change helps. */
export async function searchAssumptions(
  session: Session,
  alternatives: readonly Alternative[],
): Promise<AssumptionFindings> {
  const trial = new AssumptionTrial(await trailOf(session))
  /** Every alternative that reduced the cost in some pass. */
  const helpful = new Map<string, Alternative>()
  /** Alternatives that made differences smaller but removed none. */
  const idle = new Set<string>()
  let tried: Tried[] = []
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    tried = []
    for (const alternative of alternatives)
      if (!trial.turned.has(alternative.id))
        tried.push({ alternative, ...(await trial.differenceWith(withFlip(trial.turned, alternative))) })
    const gains = tried
      .filter(({ alternative, cost }) => cost < trial.cost && !idle.has(JSON.stringify(alternative)))
      .sort((a, b) => a.cost - b.cost)
    for (const { alternative } of gains) helpful.set(JSON.stringify(alternative), alternative)
    if (gains.length === 0) {
      const found = await trial.turnBackIdle()
      if (found.length === 0) break
      for (const alternative of found) {
        idle.add(JSON.stringify(alternative))
        helpful.delete(JSON.stringify(alternative))
      }
    }
    for (const { alternative } of gains)
      if (!trial.turned.has(alternative.id))
        await trial.turnIf(withFlip(trial.turned, alternative), (cost) => cost < trial.cost)
    // Changes back an assumption if the other changes explain its differences, too.
    for (const id of [...trial.turned.keys()])
      await trial.turnIf(without(trial.turned, id), (cost) => cost <= trial.cost)
  }
  const fits = new Map<AssumptionId, unknown[]>()
  for (const { alternative } of tried) fits.set(alternative.id, [])
  for (const { alternative, cost } of tried)
    if (cost <= trial.cost) fits.get(alternative.id)?.push(alternative.value)
  const rivals = new Map<AssumptionId, Alternative[]>()
  const explains = async (id: AssumptionId, alternative: Alternative): Promise<boolean> =>
    (await trial.costWith(withFlip(without(trial.turned, id), alternative))) <= trial.cost
  for (const [id, value] of trial.turned) {
    const values = [value]
    for (const alternative of alternatives)
      if (alternative.id === id && alternative.value !== value && (await explains(id, alternative)))
        values.push(alternative.value)
    fits.set(id, values)
    for (const alternative of helpful.values())
      if (!trial.turned.has(alternative.id) && (await explains(id, alternative)))
        getOrCreateList(rivals, id).push(alternative)
  }
  const { base, best, turned } = trial
  return { base, best, turned, fits, rivals, doubted: doubtsOf(best, tried) }
}

const withFlip = (turned: Turned, { id, value }: Alternative): Turned => new Map([...turned, [id, value]])

const without = (turned: Turned, id: AssumptionId): Turned =>
  new Map([...turned].filter(([other]) => other !== id))

/** True if the run lacks some difference of the other run. */
function explains(run: Run, other: Run): boolean {
  if (run.isWhole && !other.isWhole) return true
  if (agreeOnAllLimits(run) && !agreeOnAllLimits(other)) return true
  return run.outcomes.some((outcome, at) => {
    const before = other.outcomes[at]
    if (before === undefined || outcome.notCompared !== undefined) return false
    const here = countsOf(outcome)
    return [...countsOf(before)].some(([aspect, count]) => count > (here.get(aspect) ?? 0))
  })
}

function countsOf({ differences }: ReplayOutcome): Map<string, number> {
  const counts = new Map<string, number>()
  for (const one of differences) counts.set(aspectOf(one), (counts.get(aspectOf(one)) ?? 0) + 1)
  return counts
}

const agreeOnAllLimits = ({ outcomes }: Run): boolean => outcomes.every((one) => one.agreesOnLimits)

/** The best set of assumptions so far, and the cost of others. */
class AssumptionTrial {
  best: Checkpoints
  cost: number

  constructor(
    /** The run with the assumptions in force. */
    readonly base: Checkpoints,
  ) {
    this.best = base
    this.cost = this.#sumOf(base)
  }

  get turned(): Turned {
    return this.best.turned
  }

  /** The cost of a set of assumptions. Above the best cost it is only a lower bound. */
  async costWith(turned: Turned): Promise<number> {
    return (await this.differenceWith(turned)).cost
  }

  /** The cost of an alternative, and the places where it changes answers without matching the recording. */
  async differenceWith(turned: Turned): Promise<Omit<Tried, 'alternative'>> {
    let sum = 0
    const places = new Set<string>()
    const isUseless = (outcome: ReplayOutcome): boolean => {
      sum += this.#costOf(outcome)
      const known = this.best.outcomes[outcome.call.index]?.differences ?? []
      for (const one of outcome.differences)
        if (!known.some(({ where, simulated }) => where === one.where && areAlike(simulated, one.simulated)))
          for (const place of placesOf(outcome, one)) places.add(place)
      return sum > this.cost
    }
    return { cost: this.#sumOf(await replayAlong(this.best, turned, isUseless)), places }
  }

  /** Changes back assumptions that remove no difference but only make some smaller, and returns them. */
  async turnBackIdle(): Promise<Alternative[]> {
    const found: Alternative[] = []
    for (const [id, value] of this.turned) {
      const back = await turnedTrail(this.best, without(this.turned, id))
      if (explains(this.best, back)) continue
      this.best = back
      this.cost = this.#sumOf(back)
      found.push({ id, value })
    }
    return found
  }

  async turnIf(turned: Turned, isEnough: (cost: number) => boolean): Promise<void> {
    const cost = await this.costWith(turned)
    if (!isEnough(cost)) return
    this.best = await turnedTrail(this.best, turned)
    this.cost = cost
  }

  #sumOf(run: Run): number {
    if (this.base.isWhole && !run.isWhole) return Number.POSITIVE_INFINITY
    const differences = run.outcomes.reduce((sum, outcome) => sum + this.#costOf(outcome), 0)
    const neverSent = new Set(run.outcomes.flatMap((outcome) => outcome.neverSent)).size * NEVER_SENT_COST
    return differences + neverSent + (agreeOnAllLimits(run) ? 0 : LIMITS_DIFFER)
  }

  /** The cost of an exchange. One that is no longer compared keeps its base cost, so that this is no gain. */
  #costOf({ call, cost, notCompared }: ReplayOutcome): number {
    const before = this.base.outcomes[call.index]
    if (before === undefined) return cost
    if (before.notCompared !== undefined) return 0
    return notCompared === undefined ? cost : Math.max(cost, before.cost, 1)
  }
}

/** The places where an alternative changes the answer without matching the recording. */
interface ShownDifference {
  readonly alternative: Alternative
  readonly places: ReadonlySet<string>
}

/** Formats of values. Another recorded format casts doubt on the assumption, even if no value fits. */
const FORMS: readonly (readonly [id: AssumptionId, form: RegExp])[] = [
  ['amount-rendering', /^-?\d+\.\d\d$/],
  ['instants', /^\d{4}-\d\d-\d\dT[\d:]{8}(\.\d{3})?Z$/],
]

/** Assumptions that cannot be confirmed, because they only affect answers that differ anyway. */
function doubtsOf({ outcomes }: Run, shown: readonly ShownDifference[]): ReadonlySet<AssumptionId> {
  const open = new Set<string>()
  for (const outcome of outcomes)
    for (const one of outcome.differences) for (const place of placesOf(outcome, one)) open.add(place)
  const doubted = new Set<AssumptionId>()
  for (const { alternative, places } of shown)
    if ([...places].some((place) => open.has(place))) doubted.add(alternative.id)
  if (areStill(outcomes.flatMap((one) => one.limits ?? []))) doubted.add('ratelimit-headers')
  for (const { recorded, simulated } of outcomes.flatMap(({ differences }) => differences))
    for (const [id, form] of FORMS)
      if (form.test(String(simulated)) && !(typeof recorded === 'string' && form.test(recorded)))
        doubted.add(id)
  return doubted
}

/** The place of a difference, and the whole that it belongs to: a refusal, or the shape of lists. */
function placesOf({ call }: ReplayOutcome, { where }: Difference): string[] {
  // The rate limit headers change together, so they count as one place.
  const place = where.replace(/x-ratelimit-.*/, 'x-ratelimit')
  if (where.startsWith('header')) return [place]
  if (!isSuccess(call.answer.status)) return [place, `the refusal of ${call.index}`]
  const isOfList = call.method === 'GET' && call.identifier === undefined && /^[^[]+$/.test(where)
  return isOfList && where !== 'status' ? [place, 'the shape of lists'] : [place]
}
