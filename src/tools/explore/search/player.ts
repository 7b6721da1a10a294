import type { AssumptionOverrides } from '../../../index'
import type { Plan } from '../plan/plan'
import type { Outcome } from '../run/events'

/** Plays plans, several at a time or one after the other. */
export interface Player {
  /** How many plans it plays at a time. */
  readonly width: number
  /** The service may answer open questions otherwise. */
  play(plan: Plan, otherwise?: AssumptionOverrides): Promise<Outcome>
  close(): Promise<void>
}

/**
 * Gives the outcomes in the order of the plans. Several players play ahead; a single one does not, so that nothing is
 * still played when the search is over.
 */
export async function* inOrder(plans: Iterable<Plan>, player: Player): AsyncGenerator<Outcome> {
  const waiting: Promise<Outcome>[] = []
  const ahead = player.width === 1 ? 1 : player.width * 2
  for (const plan of plans) {
    const outcome = player.play(plan)
    outcome.catch(() => undefined)
    waiting.push(outcome)
    if (waiting.length < ahead) continue
    yield await (waiting.shift() as Promise<Outcome>)
  }
  for (const outcome of waiting) yield await outcome
}
