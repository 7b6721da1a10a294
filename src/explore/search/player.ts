import type { AssumptionOverrides } from '../../index'
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

/** Plays plans ahead, and gives the outcomes in the order of the plans. */
export async function* inOrder(plans: Iterable<Plan>, player: Player): AsyncGenerator<Outcome> {
  const waiting: Promise<Outcome>[] = []
  for (const plan of plans) {
    const outcome = player.play(plan)
    outcome.catch(() => undefined)
    waiting.push(outcome)
    if (waiting.length < player.width * 2) continue
    yield await (waiting.shift() as Promise<Outcome>)
  }
  for (const outcome of waiting) yield await outcome
}
