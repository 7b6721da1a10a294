import type { World } from '../engine/model/context'
import type { KindFilter } from '../engine/model/timer-kind'
import type { HostTime } from '../host-time/host-time'
import { AdvanceCall, AdvanceCalls, type Condition, type Moved } from './advance'
import { type ClockClient, ClockClients } from './clock-client'
import type { Idleness } from './idleness'
import type { Sends } from './sends'
import type { Steps } from './steps'
import type { Waits } from './waits'

interface Parts {
  readonly host: HostTime
  readonly steps: Steps
  readonly sends: Sends
  readonly waits: Waits
  readonly idleness: Idleness
  /** True for kinds of timers that repeat without end. */
  readonly isEndless: (kind: string) => boolean
}

/** Moves the clock step by step. All work that needs no time is done between two steps. */
export class Movement {
  readonly #calls = new AdvanceCalls()
  readonly #clients = new ClockClients()
  #isUnderWay = false
  /** The counts of events at which the program was last found to wait only for the clock. */
  #settled = { events: -1, workEvents: -1 }
  /** Incremented by every rewind. A run with an older epoch is stale. */
  #epoch = 0

  constructor(
    private readonly world: World,
    private readonly parts: Parts,
    /** Called when the last call has ended. */
    private readonly onEnd: () => void,
  ) {}

  /** True while a call is moving time. */
  get isCalledFor(): boolean {
    return this.#calls.areAny
  }

  /** True if time moves for programs that wait. */
  get hasClients(): boolean {
    return this.#clients.areAny
  }

  /** Describes what the calls that move time wait for; undefined if nothing delays them. */
  get obstacle(): string | undefined {
    const ofSends = this.parts.sends.areUnderWay ? 'a webhook receiver has not answered yet' : undefined
    return this.#clients.obstacle ?? ofSends
  }

  /** Settles when all running calls have ended. */
  untilCallsEnd(): Promise<unknown> {
    return this.#calls.done
  }

  /** @param only the kinds of the service's timers that the call runs; undefined for all kinds */
  call(target: number, condition?: Condition, only?: KindFilter): Promise<Moved> {
    const call = new AdvanceCall(
      this.world.clock.instant,
      target,
      this.parts.host.timersAtMost,
      condition,
      only,
    )
    const done = this.#calls.add(call)
    this.#begin()
    return done
  }

  /** Ends all calls after a rewind. */
  interrupt(): void {
    this.#epoch += 1
    this.#isUnderWay = false
    this.#calls.end(this.world.clock.instant)
  }

  stop(): void {
    this.interrupt()
    this.#clients.clear()
  }

  /** The number of programs that run on virtual time. */
  get programs(): number {
    return this.#clients.patient
  }

  moveFor(client: ClockClient): () => void {
    return this.#clients.add(client)
  }

