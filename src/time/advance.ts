import type { KindFilter } from '../engine/model/timer-kind'
import { UsageError } from '../errors/usage-error'
import { formatInstant } from '../kernel/instant'

export interface Fired {
  /** ISO 8601 in UTC. */
  readonly due: string
  /** What it was. */
  readonly kind: string
}

export interface Advance {
  /** Where the clock stood, in ISO 8601. */
  readonly from: string
  /** Where it stands now, in ISO 8601. */
  readonly to: string
  /** What became due on the way, in order. */
  readonly fired: readonly Fired[]
}

/** Returns, or promises, whether time has moved far enough. */
export type Condition = () => unknown

/** Characters of a condition in an error message. */
const SHOWN_AT_MOST = 100
// Stops a timer that reschedules itself without end.
export const TIMERS_AT_MOST = 1_000_000

/** One call that moves time. Concurrent calls move it together, and each ends at its own target. */
export class AdvanceCall {
  readonly target: number
  readonly done: Promise<Advance>
  readonly #from: string
  readonly #condition: Condition | undefined
  readonly #fired: Fired[] = []
  #verdict: 'not asked' | 'pending' | 'holds' | 'does not hold' = 'not asked'
  #resolve: (advance: Advance) => void = () => undefined
  #reject: (reason: unknown) => void = () => undefined

  readonly #timersAtMost: number

  constructor(
    from: string,
    target: number,
    condition?: Condition,
    timersAtMost = TIMERS_AT_MOST,
    /** The kinds of the service's timers that the call runs, if not all. */
    readonly only?: KindFilter,
  ) {
    this.#timersAtMost = timersAtMost
    this.#from = from
    this.target = target
    this.#condition = condition
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  /** Conditional calls may end before their target. */
  get isConditional(): boolean {
    return this.#condition !== undefined
  }

  get holds(): boolean {
    return this.#verdict === 'holds'
  }

  get isPending(): boolean {
    return this.#verdict === 'pending'
  }

  /**
   * Evaluates the condition, unless it has been evaluated since time last moved or is still pending. Returns
   * true if it started an evaluation.
   */
  ask(onAnswer: () => void): boolean {
    if (!this.#condition || this.#verdict !== 'not asked') return false
    const settle = (value: unknown): void => {
      this.#verdict = value ? 'holds' : 'does not hold'
    }
    const answer = this.#condition()
    if (!isThenable(answer)) {
      settle(answer)
      return false
    }
    this.#verdict = 'pending'
    answer.then(settle, (error: unknown) => this.fail(error)).then(onAnswer)
    return true
  }

  /** The error of a call whose condition nothing can fulfil any more. */
  inVain(at: string): UsageError {
    const source = String(this.#condition).replace(/\s+/g, ' ')
    const shown = source.length > SHOWN_AT_MOST ? `${source.slice(0, SHOWN_AT_MOST)}…` : source
    const limit = formatInstant(this.target)
    return new UsageError(
      `the condition ${shown} did not hold by ${at}, and nothing else is due before ${limit}`,
    )
  }

  /** Time has moved, so the condition must be evaluated again. */
  moved(due?: number, kind?: string): void {
    if (this.#verdict === 'does not hold') this.#verdict = 'not asked'
    if (due === undefined || kind === undefined) return
    if (this.#fired.length >= this.#timersAtMost)
      throw new UsageError(`more than ${this.#timersAtMost} timers fired in one call; the last was a ${kind}`)
    this.#fired.push({ due: formatInstant(due), kind })
  }

  end(at: string): void {
    this.#resolve({ from: this.#from, to: at, fired: this.#fired })
  }

  fail(reason: unknown): void {
    this.#verdict = 'holds'
    this.#reject(reason)
  }
}

const isThenable = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
