import type { KindFilter } from '../engine/model/timer-kind'
import { UsageError } from '../errors/usage-error'
import type { WorldClock } from '../kernel/clock'
import { excerpt } from '../kernel/count-text'
import { formatInstant } from '../kernel/instant'
import { isPromise } from '../kernel/is-promise'

export interface Fired {
  /** ISO 8601 in UTC. */
  readonly due: string
  /** The kind of the timer, as in `clock.pending()`. */
  readonly kind: string
}

export interface Advance {
  /** The time of the clock before the call, in ISO 8601. */
  readonly from: string
  /** The time of the clock after the call, in ISO 8601. */
  readonly to: string
  /** The timers that fired, in order. */
  readonly fired: readonly Fired[]
}

/** An advance without texts. A long advance fires many timers, and few callers read the list of them. */
export interface Moved extends Pick<Advance, 'from' | 'to'> {
  /** In milliseconds since 1970. */
  readonly dues: readonly number[]
  readonly kinds: readonly string[]
}

/** @returns the advance for the caller; `fired` is built when it is first read */
export function advanceOf({ from, to, dues, kinds }: Moved): Advance {
  let fired: Fired[] | undefined
  return {
    from,
    to,
    get fired() {
      fired ??= kinds.map((kind, at) => ({ due: formatInstant(dues[at] as number), kind }))
      return fired
    },
  }
}

/** Returns a truthy value, or a promise of one, once time has moved far enough. */
export type Condition = () => unknown

/** The longest text of a condition in an error message, in characters. */
const SHOWN_AT_MOST = 100

/** One call that moves time. Concurrent calls move time together, and each ends at its own target. */
export class AdvanceCall {
  readonly target: number
  readonly done: Promise<Moved>
  readonly #condition: Condition | undefined
  readonly #dues: number[] = []
  readonly #kinds: string[] = []
  #verdict: 'not asked' | 'pending' | 'holds' | 'does not hold' | 'failed' = 'not asked'
  #resolve: (moved: Moved) => void = () => undefined
  #reject: (reason: unknown) => void = () => undefined

  constructor(
    private readonly from: string,
    target: number,
    private readonly timersAtMost: number,
    condition?: Condition,
    /** The kinds of the service's timers that the call runs; undefined for all kinds. */
    readonly only?: KindFilter,
  ) {
    this.target = target
    this.#condition = condition
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  /** A call with a condition may end before its target. */
  get isConditional(): boolean {
    return this.#condition !== undefined
  }

  /** True if the condition holds or has failed, so that the call can end. */
  get isDecided(): boolean {
    return this.#verdict === 'holds' || this.#verdict === 'failed'
  }

  get isPending(): boolean {
    return this.#verdict === 'pending'
  }

  /** Evaluates the condition if time has moved since and it is not pending. True if an evaluation began. */
  ask(onAnswer: () => void): boolean {
    if (!this.#condition || this.#verdict !== 'not asked') return false
    const settle = (value: unknown): void => {
      this.#verdict = value ? 'holds' : 'does not hold'
    }
    const answer = this.#condition()
    if (!isPromise(answer)) {
      settle(answer)
      return false
    }
    this.#verdict = 'pending'
    answer.then(settle, (error: unknown) => this.fail(error)).then(onAnswer)
    return true
  }

  /** The error for a condition that did not hold although nothing is left to run. */
  stalled(at: string): UsageError {
    const source = String(this.#condition).replace(/\s+/g, ' ')
    const shown = excerpt(source, SHOWN_AT_MOST)
    const limit = formatInstant(this.target)
    return new UsageError(
      `the condition ${shown} did not hold by ${at}, and nothing else is due before ${limit}`,
    )
  }

  /** Reports that time has moved, so that the condition is evaluated again. */
  moved(due?: number, kind?: string): void {
    if (this.#verdict === 'does not hold') this.#verdict = 'not asked'
    if (due === undefined || kind === undefined) return
    if (this.#dues.length >= this.timersAtMost)
      throw new UsageError(`more than ${this.timersAtMost} timers fired in one call; the last was a ${kind}`)
    this.#dues.push(due)
    this.#kinds.push(kind)
  }

  end(at: string): void {
    this.#resolve({ from: this.from, to: at, dues: this.#dues, kinds: this.#kinds })
  }

  fail(reason: unknown): void {
    this.#verdict = 'failed'
    this.#reject(reason)
  }
}

/** The calls that are moving time. */
export class AdvanceCalls {
  readonly #all = new Set<AdvanceCall>()

  get areAny(): boolean {
    return this.#all.size > 0
  }

  get areSomePending(): boolean {
    return [...this.#all].some(({ isPending }) => isPending)
  }

  /** Settles when all calls have ended. */
  get done(): Promise<unknown> {
    return Promise.allSettled([...this.#all].map(({ done }) => done))
  }

  /** The filter of the service's timers that all calls share; undefined (all kinds) if the filters differ. */
  get only(): KindFilter | undefined {
    const [first, ...others] = [...this.#all].map(({ only }) => only)
    return others.every((only) => only === first) ? first : undefined
  }

  /** The latest target of all calls; undefined without calls. */
  get limit(): number | undefined {
    return this.areAny ? Math.max(...[...this.#all].map(({ target }) => target)) : undefined
  }

  /** The earliest target after `now` of the calls without a condition; infinite if there is none. */
  goalAfter(now: number): number {
    const goals = [...this.#all].filter((call) => !call.isConditional && call.target > now)
    return Math.min(...goals.map(({ target }) => target))
  }

  add(call: AdvanceCall): Promise<Moved> {
    this.#all.add(call)
    return call.done
  }

  moved(due?: number, kind?: string): void {
    for (const call of this.#all) call.moved(due, kind)
  }

  /** Evaluates the conditions. Returns true while a condition is still pending. */
  ask(onAnswer: () => void): boolean {
    let isUnderWay = false
    for (const call of this.#all)
      try {
        if (call.ask(onAnswer)) isUnderWay = true
      } catch (error) {
        call.fail(error)
      }
    return isUnderWay
  }

  /** Ends the calls that have reached their targets or never will. Returns true if there were any. */
  conclude({ now, instant }: WorldClock, isAnyDue: (until: number, only?: KindFilter) => boolean): boolean {
    let isAny = false
    for (const call of [...this.#all]) {
      const { isConditional, target } = call
      const isThere = call.isDecided || (!isConditional && now >= target && !isAnyDue(target, call.only))
      const isStalled = isConditional && !call.isPending && !isAnyDue(target)
      if (!isThere && !isStalled) continue
      this.#all.delete(call)
      if (isThere) call.end(instant)
      else call.fail(call.stalled(instant))
      isAny = true
    }
    return isAny
  }

  /** Ends all calls after a rewind. */
  end(instant: string): void {
    for (const call of this.#all) call.end(instant)
    this.#all.clear()
  }

  fail(error: unknown): void {
    for (const call of this.#all) call.fail(error)
    this.#all.clear()
  }
}
