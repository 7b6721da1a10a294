import type { World } from '../engine/model/context'
import type { KindFilter, Send, TimerKind, TimerKinds, TimerSubject } from '../engine/model/timer-kind'
import { UsageError } from '../errors/usage-error'
import type { HostTime } from '../host-time/host-time'
import type { Timer } from '../kernel/clock'
import { invariant } from '../kernel/invariant'
import type { Condition, Moved } from './advance'
import type { ClockClient } from './clock-client'
import { Idleness } from './idleness'
import { LiveClock } from './live-clock'
import { Movement } from './movement'
import { Sends } from './sends'
import { type LinkedTimers, Steps } from './steps'
import { type Wait, type WaitRequest, Waits } from './waits'

interface TimeOptions {
  readonly host: HostTime
  /**
   * 'manual' moves by calls only, 'auto' also for waiting clients, 'live' with the host's clock.
   */
  readonly clock: 'manual' | 'auto' | 'live'
  /** Real time in milliseconds after which a silent receiver has timed out. */
  readonly patience: number
}

/** Moves the clock and holds everyone who waits for it (docs/service.md §1.2). */
export class TimeDriver {
  readonly waits: Waits
  readonly host: HostTime
  readonly #idleness: Idleness
  readonly #steps: Steps
  #kinds: TimerKinds = {}
  readonly #isDelivery: KindFilter = (kind) => this.#kinds[kind]?.isDelivery === true
  readonly #sends: Sends
  readonly #movement: Movement
  readonly #live: LiveClock | undefined
  #isStopped = false
  readonly kind: TimeOptions['clock']
  /** True if programs or fake timers use or have used this clock. */
  hasServed = false

