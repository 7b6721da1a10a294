import type { TimerKinds } from '../engine/model/timer-kind'
import { RECORD_TIMERS } from '../engine/record-timers'
import { stepsIn } from '../scenario/play-rows'
import { SCENARIO_STEP, type ScenarioPlays } from '../scenario/scenario-plays'
import { HELD_RESPONSE, type HeldResponses } from '../service/http/responses/held-responses'
import { beginDueDelivery, type DeliveryTransport } from '../service/webhooks/deliver'
import { WEBHOOK_DELIVERIES } from '../service/webhooks/rows'
import { deliverySubject, WEBHOOK_DELIVERY } from '../service/webhooks/schedule'

/** The kinds of timers of a simulator. Its parts are read when a timer is due, because the world comes first. */
export const timerKindsOf = (parts: {
  readonly held: HeldResponses
  readonly scenarios: ScenarioPlays
  readonly transport: DeliveryTransport
}): TimerKinds => {
  const own: TimerKinds = {
    [HELD_RESPONSE]: {
      run: (_, timer) => parts.held.release(timer),
      subject: (_, timer) => parts.held.subjectOf(timer),
    },
    [SCENARIO_STEP]: {
      run: (_, timer, cause) => parts.scenarios.wake(timer, cause),
      subject: (_, timer) => parts.scenarios.subjectOf(timer),
      problem: (store, { data }) =>
        stepsIn(store).has(data.step as number) ? undefined : 'data.step is no step of this world',
    },
    [WEBHOOK_DELIVERY]: {
      isDelivery: true,
      run: (world, timer) => beginDueDelivery(world, timer, parts.transport),
      subject: deliverySubject,
      problem: (store, { scope, data }) =>
        store.table(scope, WEBHOOK_DELIVERIES).has(data.delivery as number)
          ? undefined
          : 'data.delivery is no delivery of this world',
    },
  }
  return Object.assign({}, RECORD_TIMERS, own)
}
