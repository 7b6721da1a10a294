import type { TimerSubject } from '../../../engine/model/timer-kind'
import type { World } from '../../../engine/model/world'
import type { WireHeaders, WireResponse } from '../../../events/traffic/wire-message'
import type { Timer } from '../../../kernel/clock'
import type { Row, Table } from '../../../kernel/store'
import { networkError } from './network-error'

/** The kind of timer that releases parked responses. */
export const PARKED_RESPONSE = 'parked-response'

export interface ParkedRow extends Row {
  /** The id of its timer. */
  readonly id: number
  readonly due: number
  /** The stored reply that the response stands for. While it is parked, its idempotency key gets 409. */
  readonly reply: string | null
  readonly status: number
  readonly headers: Readonly<WireHeaders>
  readonly body: string
  readonly why: string
}

/** Called when a parked response has ended. */
interface ParkedListener {
  settle(response: WireResponse): void
  end(outcome: 'aborted' | 'lost', why: string): void
}

/** A client's request with a held response. */
export interface HeldCall {
  readonly id: number
  readonly method: string
  readonly url: string
  /** When the response is due; milliseconds since 1970. */
  readonly due: number
}

interface Waiting {
  readonly call: string
  listener?: ParkedListener
  release?(reply: WireResponse): void
  end?(reason: unknown): void
}

/**
 * Responses that a fault holds back until the clock has advanced. The rows belong to the world and are
 * rewound with it. The waiting calls belong to the host; a rewind ends them.
 */
export class ParkedResponses {
  readonly #world: World
  readonly #waiting = new Map<number, Waiting>()
  /** Called when a client starts to wait. Returns the function to call when it stops. */
  readonly #onWait: (call: HeldCall) => () => void

  constructor(world: World, onWait: (call: HeldCall) => () => void = () => () => undefined) {
    this.#world = world
    this.#onWait = onWait
  }

  /** @param call method and path, for people */
  park(reply: WireResponse, due: number, call: string): number {
    const { clock, store } = this.#world
    const { status, headers, body, why, keptAs = null } = reply
    const id = store.history.atomically(() => {
      const timer = clock.schedule({ due, kind: PARKED_RESPONSE })
      this.#table.put({ id: timer, due, reply: keptAs, status, headers: { ...headers }, body, why })
      return timer
    })
    this.#waiting.set(id, { call })
    return id
  }

  /** Reports the end of a parked response to the listener. */
  report(id: number, listener: ParkedListener): void {
    const waiting = this.#waiting.get(id)
    if (waiting) waiting.listener = listener
  }

  /** Resolves when the clock reaches the response. Call it synchronously after parking. */
  wait(
    id: number,
    { method, url, signal }: { readonly method: string; readonly url: string; readonly signal?: AbortSignal },
  ): Promise<WireResponse> {
    const waiting = this.#waiting.get(id)
    const due = this.#table.get(id)?.due
    if (!waiting || due === undefined) return Promise.reject(networkError('nothing is parked under this id'))
    const isOver = this.#onWait({ id, method, url, due })
    const answer = new Promise<WireResponse>((resolve, reject) => {
      const abort = (): void => this.#end(id, signal?.reason, 'aborted', 'the client gave up waiting')
      waiting.release = (reply) => {
        signal?.removeEventListener('abort', abort)
        resolve(reply)
      }
      waiting.end = (reason) => {
        signal?.removeEventListener('abort', abort)
        reject(reason)
      }
      signal?.addEventListener('abort', abort, { once: true })
    })
    return answer.finally(isOver)
  }

  /**
   * Handles the timers of parked responses. In a fork or an imported world nobody waits, so the response is
   * dropped.
   */
  release({ id }: Timer): void {
    const row = this.#table.get(id)
    this.#table.remove(id)
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (!row || !waiting) return
    const { status, headers, body, why } = row
    const reply = { status, headers: { ...headers }, body, why }
    waiting.listener?.settle(reply)
    waiting.release?.(reply)
  }

  /** The request that waits for a timer's response; empty if nobody waits, as in a fork. */
  subjectOf({ id }: Timer): TimerSubject {
    return { subject: this.#waiting.get(id)?.call ?? '', id }
  }

  /** Ends every waiting call with a network error. After a rewind its response was never made. */
  endAll(why: string): void {
    for (const [id, { call }] of [...this.#waiting])
      this.#end(id, networkError(`${why} while the response to ${call} was held back`), 'lost', why)
  }

  #end(id: number, reason: unknown, outcome: 'aborted' | 'lost', why: string): void {
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    waiting?.listener?.end(outcome, why)
    waiting?.end?.(reason)
  }

  get #table(): Table<ParkedRow> {
    return this.#world.store.table<ParkedRow>('', 'parkedResponses')
  }
}
