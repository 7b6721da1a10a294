import type { AssumptionOverrides, SimulatorOptions } from 'accounting-simulator'
import type { Call } from './call'
import { candidatesFor, type Own, withCandidate } from './candidates'
import type { Difference } from './difference'
import { Player } from './player'
import { type Outcome, playOne, type Run } from './run'
import { LIMITS_DIFFER } from './search'
import type { Session } from './session'

/** Options for what no assumption explains. */
export interface Suggestion {
  readonly own: Own
  /** The differences that remain with them. */
  readonly left: readonly Difference[]
}

/** Each takes a replay. */
const MOST_CANDIDATES = 60

/**
 * Tries other texts, further members and other bucket sizes for the differences that are left. Whatever brings the
 * answers nearer to the recording is kept.
 */
export async function suggest(
  session: Session,
  best: Run,
  assumptions: AssumptionOverrides,
): Promise<Suggestion> {
  const { calls, options } = session
  const costOf = ({ outcomes }: Run): number =>
    outcomes.reduce((sum, { cost }) => sum + cost, 0) +
    (outcomes.every(({ agreesOnLimits }) => agreesOnLimits) ? 0 : LIMITS_DIFFER)
  const given: Own = pick(options)
  let state = { own: given, run: best, cost: costOf(best) }
  const candidates = best.outcomes.flatMap((outcome) => candidatesFor(outcome, calls))
  const distinct = new Map(candidates.map((one) => [JSON.stringify(one), one]))
  for (const candidate of [...distinct.values()].slice(0, MOST_CANDIDATES)) {
    const own = withCandidate(state.own, candidate)
    const run = await replayWith({ ...session, options: { ...options, ...own } }, assumptions, calls)
    if (run && costOf(run) < state.cost) state = { own, run, cost: costOf(run) }
  }
  return { own: state.own, left: state.run.outcomes.flatMap(({ differences }) => differences) }
}

const pick = ({ answers, rateLimits }: SimulatorOptions): Own => ({
  ...(answers && { answers }),
  ...(rateLimits !== undefined && { rateLimits }),
})

/** Undefined for options that the simulator refuses. */
async function replayWith(
  session: Session,
  assumptions: AssumptionOverrides,
  calls: readonly Call[],
): Promise<Run | undefined> {
  try {
    const player = await Player.begin(session, assumptions)
    const outcomes: Outcome[] = []
    for (const call of calls) outcomes.push(await playOne(player, call))
    return { outcomes, isWhole: player.isWhole }
  } catch (error) {
    if ((error as Error).name === 'OptionError') return undefined
    throw error
  }
}
