/** The thread of a process as teams share it: turns that are dealt to them, and budgets of processor time. */
import { type HostAnswer, overQuota, type Quotas, TokenBucket } from './quotas'

/** Milliseconds of work in a turn of the event loop, after which others wait for the next one. */
const SLICE = 4
/** Seconds of its share that a quiet sandbox or team has saved up. */
const SAVED = 30
const KNOWN_AT_MOST = 1000

/** An engine measures work with it. */
export interface WorkClock {
  /** Milliseconds, by a clock that does not jump. */
  now(): number
  /** Calls back when the work that was begun in this turn of the event loop has come to its end, or waits. */
  atRest(tell: () => void): void
  /** Ends with the turn of the event loop. */
  turn(): Promise<void>
}

/** The sandbox and the team whose work it is. */
export interface WorkOwner {
  readonly id: string
  readonly team: string
}

/** A team may work for no sandbox yet. */
type Spender = Pick<WorkOwner, 'team'> & Partial<WorkOwner>

/** Those who wait, in a line for each name. */
export class Lines {
  readonly #lines = new Map<string, (() => void)[]>()

  /** The name whose first one went last is the last. */
  get names(): readonly string[] {
    return [...this.#lines.keys()]
  }

  get isEmpty(): boolean {
    return this.#lines.size === 0
  }

  wait(name: string): Promise<void> {
    return new Promise((go) => {
      const line = this.#lines.get(name)
      if (line) line.push(go)
      else this.#lines.set(name, [go])
    })
  }

  /** Lets the first of a line go. */
  next(name: string): void {
    const [first, ...others] = this.#lines.get(name) ?? []
    this.#lines.delete(name)
    if (others.length > 0) this.#lines.set(name, others)
    first?.()
  }
}

export class WorkQueue {
  readonly #budgets = new Map<string, TokenBucket>()
  readonly #waiting = new Lines()
  /** Milliseconds of work in this turn. */
  #spent = 0
  #isDealing = false

  constructor(
    private readonly clock: WorkClock,
    private readonly quotas: Pick<Quotas, 'work' | 'teamWork'>,
    /** Called around each piece. */
    private readonly pieces: { begin(id: string): void; clear(id: string): void },
  ) {}

  /** The answer to a sandbox or a team that has used up its processor time. */
  refusal({ id, team }: Spender): HostAnswer | undefined {
    for (const [name, share, whose] of [
      [id, this.quotas.work, 'a sandbox'],
      [`team ${team}`, this.quotas.teamWork, 'a team'],
    ] as const) {
      if (name === undefined) continue
      const budget = this.#budgetOf(name)
      if (!budget.has(this.clock.now())) {
        const error = `${whose} gets ${share} milliseconds of processor time in a second, and has used more`
        return overQuota(429, 'work', error, budget.wait)
      }
    }
    return undefined
  }

  /** Ends when it is the turn of a team; undefined if it is at once. Whoever has used least comes first. */
  turn(team: string): Promise<void> | undefined {
    if (this.#spent < SLICE && this.#waiting.isEmpty) return undefined
    this.#deal()
    return this.#waiting.wait(team)
  }

  /** Does a piece of work that ends with the call. */
  now<T>(worker: WorkOwner, piece: () => T): T {
    const begin = this.#begin(worker)
    try {
      return piece()
    } finally {
      this.#end(worker, begin)
    }
  }

  /** Begins a piece of work that may wait for something. Only what it does before is counted. */
  begun<T>(worker: WorkOwner, piece: () => Promise<T>): Promise<T> {
    const begin = this.#begin(worker)
    const done = piece()
    let isOver = false
    const end = (): void => {
      if (!isOver) this.#end(worker, begin)
      isOver = true
    }
    done.then(end, end)
    this.clock.atRest(end)
    return done
  }

  #begin({ id }: WorkOwner): number {
    this.pieces.begin(id)
    return this.clock.now()
  }

  /** Counts milliseconds of another thread. */
  spent({ id, team }: Spender, milliseconds: number): void {
    const now = this.clock.now()
    if (id !== undefined) this.#budgetOf(id).spend(milliseconds, now)
    this.#budgetOf(`team ${team}`).spend(milliseconds, now)
  }

  #end(owner: WorkOwner, begin: number): void {
    const taken = this.clock.now() - begin
    this.spent(owner, taken)
    this.pieces.clear(owner.id)
    if (this.#spent === 0) this.#deal()
    this.#spent += taken
  }

  /** Lets the first begin in the next turn of the event loop, in which new requests are heard, too. */
  #deal(): void {
    if (this.#isDealing) return
    this.#isDealing = true
    void this.clock.turn().then(() => {
      this.#isDealing = false
      this.#spent = 0
      const now = this.clock.now()
      const levels = this.#waiting.names.map(
        (team) => [this.#budgetOf(`team ${team}`).levelAt(now), team] as const,
      )
      const [first] = levels.sort(([a], [b]) => b - a)
      if (first) this.#waiting.next(first[1])
      if (!this.#waiting.isEmpty) this.#deal()
    })
  }

  #budgetOf(name: string): TokenBucket {
    const known = this.#budgets.get(name)
    if (known) return known
    if (this.#budgets.size >= KNOWN_AT_MOST)
      for (const [other, budget] of this.#budgets)
        if (budget.isFull(this.clock.now())) this.#budgets.delete(other)
    const share = name.startsWith('team ') ? this.quotas.teamWork : this.quotas.work
    const made = new TokenBucket(share * SAVED, share)
    this.#budgets.set(name, made)
    return made
  }
}
