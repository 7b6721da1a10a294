import type { World } from '../engine/model/context'
import type { Send } from '../engine/model/timer-kind'
import type { HostTime, KeepAliveTimeout } from '../host-time/host-time'
import { platform } from '../host-time/platform'
import type { Idleness } from './idleness'
import type { Waits } from './waits'

/** A delivery whose receiver has not responded yet. */
interface UnderWay {
  /** Number of waits started before the send. Later ones may be the receiver's. */
  readonly waitsBefore: number
  readonly receiver: object | undefined
  readonly tooLate: AbortController
  readonly over: Promise<void>
  /** With a receiver that is silent in real time. */
  patience?: KeepAliveTimeout | undefined
}

/**
 * Deliveries in flight. They do not stop the clock: a receiver that waits for the clock gets its time, and
 * its time-out is virtual. A receiver that does not wait for the clock works in real time and gets its
 * patience in real time, also when it has done what it waited for and turns to the next (docs/service.md §14.4).
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

  /** Starts to send, with what leaves at the same instant. `untilAnswered` waits for the responses. */
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

  /** Resolves when each receiver has answered, was given up, or waits for the clock, also for an earlier delivery. */
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

  /** Sends under a live clock: the receiver gets its patience, whatever it waits for. */
  async patiently(send: Send): Promise<void> {
    // Before the receiver is called, so that a host that stops meanwhile knows when to go on.
    const one = this.#begin(send, this.host.keepAliveTimeout(this.patience))
    const together = send.together && this.patiently(send.together)
    while (this.#underWay.has(one)) await this.#wait(one)
    await together
  }

  /** After a rewind, none of this was ever sent. */
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
