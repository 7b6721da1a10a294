import type { AssumptionId, AssumptionOverrides } from 'accounting-simulator'
import type { Outcome, Run } from './run'
import type { Flip } from './switches'

type Replay = (assumptions: AssumptionOverrides, isUseless?: (outcome: Outcome) => boolean) => Promise<Run>

/** The set of assumptions that agrees best with a recording, and how each other value fares with it. */
export interface Findings {
  /** As the simulator was asked for. */
  readonly base: Run
  readonly best: Run
  readonly turned: ReadonlyMap<AssumptionId, unknown>
  /** The values that agree as well as the one in force, by id; only ids whose values were tried. */
  readonly fits: ReadonlyMap<AssumptionId, readonly unknown[]>
  /** Other assumptions that explain as much as a turned one. */
  readonly rivals: ReadonlyMap<AssumptionId, readonly Flip[]>
  /** Ids of which some value was tried in the end. */
  readonly tried: ReadonlySet<AssumptionId>
  readonly replays: number
}

/** Limits prove something only if one set of assumptions explains all of them (docs/replay.md). */
const LIMITS_DIFFER = 30

const MOST_PASSES = 8

type Turned = ReadonlyMap<AssumptionId, unknown>

interface Tried {
  readonly flip: Flip
  readonly cost: number
}

/** Looks for the assumptions that a recording contradicts: one at a time, the strongest first, until none helps. */
export async function search(replay: Replay, flips: readonly Flip[]): Promise<Findings> {
  const trial = new Trial(replay, await replay({}))
  let state = { turned: new Map() as Turned, best: trial.base, cost: trial.costOf(trial.base) }
  /** Everything that helped at some time. */
  const helpful = new Map<string, Flip>()
  let tried: Tried[] = []
  const improve = async (turned: Turned, isEnough: (cost: number) => boolean): Promise<void> => {
    const run = await trial.run(turned, state.cost)
    if (isEnough(run.cost)) state = { turned, ...run }
  }
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    tried = []
    for (const flip of flips) {
      if (state.turned.has(flip.id) || !(flip.isCommon || state.best.used.includes(flip.id))) continue
      tried.push({ flip, cost: (await trial.run(withFlip(state.turned, flip), state.cost)).cost })
    }
    const gains = tried.filter(({ cost }) => cost < state.cost).sort((a, b) => a.cost - b.cost)
    for (const { flip } of gains) helpful.set(JSON.stringify(flip), flip)
    if (gains.length === 0) break
    for (const { flip } of gains)
      if (!state.turned.has(flip.id)) await improve(withFlip(state.turned, flip), (cost) => cost < state.cost)
    // What the others explain as well is not needed.
    for (const id of [...state.turned.keys()])
      await improve(without(state.turned, id), (cost) => cost <= state.cost)
  }
  const fits = new Map<AssumptionId, unknown[]>()
  for (const { flip } of tried) fits.set(flip.id, [])
  for (const { flip, cost } of tried) if (cost <= state.cost) fits.get(flip.id)?.push(flip.value)
  const rivals = new Map<AssumptionId, Flip[]>()
  const explains = async (id: AssumptionId, flip: Flip): Promise<boolean> =>
    (await trial.run(withFlip(without(state.turned, id), flip), state.cost)).cost <= state.cost
  for (const [id, value] of state.turned) {
    const values = [value]
    for (const flip of flips)
      if (flip.id === id && flip.value !== value && (await explains(id, flip))) values.push(flip.value)
    fits.set(id, values)
    for (const flip of helpful.values())
      if (!state.turned.has(flip.id) && (await explains(id, flip)))
        rivals.set(id, [...(rivals.get(id) ?? []), flip])
  }
  const ids = new Set(tried.map(({ flip }) => flip.id))
  const { best, turned } = state
  return { base: trial.base, best, turned, fits, rivals, tried: ids, replays: trial.replays }
}

const withFlip = (turned: Turned, { id, value }: Flip): Turned => new Map([...turned, [id, value]])

const without = (turned: Turned, id: AssumptionId): Turned =>
  new Map([...turned].filter(([other]) => other !== id))

/** Replays with sets of assumptions, and how much each differs from the recording. */
class Trial {
  replays = 1

  constructor(
    private readonly replay: Replay,
    /** With the assumptions in force. */
    readonly base: Run,
  ) {}

  /** Ends early once the cost is above a limit. */
  async run(turned: Turned, limit: number): Promise<{ readonly best: Run; readonly cost: number }> {
    this.replays += 1
    let sum = 0
    const isUseless = (outcome: Outcome): boolean => {
      sum += this.#costOf(outcome)
      return sum > limit
    }
    const best = await this.replay(Object.fromEntries(turned) as AssumptionOverrides, isUseless)
    return { best, cost: this.costOf(best) }
  }

  costOf(run: Run): number {
    if (this.base.isWhole && !run.isWhole) return Number.POSITIVE_INFINITY
    const differences = run.outcomes.reduce((sum, outcome) => sum + this.#costOf(outcome), 0)
    return differences + (run.limits.length > 0 ? LIMITS_DIFFER : 0)
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
