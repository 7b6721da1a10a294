import type { TrafficEntry } from '../events/traffic/traffic-entry'
import type { Between, SimulatorFetch } from '../service/http/simulator-fetch'
import type { EndedTest, RequestChannel } from '../service/mutants/mutant-fact'

/** Stands between hosts and the service, and may change what passes there. The command `mutate` has one. */
export interface Interceptor {
  /** Gives the simulator its `fetch`. */
  around(port: (between: Between) => SimulatorFetch): SimulatorFetch
  /** Stands between reading and answering the requests that come through a channel. */
  between(channel: RequestChannel): Between
  requestEnded(entry: TrafficEntry): void
  /** Tells whether a delivery is acknowledged in the place of its receiver. @param isHeldUp a fault keeps it back */
  acknowledges(topic: string, isHeldUp: boolean): boolean
  testEnded(test: EndedTest): void
}
