import type { TrafficEntry } from '../events/traffic/traffic-entry'
import type { Route } from '../service/http/routes/route'
import type { MutationOrder } from './mutation-order'
import type { SimulatorParts } from './simulator-parts'

/** Headers that distinguish two writes. */
const COMPARED = ['x-api-key', 'idempotency-key']

const WAITING = ['retry-after']

const only = (headers: Readonly<Record<string, string>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)))

/** The number of simulators of this process so far. One whose traffic was cleared counts as a new one. */
let lives = 0

/** Reports the requests of a simulator, so that `mutate` knows what its mutants can change. */
export class HeardRequests {
  #life = 0
  #lostIn = -1

  constructor(
    private readonly parts: Pick<SimulatorParts, 'recorder' | 'faults' | 'hosting'>,
    private readonly order: MutationOrder,
  ) {}

  /** Called when a request has ended. */
  add({ at, route, request, response, unseen = response ?? undefined }: TrafficEntry): void {
    if (route === null) return
    const { traffic, coverage } = this.parts.recorder
    // A reset clears the traffic, and so may a hook between tests.
    if (this.#life === 0 || traffic.length <= 1) {
      lives += 1
      this.#life = lives
    }
    const { method, url, body } = request
    const received = {
      test: this.order.testOf(coverage),
      life: this.#life,
      isServed: this.parts.hosting.isHttpOnly,
      at,
      operation: route,
      method,
      url,
      headers: only(request.headers, COMPARED),
      body,
      isHeard: response !== null,
      answer: unseen
        ? { status: unseen.status, body: unseen.body, headers: only(unseen.headers, WAITING) }
        : null,
    }
    this.order.tell({ received })
  }

  /** Loses the response to this request if the order says so. */
  loseAnswerOf({ key: on }: Route): void {
    const { lostResponses, testOf } = this.order
    if (this.#lostIn === this.#life || !lostResponses.some((one) => one.on === on)) return
    const { faults, recorder } = this.parts
    const running = testOf(recorder.coverage)
    if (!lostResponses.some(({ on: own, test }) => own === on && test === running)) return
    this.#lostIn = this.#life
    faults.inject({ on, then: { loseResponse: true } })
  }
}
