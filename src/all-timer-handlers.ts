import { RECORD_TIMER_HANDLERS } from './engine/timer-handlers'
import { PARKED_RESPONSE, type ParkedResponses } from './http/responses/parked-responses'
import { SCENARIO_STEP, type ScenarioPlays } from './scenario/scenario-plays'
import type { Story } from './story'
import type { TimerHandlers } from './timer-handlers'
import { type DeliveryTransport, sendDueDelivery } from './webhooks/deliver'
import { WEBHOOK_DELIVERY } from './webhooks/schedule'

/** What runs when a timer of its kind is due. */
export const timerHandlers = (
  story: Story,
  parked: ParkedResponses,
  scenarios: ScenarioPlays,
  transport: DeliveryTransport,
  /** A client goes on with the answer that it waited for. */
  note: () => void,
): TimerHandlers => ({
  ...story.ofWork(RECORD_TIMER_HANDLERS),
  [PARKED_RESPONSE]: (_, timer) => {
    parked.release(timer)
    note()
  },
  [SCENARIO_STEP]: (_, timer) => scenarios.wake(timer),
  [WEBHOOK_DELIVERY]: (world, timer) => sendDueDelivery(world, timer, transport),
})
