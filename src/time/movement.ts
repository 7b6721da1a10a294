import type { KindFilter } from '../engine/model/timer-kind'
import type { World } from '../engine/model/world'
import type { HostTime } from '../host-time/host-time'
import { type Advance, AdvanceCall, type Condition } from './advance'
import type { Idleness } from './idleness'
import type { Mover } from './mover'
import type { Sends } from './sends'
import type { Steps } from './steps'
import type { Waits } from './waits'

interface Parts {
  readonly host: HostTime
  readonly steps: Steps
  readonly sends: Sends
  readonly waits: Waits
  readonly idleness: Idleness
  /** Kinds of timers that repeat without end. */
  readonly endless: ReadonlySet<string>
}

/**
 * Moves the clock step by step, for calls that advance it and for programs that run on it. Between two steps
 * all work that needs no time is done.
 */
export class Movement {
  readonly #world: World
  readonly #host: HostTime
  readonly #steps: Steps
  readonly #sends: Sends
  readonly #waits: Waits
  readonly #idleness: Idleness
  readonly #endless: ReadonlySet<string>
  /** Runs when the last call has ended. */
  readonly #onEnd: () => void
  readonly #calls = new Set<AdvanceCall>()
  readonly #movers = new Set<Mover>()
  #isUnderWay = false
  /** The signs when last nothing could happen without the clock. */
  #rested = { signs: -1, activity: -1 }
  /** Incremented by every rewind; anything that started earlier is stale. */
  #epoch = 0

  constructor(world: World, parts: Parts, onEnd: () => void) {
    this.#world = world
    this.#host = parts.host
    this.#steps = parts.steps
    this.#sends = parts.sends
    this.#waits = parts.waits
    this.#idleness = parts.idleness
    this.#endless = parts.endless
    this.#onEnd = onEnd
  }

  /** Whether a call is moving time. */
  get isCalledFor(): boolean {
    return this.#calls.size > 0
  }

  /** Whether time moves because a program waits. */
  get isForMovers(): boolean {
    return this.#movers.size > 0
  }

  /** What holds up the calls that move time, as text. */
  get obstacle(): string | undefined {
    for (const { restsFor } of this.#movers) {
      const io = restsFor?.()
      if (io !== undefined) return `real I/O is under way (${io})`
    }
    return this.#sends.areUnderWay ? 'a webhook receiver has not answered yet' : undefined
  }

