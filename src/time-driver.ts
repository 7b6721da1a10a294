import type { World } from './engine/model/world'
import { RECORD_WAKERS } from './engine/timer-handlers'
import type { HostTime } from './host-time'
import type { Advance, Condition } from './time/advance'
import { Idleness } from './time/idleness'
import { LiveClock } from './time/live-clock'
import { Movement } from './time/movement'
import type { Mover } from './time/mover'
import { Sends } from './time/sends'
import { type Guest, Steps } from './time/steps'
import { type Wait, type WaitRequest, Waits } from './time/waits'
import type { Send, TimerHandlers } from './timer-handlers'
import { UsageError } from './usage-error'

interface TimeOptions {
  readonly host: HostTime
  /** 'manual' moves when called for, 'auto' besides for whoever waits, 'live' with the host's. */
  readonly clock: 'manual' | 'auto' | 'live'
  /** Milliseconds of real time after which a silent receiver counts as timed out. */
  readonly patience: number
}

/** Everything that makes the clock move, and everybody who waits for it (docs/service.md §1.2). */
export class TimeDriver {
  readonly waits: Waits
  readonly #world: World
  readonly #idleness: Idleness
  readonly #steps: Steps
  readonly #sends: Sends
  readonly #movement: Movement
  readonly #live: LiveClock | undefined
  #isStopped = false

  constructor(world: World, handlers: TimerHandlers, { host, clock, patience }: TimeOptions) {
    this.#world = world
    this.waits = new Waits(world.clock.now)
    this.#idleness = new Idleness(host)
    this.#sends = new Sends(world, this.waits, this.#idleness, host, patience)
    const steps = new Steps(world, handlers, this.waits, this.#idleness)
    this.#steps = steps
    const parts = { steps, sends: this.#sends, waits: this.waits, idleness: this.#idleness }
    this.#movement = new Movement(world, { ...parts, endless: new Set(Object.keys(RECORD_WAKERS)) }, () =>
      this.#live?.follow(),
    )
    if (clock === 'live') {
      this.#live = new LiveClock(world, host, steps, this.#sends)
      world.store.history.onCommit(() => this.#live?.waitForNext())
      this.#live.follow()
    }
    if (clock === 'auto') this.moveFor({})
  }

  get isLive(): boolean {
    return this.#live !== undefined
  }

  /** Whether somebody has called for time to move. */
  get isAdvancing(): boolean {
    return this.#movement.isCalledFor
  }

  /** Ends running advances: the world was rewound under them, from the instant given. */
  interrupt(before: number): void {
    this.waits.rewound(before, this.#world.clock.now)
    this.#steps.guest?.rewound(this.#world.clock.now)
    this.#sends.forget()
    this.#movement.interrupt()
    this.#live?.interrupt()
    this.#live?.follow()
    this.#movement.nudge()
  }

  /** For good: nothing is woken any more. */
  stop(): void {
    this.#isStopped = true
    this.#live?.interrupt()
    this.#live?.stop()
    this.#sends.forget()
    this.#movement.stop()
    for (const wait of this.waits.inOrder()) {
      this.waits.cancel(wait)
      wait.end?.()
    }
  }

  /** In live mode, brings the clock to where the host's time has moved it. */
  catchUp(): void {
    if (!this.isAdvancing) this.#live?.catchUp()
  }

  /** The host's program gives a sign of life. */
  note(): void {
    this.#idleness.note()
  }

  /** Runs what is due on the way to an instant or, with a condition, until that holds. */
  async advanceTo(target: number, condition?: Condition): Promise<Advance> {
    if (this.#isStopped) throw new UsageError('the simulator was disposed of')
    // If a receiver has called, it waits for the clock.
    this.waits.noteArrival()
    this.note()
    return this.#movement.call(target, condition)
  }

  /** Runs what is due now; in live mode, where that happens by itself, waits until it has happened. */
  async flush(): Promise<void> {
    if (this.#live) {
      this.catchUp()
      return this.#live.sending
    }
    if (this.isAdvancing && this.#sends.areUnderWay)
      throw new UsageError(
        'flush is refused while an advance or another flush delivers: that call sends what is due; await it',
      )
    await this.advanceTo(this.#world.clock.now)
    // A receiver that pauses by moving time does not wait for anybody else to move it.
    while (this.#sends.areUnderWay && this.isAdvancing) {
      await this.#movement.calls
      await this.#sends.heard()
    }
  }

  /** Runs something that sends, as if a timer had made it due. */
  async sendNow(begin: () => Send | undefined): Promise<void> {
    const send = this.#world.store.history.atomically(begin)
    if (!send) return
    if (this.#live) return this.#sends.patiently(send)
    this.#sends.begin(send)
    await this.#sends.heard()
  }

  /** Has the clock wake somebody of the host. */
  wait(request: WaitRequest): Wait {
    this.catchUp()
    const wait = this.waits.add(request, this.#world.clock.now)
    this.#hasNewWait()
    return wait
  }

  cancel(wait: Wait): void {
    if (this.waits.cancel(wait)) this.note()
  }

  /** Lets it wait anew. */
  again(wait: Wait, after: number): void {
    this.catchUp()
    this.waits.postpone(wait, after, this.#world.clock.now)
    this.#hasNewWait()
  }

  setHoldsUp(wait: Wait, holdsUp: boolean): void {
    this.waits.setHoldsUp(wait, holdsUp)
    this.#movement.nudge()
  }

  /** Milliseconds that have passed, whatever rewinds lay between. */
  get elapsed(): number {
    this.catchUp()
    return this.waits.elapsed(this.#world.clock.now)
  }

  /** A client waits for a response that is held back, until the function returned is called. */
  hold(): () => void {
    const release = this.#movement.hold()
    this.waits.noteArrival()
    this.#hasNewWait()
    return () => {
      release()
      this.note()
    }
  }

  /** From here on the clock moves by itself, until the function returned is called. */
  moveFor(mover: Mover): () => void {
    const leave = this.#movement.moveFor(mover)
    const stopListening = this.#world.store.history.onCommit(() => this.#movement.nudge())
    this.#movement.nudge()
    return () => {
      leave()
      stopListening()
    }
  }

  /** Timers of somebody else go with this clock, until the function returned is called. */
  host(guest: Guest): () => void {
    this.#steps.guest = guest
    return () => {
      this.#steps.guest = undefined
    }
  }

  /** Moves at once, without waiting for anybody: what is sent on the way is under way afterwards. */
  jumpTo(target: number): void {
    for (let step = this.#steps.next(target); step; step = this.#steps.next(target)) {
      const send = this.#steps.take(step)
      if (send) this.#sends.begin(send)
    }
    this.#steps.moveTo(Math.max(target, this.#world.clock.now))
  }

  #hasNewWait(): void {
    this.note()
    this.#live?.waitForNext()
    this.#movement.nudge()
  }
}
