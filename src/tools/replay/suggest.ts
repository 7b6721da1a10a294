import type { AssumptionOverrides, SimulatorOptions } from 'accounting-simulator'
import { candidatesFor, type Own, withCandidate } from './candidates'
import type { Difference } from './difference'
import { playOne, type ReplayOutcome, type Run } from './replay-run'
import { Replayer } from './replayer'
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
 * Tries other texts, forms, statuses, members and bucket sizes for the differences that are left. Whatever brings the
 * answers nearer to the recording is kept.
 */
export async function suggest(
  session: Session,
  best: Run,
  assumptions: AssumptionOverrides,
): Promise<Suggestion> {
  const { calls, options } = session
  let state = stateOf(pick(options), best)
  const tried = new Set<string>()
  while (tried.size < MOST_CANDIDATES) {
    const candidate = candidatesFor(state.run.outcomes, calls).find((one) => !tried.has(JSON.stringify(one)))
    if (candidate === undefined) break
    tried.add(JSON.stringify(candidate))
    const own = withCandidate(state.own, candidate)
    const run = await replayWith({ ...session, options: { ...options, ...own } }, assumptions)
    const next = run && stateOf(own, run)
    if (next && isNearer(next, state)) state = next
  }
  return { own: state.own, left: state.left }
}

interface State extends Suggestion {
  readonly run: Run
  readonly cost: number
}

function stateOf(own: Own, run: Run): State {
  const { outcomes } = run
  const sum = outcomes.reduce((total, { cost }) => total + cost, 0)
  const cost = sum + (outcomes.every(({ agreesOnLimits }) => agreesOnLimits) ? 0 : LIMITS_DIFFER)
  return { own, run, cost, left: outcomes.flatMap(({ differences }) => differences) }
}

/** The cost of an answer has a bound, so the number of differences decides where several habits exceed it. */
const isNearer = (one: State, other: State): boolean =>
  one.cost < other.cost || (one.cost === other.cost && one.left.length < other.left.length)

const pick = ({ answers, rateLimits }: SimulatorOptions): Own => ({
  ...(answers && { answers }),
  ...(rateLimits !== undefined && { rateLimits }),
})

/** Undefined for options that the simulator refuses. */
async function replayWith(session: Session, assumptions: AssumptionOverrides): Promise<Run | undefined> {
  try {
    const player = await Replayer.begin(session, assumptions)
    const outcomes: ReplayOutcome[] = []
    for (const call of session.calls) outcomes.push(await playOne(player, call))
    return { outcomes, isWhole: player.isWhole }
  } catch (error) {
    if ((error as Error).name === 'OptionError') return undefined
    throw error
  }
}
