import type { TrafficEntry } from '../events/traffic/traffic-entry'
import type { Route } from '../service/http/routes/route'
import type { MutationOrder } from './mutation-order'
import type { SimulatorParts } from './simulator-parts'

/** Headers by which two writes are told apart. */
const COMPARED = ['x-api-key', 'idempotency-key']

const WAITING = ['retry-after']

const only = (headers: Readonly<Record<string, string>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)))

/** The simulators of this process so far; one that was reset is another. */
let lives = 0

/** The requests that a simulator gets, as `mutate` tries lines on them. */
export class HeardRequests {
  #life = 0
  #lostIn = -1

  constructor(
    private readonly parts: Pick<SimulatorParts, 'recorder' | 'faults' | 'hosting'>,
    private readonly order: MutationOrder,
  ) {}

  /** A request is over. */
  add({ at, route, request, response, unseen = response ?? undefined }: TrafficEntry): void {
    if (route === null) return
    const { traffic, coverage } = this.parts.recorder
    // A reset clears the traffic.
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

  /** The answer to this request is lost, if it is the one that was ordered. */
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
