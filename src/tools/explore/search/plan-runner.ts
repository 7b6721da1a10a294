import type { AssumptionOverrides } from '../../../index'
import type { Plan } from '../plan/plan'
import type { PlanOutcome } from '../run/events'

/** Plays plans, several at a time or one after the other. */
export interface PlanRunner {
  /** The number of plans that it plays at a time. */
  readonly width: number
  /** The service may answer open questions otherwise. */
  play(plan: Plan, otherwise?: AssumptionOverrides): Promise<PlanOutcome>
  close(): Promise<void>
}

export interface Numbered {
  readonly plan: Plan
  readonly at: number
}

export interface PlayedPlan {
  readonly outcome: PlanOutcome
  readonly at: number
}

/** Gives outcomes in the order of the plans. Several players play ahead; a single one does not, so nothing is left. */
export async function* inOrder(plans: Iterable<Numbered>, player: PlanRunner): AsyncGenerator<PlayedPlan> {
  const waiting: Promise<PlayedPlan>[] = []
  const ahead = player.width === 1 ? 1 : player.width * 2
  for (const { plan, at } of plans) {
    const played = player.play(plan).then((outcome) => ({ outcome, at }))
    played.catch(() => undefined)
    waiting.push(played)
    if (waiting.length < ahead) continue
    yield await (waiting.shift() as Promise<PlayedPlan>)
  }
  for (const played of waiting) yield await played
}
