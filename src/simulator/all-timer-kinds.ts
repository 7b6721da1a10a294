import type { TimerKinds } from '../engine/model/timer-kind'
import { RECORD_TIMERS } from '../engine/record-timers'
import { SCENARIO_STEP, type ScenarioPlays } from '../scenario/scenario-plays'
import { PARKED_RESPONSE, type ParkedResponses } from '../service/http/responses/parked-responses'
import { beginDueDelivery, type DeliveryTransport } from '../service/webhooks/deliver'
import { deliverySubject, WEBHOOK_DELIVERY } from '../service/webhooks/schedule'

/** The kinds of timers of a simulator. */
export const allTimerKinds = (
  parked: ParkedResponses,
  scenarios: ScenarioPlays,
  transport: DeliveryTransport,
): TimerKinds => ({
  ...RECORD_TIMERS,
  [PARKED_RESPONSE]: {
    run: (_, timer) => parked.release(timer),
    subject: (_, timer) => parked.subjectOf(timer),
  },
  [SCENARIO_STEP]: {
    run: (_, timer, cause) => scenarios.wake(timer, cause),
    subject: (_, timer) => scenarios.subjectOf(timer),
  },
  [WEBHOOK_DELIVERY]: {
    isDelivery: true,
    run: (world, timer) => beginDueDelivery(world, timer, transport),
    subject: deliverySubject,
  },
})
