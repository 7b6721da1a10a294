import type { Simulator, TrafficEntry } from '../../index'
import { thrownText } from './hints'
import { takenAway } from './taken-away'
import type { TestObserver } from './test-at-hand'
import { WatchedTest } from './watched-test'

const DOUBTS_AT_MOST = 20

/** A test over HTTP. It begins when the controls are opened, as for a fork, and anew with each reset and restore. */
export class TestOverHttp {
  #test!: WatchedTest
  #thrown: readonly unknown[] = []
  readonly #faults: TestObserver | undefined
  #doubts: string[] = []

  /** @param below of a fork: lists what went to the world that it was made of */
  constructor(
    private readonly simulator: Simulator,
    private below?: () => string[],
  ) {
    // Without forks, each test may end by a reset.
    this.#faults = below && takenAway({ simulator })
    this.#begin()
  }

  beginAnew(): void {
    this.below = undefined
    this.#begin()
  }

  /** Tells something at the end that the test may mean. */
  doubt(text: string): void {
    if (this.#doubts.length < DOUBTS_AT_MOST && !this.#doubts.includes(text)) this.#doubts.push(text)
  }

  #begin(): void {
    this.#doubts = []
    this.#test = new WatchedTest({ simulator: this.simulator })
    this.#thrown = [...this.simulator.webhooks.receivers.thrown]
  }

  /**
   * A client that left its fork may be why something is undone. Alone it is no problem but a warning: others may ask
   * there, too. A test that compares the whole answer passes where there is none.
   */
  end(): { readonly problems: readonly string[]; readonly warnings?: readonly string[] } {
    const thrown = this.simulator.webhooks.receivers.thrown.filter((one) => !this.#thrown.includes(one))
    const { problems, doubts } = this.#test.end(false)
    const gone = this.#faults?.end(false).doubts ?? []
    const below = this.below?.() ?? []
    const undone = [...thrown.map(thrownText), ...problems]
    if (undone.length > 0) return { problems: [...undone, ...below] }
    const warnings = [...below, ...this.#doubts, ...gone, ...doubts]
    return { problems: [], ...(warnings.length > 0 && { warnings }) }
  }
}

/** A client without the address of its fork asks the world below. One that only looks for a server has no key. */
export function requestsBelow(
  { simulator, forks }: { readonly simulator: Simulator; readonly forks: ReadonlyMap<string, unknown> },
  path: string,
  own: Simulator,
): () => string[] {
  const before = simulator.traffic.at(-1)?.sequence ?? 0
  return () => {
    const asked = simulator.traffic.since(before).filter(({ key }: TrafficEntry) => key !== null)
    const [first] = asked
    if (first === undefined || own.traffic.length > 0 || forks.size > 1) return []
    const { method, url } = first.request
    return [
      `the fork got no request, and the world that it was made of got ${asked.length}, the first one ${method} ` +
        `${new URL(url).pathname}: has the client the base URL of the fork, which ends in ${path}?`,
    ]
  }
}
