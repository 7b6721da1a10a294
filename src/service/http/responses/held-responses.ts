import type { World } from '../../../engine/model/context'
import type { TimerSubject } from '../../../engine/model/timer-kind'
import { networkError } from '../../../errors/network-error'
import type { OpenExchange } from '../../../events/traffic/open-exchange'
import type { WireHeaders, WireResponse } from '../../../events/traffic/wire-message'
import type { HostTime } from '../../../host-time/host-time'
import type { Timer } from '../../../kernel/clock'
import { formatInstant } from '../../../kernel/instant'
import type { Table } from '../../../kernel/store'
import { as, type RowIn, worldTable } from '../../../kernel/table-shape'

/** The kind of timer that releases held responses. Its name is older: stored worlds contain it. */
export const HELD_RESPONSE = 'parked-response'

export const HELD = worldTable('parkedResponses', {
  /** The id of the timer that releases the response. */
  id: 'count',
  due: 'instant',
  /** The id of the stored reply. While the response is held, the idempotency key gets 409. */
  reply: 'text?',
  status: 'count',
  headers: as<Readonly<WireHeaders>>()('object'),
  body: 'text',
  why: 'text',
})
export type HeldRow = RowIn<typeof HELD>

type Listener = Pick<OpenExchange, 'settle' | 'end'>

interface Time {
  readonly isLive: boolean
  /** True if the clock moves without a call while programs wait. */
  readonly movesByItself: boolean
  /** Announces a client that waits until the returned function is called. */
  hold(): () => void
}

/** A client's call that waits for a held response. */
interface HeldTimer {
  readonly method: string
  readonly url: string
  /** The time at which the response is due, in milliseconds since 1970. */
  readonly due: number
  /** The virtual time at which the call began to wait. */
  readonly since: number
  readonly resolve: (reply: WireResponse) => void
  readonly reject: (reason: unknown) => void
  /** Stops holding the clock and listening to the call's signal. */
  readonly over: () => void
}

interface Waiting {
  /** Method and path, for people. */
  readonly call: string
  listener?: Listener
  held?: HeldTimer
}

const A_SECOND = 1000

/**
 * Responses that a fault holds back until the clock has advanced. The rows belong to the world and a rewind
 * restores them. The waiting calls belong to the host; a rewind ends them. If the clock does not move at all,
 * the host is warned, so that a test does not hang without an explanation.
 */
export class HeldResponses {
  readonly #world: World
  readonly #host: HostTime
  readonly #time: Time
  readonly #waiting = new Map<number, Waiting>()

  constructor(world: World, host: HostTime, time: Time) {
    this.#world = world
    this.#host = host
    this.#time = time
  }

  /** The waiting calls as sentences. `stalled` selects calls since whose start the clock has not moved. */
  texts(which: 'all' | 'stalled'): string[] {
    if (this.#time.isLive) return []
    const { now } = this.#world.clock
    return [...this.#waiting.values()]
      .flatMap(({ held }) => held ?? [])
      .filter(({ since }) => which === 'all' || since === now)
      .map((held) => `${heldText(held)}: advance the clock, or let the client give up`)
  }

  hold(reply: WireResponse, due: number, call: string): number {
    const { clock, store } = this.#world
    const { status, headers, body, why, keptAs = null } = reply
    const id = store.history.atomically(() => {
      const timer = clock.schedule({ due, kind: HELD_RESPONSE })
      this.#table.put({ id: timer, due, reply: keptAs, status, headers: { ...headers }, body, why })
      return timer
    })
    this.#waiting.set(id, { call })
    return id
  }

  listenTo(id: number, listener: Listener): void {
    const waiting = this.#waiting.get(id)
    if (waiting) waiting.listener = listener
  }

  /** Resolves when the response is due. Call it synchronously after `hold`. */
  wait(
    id: number,
    { method, url, signal }: { readonly method: string; readonly url: string; readonly signal?: AbortSignal },
  ): Promise<WireResponse> {
    const waiting = this.#waiting.get(id)
    const due = this.#table.get(id)?.due
    if (!waiting || due === undefined) return Promise.reject(networkError('nothing is held under this id'))
    return new Promise((resolve, reject) => {
      const abort = (): void => this.#end(id, signal?.reason, 'aborted', 'the client gave up waiting')
      const letGo = this.#time.hold()
      const over = (): void => {
        signal?.removeEventListener('abort', abort)
        letGo()
      }
      waiting.held = { method, url, due, since: this.#world.clock.now, resolve, reject, over }
      signal?.addEventListener('abort', abort, { once: true })
      if (!this.#time.isLive && !this.#host.isGiven) this.#watch(id, waiting.held)
    })
  }

  /** Checks every second of real time that the clock moves, and warns the host if it stands still. */
  #watch(id: number, held: HeldTimer): void {
    const { now: before } = this.#world.clock
    this.#host.timeoutSignal(A_SECOND).addEventListener('abort', () => {
      if (this.#waiting.get(id)?.held !== held) return
      if (this.#world.clock.now > before || this.#time.movesByItself) this.#watch(id, held)
      else this.#host.warn(heldNotice(held, before))
    })
  }

  /** Handles the timer of a held response. In a fork or an import nobody waits, so the row is dropped. */
  release({ id }: Timer): void {
    const row = this.#table.get(id)
    this.#table.remove(id)
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (!row || !waiting) return
    const { status, headers, body, why } = row
    const reply = { status, headers: { ...headers }, body, why }
    waiting.listener?.settle(reply, this.#world.clock.instant)
    waiting.held?.over()
    waiting.held?.resolve(reply)
  }

  /** The request that waits for a timer's response; empty if nobody waits, as in a fork. */
  subjectOf({ id }: Timer): TimerSubject {
    return { subject: this.#waiting.get(id)?.call ?? '', id }
  }

  /** Ends every waiting call with a network error, for example because a rewind undid its response. */
  endAll(why: string): void {
    for (const [id, { call }] of [...this.#waiting])
      this.#end(id, networkError(`${why} while the response to ${call} was held back`), 'lost', why)
  }

  #end(id: number, reason: unknown, outcome: 'aborted' | 'lost', why: string): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    waiting?.listener?.end(outcome, why, this.#world.clock.instant)
    waiting?.held?.over()
    waiting?.held?.reject(reason)
  }

  get #table(): Table<HeldRow> {
    return this.#world.store.worldTable(HELD)
  }
}

const heldText = ({ method, url, due }: HeldTimer): string =>
  `the answer to ${method} ${url} is held back until ${formatInstant(due)}`

const heldNotice = (call: HeldTimer, now: number): string =>
  `accounting-simulator: ${heldText(call)}, and the clock stands still at ${formatInstant(now)}.
  Begin the call, move the clock, then await it:
    const call = fetch('${call.url}')
    await simulator.clock.advanceTo('${formatInstant(call.due)}')
    const response = await call
  From another process: POST /__simulator/clock/advance.
  Or let time move by itself: createSimulator({ clock: 'auto' }), useSimulator({ time: 'virtual' }) or
  withVirtualTime(simulator, run); docs/your-client-sleeps.md.`
