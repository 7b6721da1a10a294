import type { TrafficEntry } from '../events/traffic/traffic-entry'
import type { Between, SimulatorFetch } from '../service/http/simulator-fetch'
import type { EndedTest, RequestChannel } from '../service/mutants/mutant-fact'

/** Stands between hosts and the service, and may change requests. Only `mutate` uses one. */
export interface Interceptor {
  around(port: (between: Between) => SimulatorFetch): SimulatorFetch
  /** Makes a step between reading and answering the requests of a channel. */
  between(channel: RequestChannel): Between
  requestEnded(entry: TrafficEntry): void
  /** True to acknowledge a delivery instead of its receiver. @param isHeldUp true if a fault delays it */
  acknowledges(topic: string, isHeldUp: boolean): boolean
  testEnded(test: EndedTest): void
}