  constructor(
    private readonly world: World,
    { host, clock, patience }: TimeOptions,
  ) {
    this.host = host
    this.kind = clock
    this.waits = new Waits(world.clock.now)
    this.#idleness = new Idleness(host)
    this.#sends = new Sends(world, this.waits, this.#idleness, host, patience)
    const steps = new Steps(world, (timer) => this.#kindOf(timer), this.waits, this.#idleness)
    this.#steps = steps
    const isEndless = (kind: string): boolean => this.#kinds[kind]?.isWork === true
    const parts = { host, steps, sends: this.#sends, waits: this.waits, idleness: this.#idleness, isEndless }
    this.#movement = new Movement(world, parts, () => this.#live?.follow())
    if (clock === 'live') {
      this.#live = new LiveClock(world, host, steps, this.#sends, patience)
      this.#live.begin()
      world.store.history.onCommit(() => this.#live?.waitForNext())
    }
    if (clock === 'auto') this.moveFor({})
  }

  /** Sets the timers' handlers, once the parts that they use exist. No timer runs before. */
  handle(kinds: TimerKinds): void {
    this.#kinds = kinds
  }

  #kindOf({ kind }: Timer): TimerKind {
    const known = this.#kinds[kind]
    invariant(known, `there are no timers of kind ${kind}`)
    return known
  }

  subjectOf(timer: Timer): TimerSubject {
    return this.#kindOf(timer).subject(this.world, timer)
  }

  get isLive(): boolean {
    return this.#live !== undefined
  }

  /** True if time passes without a call: on a live clock, or for programs that wait. */
  get movesByItself(): boolean {
    return this.isLive || this.#movement.hasClients
  }

  get isAdvancing(): boolean {
    return this.#movement.isCalledFor
  }

  /** Describes what delays an advance; undefined if nothing does. */
  get obstacle(): string | undefined {
    return this.#movement.obstacle
  }

  /** Ends running advances after a rewind. `before` is the time before the rewind. */
  afterRewind(before: number): void {
    this.waits.rewound(before, this.world.clock.now)
    this.#steps.linked?.rewound(this.world.clock.now)
    this.#sends.forget()
    this.#movement.interrupt()
    this.#live?.interrupt()
    this.#live?.follow()
    this.#movement.checkForWork()
  }

  /** Stops for good. No timer runs afterwards. */
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

  /** In live mode, advances the clock to the host's time. */
  catchUp(): void {
    this.host.wake()
    if (!this.isAdvancing) this.#live?.catchUp()
  }

  /** Reports activity of the host's program. */
  note(): void {
    this.#idleness.note()
  }

  /**
   * Runs the timers due up to an instant or, with a condition, until it holds.
   *
   * @param only the kinds of the service's timers to run; undefined for all kinds
   */
  async advanceTo(target: number, condition?: Condition, only?: KindFilter): Promise<Moved> {
    if (this.#isStopped) throw new UsageError('the simulator was disposed of')
    // A receiver that moves time is waiting for the clock.
    this.waits.noteArrival()
    this.note()
    return this.#movement.call(target, condition, only)
  }

  /** Sends the deliveries that are due; fires no other timer. On a live clock, only waits for the sends. */
  async flush(): Promise<void> {
    this.catchUp()
    if (this.#live) return this.#live.sending
    if (this.isAdvancing && this.#sends.areUnderWay)
      throw new UsageError(
        'flush is refused while an advance or another flush delivers: await that call, it sends everything that is due',
      )
    await this.advanceTo(this.world.clock.now, undefined, this.#isDelivery)
    // A receiver that pauses by moving time does not wait for another call to move time.
    while (this.#sends.areUnderWay && this.isAdvancing) {
      await this.#movement.untilCallsEnd()
      await this.#sends.untilAnswered()
    }
  }

  /** Sends at once, as if a timer had fired. */
  async sendNow(begin: () => Send | undefined): Promise<void> {
    const send = this.world.store.history.atomically(begin)
    if (!send) return
    if (this.#live) return this.#sends.patiently(send)
    this.#sends.begin(send)
    await this.#sends.untilAnswered()
  }

  /** Schedules a wake-up for a waiter outside of the world. */
  wait(request: WaitRequest): Wait {
    this.catchUp()
    const wait = this.waits.add(request, this.world.clock.now)
    this.#hasNewWait()
    return wait
  }

  cancel(wait: Wait): void {
    if (this.waits.cancel(wait)) this.#idleness.noteWait()
  }

  /** Restarts the wait from now. */
  restart(wait: Wait, after: number): void {
    this.catchUp()
    this.waits.postpone(wait, after, this.world.clock.now)
    this.#hasNewWait()
  }

  setMovesAutoClock(wait: Wait, movesAutoClock: boolean): void {
    this.waits.setMovesAutoClock(wait, movesAutoClock)
    this.#movement.checkForWork()
  }

  /** Milliseconds of virtual time in total. A rewind does not reduce them. */
  get elapsed(): number {
    this.catchUp()
    return this.waits.elapsed(this.world.clock.now)
  }

  /** Counts a client that waits for a held response, until the returned function is called. */
  hold(): () => void {
    const release = this.waits.hold()
    this.#hasNewWait()
    return () => {
      release()
      this.note()
    }
  }

  get programs(): number {
    return this.#movement.programs
  }

  /** Moves the clock automatically until the returned function is called. */
  moveFor(client: ClockClient): () => void {
    this.hasServed = true
    const leave = this.#movement.moveFor(client)
    const stopListening = this.world.store.history.onCommit(() => this.#movement.checkForWork())
    this.#movement.checkForWork()
    return () => {
      leave()
      stopListening()
    }
  }

  /** True if timers of a test library are linked. */
  get isLinked(): boolean {
    return this.#steps.linked !== undefined
  }

  /** Links timers of a test library to this clock until the returned function is called. */
  join(linked: LinkedTimers): () => void {
    this.hasServed = true
    this.#steps.linked = linked
    return () => {
      this.#steps.linked = undefined
    }
  }

  /** Jumps without waiting for anybody. Deliveries that start meanwhile are still in flight afterwards. */
  jumpTo(target: number): void {
    for (let step = this.#steps.next(target); step; step = this.#steps.next(target)) {
      const send = this.#steps.take(step)
      if (send) this.#sends.begin(send)
    }
    this.#steps.moveTo(Math.max(target, this.world.clock.now))
  }

  #hasNewWait(): void {
    this.#idleness.noteWait()
    this.#live?.waitForNext()
    this.#movement.checkForWork()
  }
}
