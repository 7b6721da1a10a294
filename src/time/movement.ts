import type { World } from '../engine/model/world'
import { UsageError } from '../usage-error'
import { type Advance, AdvanceCall, type Condition } from './advance'
import type { Idleness } from './idleness'
import type { Mover } from './mover'
import type { Sends } from './sends'
import type { Steps } from './steps'
import type { Waits } from './waits'

interface Parts {
  readonly steps: Steps
  readonly sends: Sends
  readonly waits: Waits
  readonly idleness: Idleness
  /** Kinds of timers that plan the next one for ever. */
  readonly endless: ReadonlySet<string>
}

/**
 * Moves the clock step by step while somebody wants it to: a call, or a program for whose sake it moves by itself.
 * Between two steps everything happens that needs no time.
 */
export class Movement {
  readonly #world: World
  readonly #steps: Steps
  readonly #sends: Sends
  readonly #waits: Waits
  readonly #idleness: Idleness
  readonly #endless: ReadonlySet<string>
  /** Called when nobody calls for time any more. */
  readonly #onEnd: () => void
  readonly #calls = new Set<AdvanceCall>()
  readonly #movers = new Set<Mover>()
  /** Responses held back that a client waits for. */
  #held = 0
  #isUnderWay = false
  /** Grows with every rewind: what began before it is over. */
  #epoch = 0

  constructor(world: World, parts: Parts, onEnd: () => void) {
    this.#world = world
    this.#steps = parts.steps
    this.#sends = parts.sends
    this.#waits = parts.waits
    this.#idleness = parts.idleness
    this.#endless = parts.endless
    this.#onEnd = onEnd
  }

  /** Whether somebody has called for it. */
  get isCalledFor(): boolean {
    return this.#calls.size > 0
  }

  /** Settles when the calls under way are over. */
  get calls(): Promise<unknown> {
    return Promise.allSettled([...this.#calls].map(({ done }) => done))
  }

  call(target: number, condition?: Condition): Promise<Advance> {
    const call = new AdvanceCall(this.#world.clock.instant, target, condition)
    this.#calls.add(call)
    this.#begin()
    return call.done
  }

  /** Ends the calls: the world was rewound under them. */
  interrupt(): void {
    this.#epoch += 1
    this.#isUnderWay = false
    for (const call of this.#calls) call.end(this.#world.clock.instant)
    this.#calls.clear()
  }

  /** For good. */
  stop(): void {
    this.interrupt()
    this.#movers.clear()
  }

  hold(): () => void {
    this.#held += 1
    return () => {
      this.#held -= 1
    }
  }

  moveFor(mover: Mover): () => void {
    this.#movers.add(mover)
    return () => this.#movers.delete(mover)
  }

  /** Lets a clock that moves by itself look whether it has to. */
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

  /** One step; false when nobody wants another. There is no await between finding that out and saying so. */
  async #goOn(isCurrent: () => boolean): Promise<boolean> {
    const { signs } = this.#idleness
    if (this.#ask()) {
      await this.#rest()
      if (!isCurrent()) return true
    }
    if (!this.#conclude() && !this.#step(this.#limit()) && !(await this.#wait(isCurrent))) return false
    if (signs !== this.#idleness.signs) await this.#rest()
    return true
  }

  /** Nobody waits for the clock; whether there is anything else to wait for. */
  async #wait(isCurrent: () => boolean): Promise<boolean> {
    if ([...this.#calls].some(({ isPending }) => isPending)) {
      await this.#idleness.next()
      return true
    }
    const due = this.#isAnyPatient ? this.#nextOfService() : undefined
    if (due === undefined) {
      this.#isUnderWay = false
      for (const { isStuck } of this.#movers) isStuck?.()
      return false
    }
    const { signs } = this.#idleness
    let isWorth = false
    for (const { isPatient } of this.#movers) if (await isPatient?.()) isWorth = true
    if (isWorth && isCurrent() && signs === this.#idleness.signs) this.#step(due)
    return true
  }

  get #isAnyPatient(): boolean {
    return [...this.#movers].some(({ isPatient }) => isPatient)
  }

  /** When the service does something that is not repeated without end, or a time-out is over. */
  #nextOfService(): number | undefined {
    const timer = this.#world.clock.pending().find(({ kind }) => !this.#endless.has(kind))
    const wait = this.#waits.first
    const dues = [...(timer ? [timer.due] : []), ...(wait ? [this.#waits.dueOf(wait)] : [])]
    return dues.length > 0 ? Math.min(...dues) : undefined
  }

  /** Until nobody but the clock can do anything. */
  async #rest(): Promise<void> {
    for (let isAtWork = true; isAtWork; ) {
      await this.#sends.heard()
      isAtWork = false
      for (const { rest } of this.#movers) if (rest && (await rest())) isAtWork = true
    }
  }

  /** Whether the answer of a condition is worth waiting for. */
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

  /** Ends the calls that are where they wanted to go; whether there were any. */
  #conclude(): boolean {
    const { clock } = this.#world
    let isAny = false
    for (const call of [...this.#calls]) {
      const isThere =
        call.holds || (!call.isConditional && clock.now >= call.target && !this.#steps.next(call.target))
      const isInVain = call.isConditional && !call.isPending && !this.#steps.next(call.target)
      if (!isThere && !isInVain) continue
      this.#calls.delete(call)
      if (isThere) call.end(clock.instant)
      else
        call.fail(
          new UsageError(`the condition did not hold by ${clock.instant}, and nothing else is due before`),
        )
      this.#idleness.note()
      isAny = true
    }
    if (isAny && this.#calls.size === 0) this.#onEnd()
    return isAny
  }

  /** Moves on to what is due next, or to where a call wants to go; whether there was anything. */
  #step(limit: number | undefined): boolean {
    const { clock } = this.#world
    if (limit === undefined) return false
    const goals = [...this.#calls].filter((call) => !call.isConditional && call.target > clock.now)
    const goal = Math.min(...goals.map(({ target }) => target))
    const step = this.#steps.next(Math.min(limit, goal))
    const to = step?.due ?? goal
    if (!Number.isFinite(to) || !this.#mayLeap(to)) return false
    if (step) {
      for (const call of this.#calls) call.moved(step.due, step.kind)
      const send = this.#steps.take(step)
      if (send) this.#sends.begin(send)
    } else {
      this.#steps.moveTo(to)
      for (const call of this.#calls) call.moved()
    }
    return true
  }

  /** How far time may go; undefined when nobody wants it to. */
  #limit(): number | undefined {
    const { now } = this.#world.clock
    const isWaitedFor = this.#movers.size > 0 && this.#held + this.#waits.demand > 0
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
