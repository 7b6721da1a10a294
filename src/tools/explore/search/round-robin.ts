import type { Plan } from '../plan/plan'

/** A part of a stage: what remains of it has a name. */
export interface PlanSource {
  readonly name: string
  /** The name of what remains once it has begun. @default the same */
  readonly rest?: string
  readonly plans: Iterable<Plan>
}

/** Rows of sources take turns until all are over; the sources of a row come one after the other. */
export class RoundRobin {
  readonly #rows: readonly (readonly Peekable[])[]
  /** The source of each plan that was given. */
  readonly #given: Peekable[] = []

  /** @param shares how many plans of each row come in its turn, one unless it says so */
  constructor(
    rows: readonly (readonly PlanSource[])[],
    private readonly shares: readonly number[] = [],
  ) {
    this.#rows = rows.map((row) => row.map((source) => new Peekable(source)))
  }

  *plans(): Iterable<Plan> {
    for (let before = -1; before < this.#given.length; ) {
      before = this.#given.length
      for (const [position, row] of this.#rows.entries())
        for (let share = this.shares[position] ?? 1; share > 0; share -= 1) {
          const source = row.find(({ isOver }) => !isOver)
          if (!source) break
          this.#given.push(source)
          yield source.take()
        }
    }
  }

  /** Names the plans that remain after so many. */
  leftAfter(count: number): string[] {
    const [begun, waiting] = [this.#given.slice(0, count), this.#given.slice(count)]
    const names = this.#rows
      .flat()
      .filter((source) => !source.isOver || waiting.includes(source))
      .map((source) => (begun.includes(source) ? source.rest : source.name))
    return [...new Set(names)]
  }
}

/** It knows of the end when the last plan is taken, and not only when there is none any more. */
class Peekable {
  readonly name: string
  readonly rest: string
  readonly #plans: Iterator<Plan>
  #next: IteratorResult<Plan>

  constructor({ name, rest = name, plans }: PlanSource) {
    this.name = name
    this.rest = rest
    this.#plans = plans[Symbol.iterator]()
    this.#next = this.#plans.next()
  }

  get isOver(): boolean {
    return this.#next.done === true
  }

  take(): Plan {
    const { value } = this.#next
    this.#next = this.#plans.next()
    return value
  }
}
