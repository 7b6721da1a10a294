import type { World } from '../engine/model/context'
import type { Send } from '../engine/model/timer-kind'
import type { HostTime, KeepAliveTimeout } from '../host-time/host-time'
import { platform } from '../host-time/platform'
import type { Idleness } from './idleness'
import type { Waits } from './waits'

/** A delivery whose receiver has not responded yet. */
interface UnderWay {
  /** The number of waits before the send. A later wait may be the receiver's. */
  readonly waitsBefore: number
  readonly receiver: object | undefined
  readonly tooLate: AbortController
  readonly over: Promise<void>
  /** Set while the receiver is silent in real time. */
  patience?: KeepAliveTimeout | undefined
}

/**
 * Deliveries in flight. They do not stop the clock: the time-out is virtual, and a receiver that waits for
 * the clock gets the time. A receiver that does not wait has `patience` milliseconds of real time for each
 * delivery (docs/service.md §14.4).
 */
export class Sends {
  readonly #underWay = new Set<UnderWay>()
  /** Incremented by every rewind. */
  #epoch = 0

  constructor(
    private readonly world: World,
    private readonly waits: Waits,
    private readonly idleness: Idleness,
    private readonly host: HostTime,
    /** In milliseconds of real time. */
    private readonly patience: number,
  ) {}

  get areUnderWay(): boolean {
    return this.#underWay.size > 0
  }

  /** Sends the delivery and those that leave at the same instant. `untilAnswered` waits for the responses. */
  begin(send: Send): void {
    for (let one: Send | undefined = send; one; one = one.together) this.#begin(one)
  }

  #begin({ timeLimit, receiver, run }: Send, patience?: KeepAliveTimeout): UnderWay {
    const epoch = this.#epoch
    const tooLate = new platform.AbortController()
    const giveUp = (): void => tooLate.abort(timeOut())
    const limit = { after: timeLimit, kind: 'webhook-time-out', movesAutoClock: false, wake: giveUp } as const
    const wait = this.waits.add(limit, this.world.clock.now)
    const waitsBefore = this.waits.arrivals
    const sent = run({ isCurrent: () => this.#epoch === epoch, tooLate: tooLate.signal })
    const over = sent.finally(() => {
      this.waits.cancel(wait)
      one.patience?.release()
      this.#underWay.delete(one)
      this.idleness.note()
    })
    const one: UnderWay = { waitsBefore, receiver, tooLate, over, patience }
    this.#underWay.add(one)
    this.idleness.note()
    return one
  }

  /** Resolves when each receiver has answered, was given up or waits for the clock for any delivery. */
  async untilAnswered(isLastTurnOwn = false): Promise<void> {
    for (;;) {
      await this.idleness.quiet(isLastTurnOwn)
      let silent: UnderWay | undefined
      const waiting = new Set<object | undefined>()
      for (const one of this.#underWay) {
        const { waitsBefore, receiver } = one
        const waits = waitsBefore !== this.waits.arrivals || (receiver && waiting.has(receiver))
        if (!waits) silent ??= one
        else {
          waiting.add(receiver)
          one.patience?.release()
          one.patience = undefined
        }
      }
      if (!silent) return
      await this.#wait(silent)
    }
  }

  /** Sends under a live clock, with a limit in real time whatever the receiver waits for. */
  async patiently(send: Send): Promise<void> {
    // The limit starts before the receiver is called, so that a host that stops meanwhile is woken.
    const one = this.#begin(send, this.host.keepAliveTimeout(this.patience))
    const together = send.together && this.patiently(send.together)
    while (this.#underWay.has(one)) await this.#wait(one)
    await together
  }

  /** Aborts all deliveries after a rewind, because they were never sent. */
  forget(): void {
    this.#epoch += 1
    for (const { tooLate } of this.#underWay) tooLate.abort(timeOut())
    this.#underWay.clear()
  }

  async #wait(one: UnderWay): Promise<void> {
    one.patience ??= this.host.keepAliveTimeout(this.patience)
    const { signal } = one.patience
    const tired = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    await Promise.race([one.over, this.idleness.next(), tired])
    if (!signal.aborted) return
    one.tooLate.abort(timeOut())
    await one.over
  }
}

const timeOut = (): DOMException => new DOMException('The receiver took too long', 'TimeoutError')