  /** Makes an automatic clock check whether it has to move. */
  checkForWork(): void {
    if (this.#clients.areAny && (this.#clients.hasPatient || this.#limit() !== undefined)) this.#begin()
  }

  #begin(): void {
    if (!this.#isUnderWay) void this.#run()
  }

  async #run(): Promise<void> {
    const epoch = this.#epoch
    const isCurrent = (): boolean => this.#epoch === epoch
    this.#isUnderWay = true
    try {
      await this.#settle()
      while (isCurrent() && (await this.#goOn(isCurrent)));
    } catch (error) {
      if (!isCurrent()) return
      this.#isUnderWay = false
      if (!this.#calls.areAny) throw error
      this.#calls.fail(error)
      this.onEnd()
    }
  }

  /** One step in its own turn; false if nobody needs another. The step follows its check in the same task. */
  async #goOn(isCurrent: () => boolean): Promise<boolean> {
    const { host } = this.parts
    let goesOn: boolean | Promise<boolean> | 'not yet' = 'not yet'
    const step = (): void => {
      if (isCurrent() && this.#checkIdle() && !this.#calls.ask(() => this.parts.idleness.note()))
        goesOn = this.#conclude() || this.#step(this.#limit()) || this.#wait(isCurrent)
    }
    const pause = host.mayGoOn?.()
    if (pause) await pause
    await host.turn(host.runs ? () => host.runs?.(step) : step)
    if (goesOn !== 'not yet') return goesOn
    await this.#settle()
    return true
  }

  /** True if nothing can happen without the clock. Then records the counts for the next check. */
  #checkIdle(): boolean {
    const { events, workEvents } = this.parts.idleness
    const areQuiet = this.#clients.takeQuiet(this.parts.host.turns)
    if (events === this.#settled.events) return true
    // While a receiver is still to answer, silence proves nothing, because it may be working.
    const isAtRest = areQuiet && (workEvents === this.#settled.workEvents || !this.parts.sends.areUnderWay)
    if (isAtRest) this.#settled = { events, workEvents }
    return isAtRest
  }

  /** Waits for a condition, or moves to the service's next event for a program; false if neither applies. */
  async #wait(isCurrent: () => boolean): Promise<boolean> {
    if (this.#calls.areSomePending) {
      await this.parts.idleness.next()
      return true
    }
    const due = this.#clients.hasPatient ? this.#nextOfService() : undefined
    if (due === undefined) {
      this.#isUnderWay = false
      this.#clients.tellStuck()
      return false
    }
    const { events } = this.parts.idleness
    const isWanted = await this.#clients.wantNextOfService()
    await this.parts.host.turn(() => {
      if (isWanted && isCurrent() && events === this.parts.idleness.events) this.#step(due)
    })
    return true
  }

  /** The time of the next timer of the service that does not repeat, or of the next time-out. */
  #nextOfService(): number | undefined {
    const timer = this.world.clock.pending().find(({ kind }) => !this.parts.isEndless(kind))
    const wait = this.parts.waits.first
    const dues = [...(timer ? [timer.due] : []), ...(wait ? [this.parts.waits.dueOf(wait)] : [])]
    return dues.length > 0 ? Math.min(...dues) : undefined
  }

  /** Waits until nothing can happen without the clock. */
  async #settle(): Promise<void> {
    for (let isAtWork = true; isAtWork; ) {
      // Waits one turn less, because the next step takes its own turn.
      await this.parts.sends.untilAnswered(true)
      isAtWork = await this.#clients.settle()
    }
    // Starts a new count, because everything started so far has ended.
    this.#clients.takeQuiet(this.parts.host.turns)
    const { events, workEvents } = this.parts.idleness
    this.#settled = { events, workEvents }
  }

  /** Ends the calls that have reached their targets. Returns true if there were any. */
  #conclude(): boolean {
    const isAnyDue = (until: number, only?: KindFilter): boolean =>
      this.parts.steps.next(until, only) !== undefined
    if (!this.#calls.conclude(this.world.clock, isAnyDue)) return false
    this.parts.idleness.note()
    if (!this.#calls.areAny) this.onEnd()
    return true
  }

  /** Moves to the next event or to the target of a call. Returns false if there is none. */
  #step(limit: number | undefined): boolean {
    const { clock } = this.world
    if (limit === undefined) return false
    const goal = this.#calls.goalAfter(clock.now)
    const only = this.#clients.areAny ? undefined : this.#calls.only
    const step = this.parts.steps.next(Math.min(limit, goal), only)
    const to = step?.due ?? goal
    if (!Number.isFinite(to) || !this.#mayJump(to)) return false
    if (step) {
      this.#calls.moved(step.due, step.kind)
      const send = step.timer && this.parts.steps.take(step)
      if (send) this.parts.sends.begin(send)
      if (!step.timer) this.#wake(to)
    } else {
      this.parts.steps.moveTo(to)
      this.#calls.moved()
    }
    return true
  }

  /** Wakes everyone who waits for that instant, each in its own turn of the event loop. */
  #wake(due: number): void {
    const epoch = this.#epoch
    this.parts.steps.moveTo(Math.max(due, this.world.clock.now))
    // The turns are queued before the first wakes, so that its setImmediate callbacks run after them.
    for (let others = this.parts.waits.dueWithFirst - 1; others > 0; others -= 1)
      void this.parts.host.turn(() => {
        if (this.#epoch === epoch) this.parts.steps.wakeOne(due, true)
      })
    this.parts.steps.wakeOne(due, true)
  }

  /** The latest time to move to; undefined if nobody needs the clock. */
  #limit(): number | undefined {
    const { now } = this.world.clock
    const isWaitedFor = this.#clients.areAny && this.parts.waits.waitersForClock > 0
    if (isWaitedFor) return Number.POSITIVE_INFINITY
    if (this.#calls.areAny) return this.#calls.limit
    return this.#clients.areAny && this.parts.steps.next(now) ? now : undefined
  }

  #mayJump(to: number): boolean {
    if (to <= this.world.clock.now || this.#calls.areAny) return true
    return this.#clients.mayJump()
  }
}
