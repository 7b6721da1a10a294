import type { HostTime } from '../host-time'
import type { HeldCall } from '../http/responses/parked-responses'
import { formatInstant } from '../kernel/instant'

const A_SECOND = 1000

/** Calls whose answers are held back, so that nobody waits in silence for a clock that stands still. */
export class HeldCalls {
  readonly #host: HostTime
  readonly #now: () => number
  /** And the instant by the clock at which they came. */
  readonly #held = new Map<HeldCall, number>()

  constructor(host: HostTime, now: () => number) {
    this.#host = host
    this.#now = now
  }

  get all(): HeldCall[] {
    return [...this.#held.keys()]
  }

  /** Those for whom the clock has not moved at all. */
  get inVain(): HeldCall[] {
    return [...this.#held].flatMap(([call, since]) => (since === this.#now() ? call : []))
  }

  /** The function returned says that the call is over. */
  add(call: HeldCall): () => void {
    this.#held.set(call, this.#now())
    this.#watch(call)
    return () => {
      this.#held.delete(call)
    }
  }

  /** Looks every second of real time whether the clock has moved since. */
  #watch(call: HeldCall): void {
    const before = this.#now()
    this.#host.givesUpAfter(A_SECOND).addEventListener('abort', () => {
      if (!this.#held.has(call)) return
      if (this.#now() > before) this.#watch(call)
      else this.#host.warn(heldNotice(call, before))
    })
  }
}

export const heldText = ({ method, url, due }: HeldCall): string =>
  `the answer to ${method} ${url} is held back until ${formatInstant(due)}`

const heldNotice = (call: HeldCall, now: number): string =>
  `accounting-simulator: ${heldText(call)}, and the clock stands still at ${formatInstant(now)}.
  Begin the call, move the clock, then await the call:
    const call = fetch('${call.url}')
    await simulator.clock.advanceTo('${formatInstant(call.due)}')
    const response = await call
  Or let time move by itself: createSimulator({ clock: 'auto' }), useSimulator({ time: 'virtual' }) or
  withVirtualTime(simulator, run); see docs/your-client-sleeps.md.`
