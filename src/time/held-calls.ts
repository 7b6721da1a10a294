import type { HostTime } from '../host-time/host-time'
import { formatInstant } from '../kernel/instant'
import type { HeldCall } from '../service/http/responses/parked-responses'

const A_SECOND = 1000

/** The clock, as a held call needs it. */
interface Time {
  readonly isLive: boolean
  /** Whether it moves for programs that wait, without a call. */
  readonly movesByItself: boolean
  hold(): () => void
}

/**
 * Requests whose responses are held back. Warns if the clock stands still, so that nobody waits in silence.
 */
export class HeldCalls {
  readonly #host: HostTime
  readonly #now: () => number
  /** The calls, each with the virtual time of its start. */
  readonly #held = new Map<HeldCall, number>()

  constructor(host: HostTime, now: () => number) {
    this.#host = host
    this.#now = now
  }

  /** The calls as sentences. Stalled: since their start the clock has not moved. */
  texts(which: 'all' | 'stalled'): string[] {
    return [...this.#held]
      .filter(([, since]) => which === 'all' || since === this.#now())
      .map(([call]) => `${heldText(call)}: advance the clock, or let the client give up`)
  }

  /** A client waits; returns the function to call when it does no longer. */
  wait(call: HeldCall, time: Time): () => void {
    const release = time.hold()
    const forget = time.isLive ? undefined : this.#add(call, time)
    return () => {
      release()
      forget?.()
    }
  }

  /** Returns the function that marks the call as over. */
  #add(call: HeldCall, time: Time): () => void {
    this.#held.set(call, this.#now())
    this.#watch(call, time)
    return () => {
      this.#held.delete(call)
    }
  }

  /** Checks every second of real time whether the clock has moved, or will without a call. */
  #watch(call: HeldCall, time: Time): void {
    const before = this.#now()
    this.#host.givesUpAfter(A_SECOND).addEventListener('abort', () => {
      if (!this.#held.has(call)) return
      if (this.#now() > before || time.movesByItself) this.#watch(call, time)
      else this.#host.warn(heldNotice(call, before))
    })
  }
}

const heldText = ({ method, url, due }: HeldCall): string =>
  `the answer to ${method} ${url} is held back until ${formatInstant(due)}`

const heldNotice = (call: HeldCall, now: number): string =>
  `accounting-simulator: ${heldText(call)}, and the clock stands still at ${formatInstant(now)}.
  Begin the call, move the clock, then await the call:
    const call = fetch('${call.url}')
    await simulator.clock.advanceTo('${formatInstant(call.due)}')
    const response = await call
  Or let time move by itself: createSimulator({ clock: 'auto' }), useSimulator({ time: 'virtual' }) or
  withVirtualTime(simulator, run); see docs/your-client-sleeps.md.`
