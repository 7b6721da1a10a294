import type { TimerKind, TimerKinds } from '../engine/model/timer-kind'
import { RECORD_TIMERS } from '../engine/record-timers'
import type { Timer } from '../kernel/clock'
import { mapValues } from '../kernel/map-values'
import type { Store } from '../kernel/store'
import { stepsIn } from '../scenario/play-rows'
import { SCENARIO_STEP, type ScenarioPlays } from '../scenario/scenario-plays'
import { HELD_RESPONSE, type HeldResponses } from '../service/http/responses/held-responses'
import { beginDueDelivery, type DeliveryTransport } from '../service/webhooks/deliver'
import { WEBHOOK_DELIVERIES } from '../service/webhooks/rows'
import { deliverySubject, WEBHOOK_DELIVERY } from '../service/webhooks/schedule'
import type { TimerProblems } from '../worlds/check-content'

const PROBLEMS = {
  [HELD_RESPONSE]: () => undefined,
  [SCENARIO_STEP]: (store: Store, { data }: Timer) =>
    stepsIn(store).has(data.step as number) ? undefined : 'data.step is no step of this world',
  [WEBHOOK_DELIVERY]: (store: Store, { scope, data }: Timer) =>
    store.table(scope, WEBHOOK_DELIVERIES).has(data.delivery as number)
      ? undefined
      : 'data.delivery is no delivery of this world',
}

/** The check of a world needs all kinds of timers before the parts exist on which they act. */
export const TIMER_PROBLEMS: TimerProblems = {
  ...mapValues(RECORD_TIMERS, () => () => undefined),
  ...PROBLEMS,
}

/** The kinds of timers of a simulator, each with the parts on which it acts. */
export const timerKindsOf = (parts: {
  readonly held: HeldResponses
  readonly scenarios: ScenarioPlays
  readonly transport: DeliveryTransport
}): TimerKinds => {
  const own: Readonly<Record<keyof typeof PROBLEMS, TimerKind>> = {
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
