import type { TimerKind, TimerKinds } from '../engine/model/timer-kind'
import { RECORD_TIMERS } from '../engine/record-timers'
import { SCENARIO_STEP, type ScenarioPlays } from '../scenario/scenario-plays'
import { HELD_RESPONSE, type HeldResponses } from '../service/http/responses/held-responses'
import { beginDueDelivery, type DeliveryTransport } from '../service/webhooks/deliver'
import { deliverySubject, WEBHOOK_DELIVERY } from '../service/webhooks/schedule'
import type { TIMER_PROBLEMS } from '../worlds/check-content'

/** The kinds of timers of a simulator, with the parts that they act on. */
export const timerKindsOf = (parts: {
  readonly held: HeldResponses
  readonly scenarios: ScenarioPlays
  readonly transport: DeliveryTransport
}): TimerKinds => {
  const own: Readonly<Record<keyof typeof TIMER_PROBLEMS, TimerKind>> = {
    [HELD_RESPONSE]: {
      run: (_, timer) => parts.held.release(timer),
      subject: (_, timer) => parts.held.subjectOf(timer),
    },
    [SCENARIO_STEP]: {
      run: (_, timer, cause) => parts.scenarios.wake(timer, cause),
      subject: (_, timer) => parts.scenarios.subjectOf(timer),
    },
    [WEBHOOK_DELIVERY]: {
      isDelivery: true,
      run: (world, timer) => beginDueDelivery(world, timer, parts.transport),
      subject: deliverySubject,
    },
  }
  return Object.assign({}, RECORD_TIMERS, own)
}