  /** Settles when all running calls have ended. */
  get calls(): Promise<unknown> {
    return Promise.allSettled([...this.#calls].map(({ done }) => done))
  }

  /** @param only the kinds of the service's timers that the call runs, if not all */
  call(target: number, condition?: Condition, only?: KindFilter): Promise<Advance> {
    const call = new AdvanceCall(this.#world.clock.instant, target, condition, undefined, only)
    this.#calls.add(call)
    this.#begin()
    return call.done
  }

  /** Ends all calls after a rewind. */
  interrupt(): void {
    this.#epoch += 1
    this.#isUnderWay = false
    for (const call of this.#calls) call.end(this.#world.clock.instant)
    this.#calls.clear()
  }

  /** Stops for good. */
  stop(): void {
    this.interrupt()
    this.#movers.clear()
  }

  moveFor(mover: Mover): () => void {
    this.#movers.add(mover)
    return () => this.#movers.delete(mover)
  }

  /** Makes an automatic clock check whether it must move. */
  nudge(): void {
    if (this.#movers.size > 0 && (this.#isAnyPatient || this.#limit() !== undefined)) this.#begin()
  }

  #begin(): void {
    if (!this.#isUnderWay) void this.#run()
  }

  async #run(): Promise<void> {
    const epoch = this.#epoch
    const isCurrent = (): boolean => this.#epoch === epoch
    this.#isUnderWay = true
    try {
      await this.#rest()
      while (isCurrent() && (await this.#goOn(isCurrent)));
    } catch (error) {
      if (!isCurrent()) return
      this.#isUnderWay = false
      if (this.#calls.size === 0) throw error
      for (const call of this.#calls) call.fail(error)
      this.#calls.clear()
      this.#onEnd()
    }
  }

  /**
   * One step; false if nobody needs another. It is decided and taken in one go, so no request for time is missed, and
   * in a turn of the event loop of its own, as the host runs timers.
   */
  async #goOn(isCurrent: () => boolean): Promise<boolean> {
    let goesOn: boolean | Promise<boolean> | 'not yet' = 'not yet'
    await this.#host.turn(() => {
      if (isCurrent() && this.#isAtRest && !this.#ask())
        goesOn = this.#conclude() || this.#step(this.#limit()) || this.#wait(isCurrent)
    })
    if (goesOn !== 'not yet') return goesOn
    await this.#rest()
    return true
  }

  /** Whether nothing can happen without the clock. */
  get #isAtRest(): boolean {
    const { signs, activity } = this.#idleness
    const isStill = [...this.#movers].map((mover) => mover.isStill?.(this.#host.turns) ?? false)
    if (signs === this.#rested.signs) return true
    const isAtRest = activity === this.#rested.activity && isStill.length > 0 && !isStill.includes(false)
    if (isAtRest) this.#rested = { signs, activity }
    return isAtRest
  }

  /**
   * No call needs the clock. Waits for a pending condition, or moves to the service's next event for a
   * patient program. Returns false if there is neither.
   */
  async #wait(isCurrent: () => boolean): Promise<boolean> {
    if ([...this.#calls].some(({ isPending }) => isPending)) {
      await this.#idleness.next()
      return true
    }
    const due = this.#isAnyPatient ? this.#nextOfService() : undefined
    if (due === undefined) {
      this.#isUnderWay = false
      for (const { onStuck } of this.#movers) onStuck?.()
      return false
    }
    const { signs } = this.#idleness
    let isWorth = false
    for (const { isPatient } of this.#movers) if (await isPatient?.()) isWorth = true
    await this.#host.turn(() => {
      if (isWorth && isCurrent() && signs === this.#idleness.signs) this.#step(due)
    })
    return true
  }

  get #isAnyPatient(): boolean {
    return [...this.#movers].some(({ isPatient }) => isPatient)
  }

  /** The next non-repeating event of the service, or the next time-out. */
  #nextOfService(): number | undefined {
    const timer = this.#world.clock.pending().find(({ kind }) => !this.#endless.has(kind))
    const wait = this.#waits.first
    const dues = [...(timer ? [timer.due] : []), ...(wait ? [this.#waits.dueOf(wait)] : [])]
    return dues.length > 0 ? Math.min(...dues) : undefined
  }

  /** Waits until nothing can happen without the clock. */
  async #rest(): Promise<void> {
    for (let isAtWork = true; isAtWork; ) {
      // The step after it has the last turn of the quiet.
      await this.#sends.heard(true)
      isAtWork = false
      for (const { rest } of this.#movers) if (rest && (await rest())) isAtWork = true
    }
    for (const { isStill } of this.#movers) isStill?.(this.#host.turns)
    const { signs, activity } = this.#idleness
    this.#rested = { signs, activity }
  }

  /** Whether a condition is being evaluated. */
  #ask(): boolean {
    let isUnderWay = false
    for (const call of this.#calls) {
      try {
        if (call.ask(() => this.#idleness.note())) isUnderWay = true
      } catch (error) {
        call.fail(error)
      }
    }
    return isUnderWay
  }

  /** Ends the calls that have reached their targets. Returns whether there were any. */
  #conclude(): boolean {
    const { clock } = this.#world
    let isAny = false
    for (const call of [...this.#calls]) {
      const isThere =
        call.holds ||
        (!call.isConditional && clock.now >= call.target && !this.#steps.next(call.target, call.only))
      const isInVain = call.isConditional && !call.isPending && !this.#steps.next(call.target)
      if (!isThere && !isInVain) continue
      this.#calls.delete(call)
      if (isThere) call.end(clock.instant)
      else call.fail(call.inVain(clock.instant))
      this.#idleness.note()
      isAny = true
    }
    if (isAny && this.#calls.size === 0) this.#onEnd()
    return isAny
  }

  /** Moves to the next event or to the target of a call. Returns whether there was one. */
  #step(limit: number | undefined): boolean {
    const { clock } = this.#world
    if (limit === undefined) return false
    const goals = [...this.#calls].filter((call) => !call.isConditional && call.target > clock.now)
    const goal = Math.min(...goals.map(({ target }) => target))
    const step = this.#steps.next(Math.min(limit, goal), this.#only)
    const to = step?.due ?? goal
    if (!Number.isFinite(to) || !this.#mayLeap(to)) return false
    if (step) {
      for (const call of this.#calls) call.moved(step.due, step.kind)
      const send = step.timer ? this.#steps.take(step) : this.#wake(to)
      if (send) this.#sends.begin(send)
    } else {
      this.#steps.moveTo(to)
      for (const call of this.#calls) call.moved()
    }
    return true
  }

  /** Wakes everyone who waits for that instant, each in a turn of the event loop of its own. */
  #wake(due: number): undefined {
    const epoch = this.#epoch
    this.#steps.moveTo(Math.max(due, this.#world.clock.now))
    // Before the first: what it starts by setImmediate comes after all of them.
    for (let others = this.#waits.together - 1; others > 0; others -= 1)
      void this.#host.turn(() => {
        if (this.#epoch === epoch) this.#steps.wakeOne(due, true)
      })
    this.#steps.wakeOne(due, true)
  }

  /** The kinds of the service's timers that are wanted, if nobody wants the others. */
  get #only(): KindFilter | undefined {
    const [first, ...others] = [...this.#calls].map(({ only }) => only)
    return this.#movers.size === 0 && others.every((only) => only === first) ? first : undefined
  }

  /** The latest time to move to; undefined if nobody needs the clock. */
  #limit(): number | undefined {
    const { now } = this.#world.clock
    const isWaitedFor = this.#movers.size > 0 && this.#waits.demand > 0
    if (isWaitedFor) return Number.POSITIVE_INFINITY
    const targets = [...this.#calls].map(({ target }) => target)
    if (targets.length > 0) return Math.max(...targets)
    return this.#movers.size > 0 && this.#steps.next(now) ? now : undefined
  }

  #mayLeap(to: number): boolean {
    if (to <= this.#world.clock.now || this.#calls.size > 0) return true
    return [...this.#movers].every(({ mayLeap }) => mayLeap?.() !== false)
  }
}
