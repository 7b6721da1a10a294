import type { AssumptionId } from 'accounting-simulator'
import { areStill } from './compare-limits'
import type { Outcome, Run } from './run'
import type { Session } from './session'
import type { Flip } from './switches'
import { type Trail, type Turned, trailOf } from './trail'
import { replayAlong, turnedTrail } from './walk'

/** The set of assumptions that agrees best with a recording, and how each other value fares with it. */
export interface Findings {
  /** As the simulator was asked for. */
  readonly base: Run
  readonly best: Run
  readonly turned: Turned
  /** The values that agree as well as the one in force, by id. */
  readonly fits: ReadonlyMap<AssumptionId, readonly unknown[]>
  /** Other assumptions that explain as much as a turned one. */
  readonly rivals: ReadonlyMap<AssumptionId, readonly Flip[]>
  /** Assumptions whose other values show only where the recording differs anyway. */
  readonly doubted: ReadonlySet<AssumptionId>
}

/** Limits prove something only if one set of assumptions explains all of them (docs/replay.md). */
export const LIMITS_DIFFER = 30

const MOST_PASSES = 8

interface Tried {
  readonly flip: Flip
  readonly cost: number
  /** The places where it differs otherwise. */
  readonly places: ReadonlySet<string>
}

/** Looks for the assumptions that a recording contradicts: one at a time, the strongest first, until none helps. */
export async function search(session: Session, flips: readonly Flip[]): Promise<Findings> {
  const trial = new Trial(await trailOf(session))
  /** Everything that helped at some time. */
  const helpful = new Map<string, Flip>()
  let tried: Tried[] = []
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    tried = []
    for (const flip of flips)
      if (!trial.turned.has(flip.id))
        tried.push({ flip, ...(await trial.differenceWith(withFlip(trial.turned, flip))) })
    const gains = tried.filter(({ cost }) => cost < trial.cost).sort((a, b) => a.cost - b.cost)
    for (const { flip } of gains) helpful.set(JSON.stringify(flip), flip)
    if (gains.length === 0) break
    for (const { flip } of gains)
      if (!trial.turned.has(flip.id))
        await trial.turnIf(withFlip(trial.turned, flip), (cost) => cost < trial.cost)
    // What the others explain as well is not needed.
    for (const id of [...trial.turned.keys()])
      await trial.turnIf(without(trial.turned, id), (cost) => cost <= trial.cost)
  }
  const fits = new Map<AssumptionId, unknown[]>()
  for (const { flip } of tried) fits.set(flip.id, [])
  for (const { flip, cost } of tried) if (cost <= trial.cost) fits.get(flip.id)?.push(flip.value)
  const rivals = new Map<AssumptionId, Flip[]>()
  const explains = async (id: AssumptionId, flip: Flip): Promise<boolean> =>
    (await trial.costWith(withFlip(without(trial.turned, id), flip))) <= trial.cost
  for (const [id, value] of trial.turned) {
    const values = [value]
    for (const flip of flips)
      if (flip.id === id && flip.value !== value && (await explains(id, flip))) values.push(flip.value)
    fits.set(id, values)
    for (const flip of helpful.values())
      if (!trial.turned.has(flip.id) && (await explains(id, flip)))
        rivals.set(id, [...(rivals.get(id) ?? []), flip])
  }
  const { base, best, turned } = trial
  const unexplained = best.outcomes.flatMap(({ differences }) => differences)
  const open = new Set(unexplained.map(({ where }) => placeOf(where)))
  const doubted = new Set<AssumptionId>(
    tried.flatMap(({ flip, places }) => ([...places].some((place) => open.has(place)) ? [flip.id] : [])),
  )
  const limits = best.outcomes.flatMap((one) => one.limits ?? [])
  if (areStill(limits)) doubted.add('ratelimit-headers')
  for (const { recorded, simulated } of unexplained)
    for (const [id, form] of FORMS)
      if (form.test(String(simulated)) && !(typeof recorded === 'string' && form.test(recorded)))
        doubted.add(id)
  return { base, best, turned, fits, rivals, doubted }
}

/** How values are written; another form speaks against the assumption, though its other values explain it no better. */
const FORMS: readonly (readonly [id: AssumptionId, form: RegExp])[] = [
  ['amount-rendering', /^-?\d+\.\d\d$/],
  ['instants', /^\d{4}-\d\d-\d\dT[\d:]{8}(\.\d{3})?Z$/],
]

/** The headers of a bucket are one place. */
const placeOf = (where: string): string => where.replace(/x-ratelimit-.*/, 'x-ratelimit')

const withFlip = (turned: Turned, { id, value }: Flip): Turned => new Map([...turned, [id, value]])

const without = (turned: Turned, id: AssumptionId): Turned =>
  new Map([...turned].filter(([other]) => other !== id))

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The best set of assumptions so far, and how much others differ from the recording. */
class Trial {
  best: Trail
  cost: number

  constructor(
    /** With the assumptions in force. */
    readonly base: Trail,
  ) {
    this.best = base
    this.cost = this.#sumOf(base)
  }

  get turned(): Turned {
    return this.best.turned
  }

  /** How much a set of assumptions differs; only roughly if it is more than the best one does. */
  async costWith(turned: Turned): Promise<number> {
    return (await this.differenceWith(turned)).cost
  }

  /** The same, with the places where the simulator then answers otherwise, and not as the recording does. */
  async differenceWith(turned: Turned): Promise<Omit<Tried, 'flip'>> {
    let sum = 0
    const places = new Set<string>()
    const isUseless = (outcome: Outcome): boolean => {
      sum += this.#costOf(outcome)
      const known = this.best.outcomes[outcome.call.index]?.differences ?? []
      for (const { where, simulated } of outcome.differences)
        if (!known.some((one) => one.where === where && isEqual(one.simulated, simulated)))
          places.add(placeOf(where))
      return sum > this.cost
    }
    return { cost: this.#sumOf(await replayAlong(this.best, turned, isUseless)), places }
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
    return differences + (run.outcomes.every(({ agreesOnLimits }) => agreesOnLimits) ? 0 : LIMITS_DIFFER)
  }

  /**
   * What the base run compared and another one does not counts as it did: an assumption gains nothing by making things
   * incomparable.
   */
  #costOf({ call, cost, notCompared }: Outcome): number {
    const before = this.base.outcomes[call.index]
    if (before === undefined) return cost
    if (before.notCompared !== undefined) return 0
    return notCompared === undefined ? cost : Math.max(cost, before.cost, 1)
  }
}
