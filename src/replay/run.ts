import type { AssumptionId, AssumptionOverrides } from 'accounting-simulator'
import type { Call } from './call'
import { nameOf } from './call'
import { costOf, type Difference } from './difference'
import { Player } from './player'
import type { Session } from './session'

/** What became of one exchange. */
export interface Outcome {
  readonly call: Call
  readonly differences: readonly Difference[]
  /** Why it was not compared, or not wholly. */
  readonly notCompared?: string
  readonly cost: number
}

/** A recording, replayed once. */
export interface Run {
  readonly outcomes: readonly Outcome[]
  /** False if what began before the recording could not be stood in for as it can with other assumptions. */
  readonly isWhole: boolean
  /** Calls whose rate-limit headers or 429s disagree. */
  readonly limits: readonly number[]
  /** The assumptions that the answers rested on. */
  readonly used: readonly AssumptionId[]
}

/** Replays a recording against a new simulator, until it is known to be of no use. */
export async function replayOnce(
  session: Session,
  assumptions: AssumptionOverrides,
  isUseless: (outcome: Outcome) => boolean = () => false,
): Promise<Run> {
  const player = new Player(session, assumptions)
  const outcomes: Outcome[] = []
  try {
    for (const call of session.calls) {
      const { differences, section, notCompared } = await player.play(call)
      const name = nameOf(call)
      const described = differences.map((one) => ({ exchange: call.index, call: name, ...one, section }))
      const outcome = {
        call,
        differences: described,
        cost: costOf(described),
        ...(notCompared !== undefined && { notCompared }),
      }
      outcomes.push(outcome)
      if (isUseless(outcome)) break
    }
    const { isWhole, limits } = player
    return { outcomes, isWhole, limits, used: player.used() }
  } finally {
    player.end()
  }
}
