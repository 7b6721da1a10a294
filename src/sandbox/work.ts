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
  /** Milliseconds of processor time that the thread has used. Those of other threads may be among them. */
  used(): number
  /** Calls back when the work that was begun in this turn of the event loop has come to its end, or waits. */
  atRest(tell: () => void): void
  /** Ends with the turn of the event loop. */
  turn(): Promise<void>
}

export interface WorkOwner {
  readonly id: string
  readonly team: string
}

/** A team may work for no sandbox yet. */
type Spender = Pick<WorkOwner, 'team'> & Partial<WorkOwner>

/** Begins to measure work: its processor time, which is never more than the time that has passed. */
export function measured(clock: Pick<WorkClock, 'now' | 'used'>): () => number {
  const [now, used] = [clock.now(), clock.used()]
  return () => Math.min(clock.now() - now, clock.used() - used)
}

/** Deals a thread to those who work on it. */
export type Work = Pick<WorkQueue, 'refusal' | 'turn' | 'now' | 'begun' | 'spent'>

/** Turns after which others are heard, where nobody measures work. */
const STEPS = 20

/** The work of a sandbox that has its thread for itself. @param aside lets its other requests in */
export function ownThread(aside: () => Promise<void>): Work {
  let turns = 0
  return {
    refusal: () => undefined,
    turn() {
      turns += 1
      return turns % STEPS === 0 ? aside() : undefined
    },
    now: (_, piece) => piece(),
    begun: (_, piece) => piece(),
    spent: () => undefined,
  }
}

/** Callers that wait, in a line for each name. */
export class FairQueue {
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
    const line = this.#lines.get(name) ?? []
    const first = line.shift()
    this.#lines.delete(name)
    if (line.length > 0) this.#lines.set(name, line)
    first?.()
  }
}

/** Budgets of processor time, by the names of those who have them. */
class Budgets {
  readonly #known = new Map<string, TokenBucket>()

  constructor(
    private readonly whose: string,
    /** Milliseconds in a second. */
    private readonly share: number,
  ) {}

  refusal(name: string, now: number): HostAnswer | undefined {
    const budget = this.of(name, now)
    if (budget.has(now)) return undefined
    const error = `${this.whose} gets ${this.share} milliseconds of processor time in a second, and has used more`
    return overQuota(429, 'work', error, budget.wait)
  }

  of(name: string, now: number): TokenBucket {
    const known = this.#known.get(name)
    if (known) return known
    if (this.#known.size >= KNOWN_AT_MOST)
      for (const [other, budget] of this.#known) if (budget.isFull(now)) this.#known.delete(other)
    const made = new TokenBucket(this.share * SAVED, this.share)
    this.#known.set(name, made)
    return made
  }
}

/** The thread that all sandboxes of a process share. */
export class WorkQueue {
  readonly #sandboxes: Budgets
  readonly #teams: Budgets
  readonly #waiting = new FairQueue()
  /** Milliseconds that have passed with work in this turn. */
  #passed = 0
  #isDealing = false

  constructor(
    private readonly clock: WorkClock,
    { work, teamWork }: Pick<Quotas, 'work' | 'teamWork'>,
    /** Called around each piece. */
    private readonly pieces: { begin(id: string): void; clear(id: string): void },
  ) {
    this.#sandboxes = new Budgets('a sandbox', work)
    this.#teams = new Budgets('a team', teamWork)
  }

  /** The answer to a sandbox or a team that has used up its processor time. */
  refusal({ id, team }: Spender): HostAnswer | undefined {
    const now = this.clock.now()
    const own = id === undefined ? undefined : this.#sandboxes.refusal(id, now)
    return own ?? this.#teams.refusal(team, now)
  }

  /** Ends when it is the turn of a team; undefined if it is at once. Whoever has used least comes first. */
  turn(team: string): Promise<void> | undefined {
    if (this.#passed < SLICE && this.#waiting.isEmpty) return undefined
    this.#deal()
    return this.#waiting.wait(team)
  }

  /** Does a piece of work that ends with the call. */
  now<T>(worker: WorkOwner, piece: () => T): T {
    const end = this.#begin(worker)
    try {
      return piece()
    } finally {
      end()
    }
  }

  /** Begins a piece of work that may wait for something. Only what it does before is counted. */
  begun<T>(worker: WorkOwner, piece: () => Promise<T>): Promise<T> {
    const begun = this.#begin(worker)
    const done = piece()
    let isOver = false
    const end = (): void => {
      if (!isOver) begun()
      isOver = true
    }
    done.then(end, end)
    this.clock.atRest(end)
    return done
  }

  /** Counts milliseconds that were worked, also in another thread. */
  spent({ id, team }: Spender, milliseconds: number): void {
    const now = this.clock.now()
    if (id !== undefined) this.#sandboxes.of(id, now).spend(milliseconds, now)
    this.#teams.of(team, now).spend(milliseconds, now)
  }

  /** Others wait for the time that passes; only what was worked is counted. */
  #begin(owner: WorkOwner): () => void {
    this.pieces.begin(owner.id)
    const begin = this.clock.now()
    const taken = measured(this.clock)
    return () => {
      this.spent(owner, taken())
      this.pieces.clear(owner.id)
      if (this.#passed === 0) this.#deal()
      this.#passed += this.clock.now() - begin
    }
  }

  /** Lets the first begin in the next turn of the event loop, in which new requests are heard, too. */
  #deal(): void {
    if (this.#isDealing) return
    this.#isDealing = true
    void this.clock.turn().then(() => {
      this.#isDealing = false
      this.#passed = 0
      const now = this.clock.now()
      const levels = this.#waiting.names.map(
        (team) => [this.#teams.of(team, now).levelAt(now), team] as const,
      )
      const [first] = levels.sort(([a], [b]) => b - a)
      if (first) this.#waiting.next(first[1])
      if (!this.#waiting.isEmpty) this.#deal()
    })
  }
}
