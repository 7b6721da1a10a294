/** Shares the thread of a process among teams: fair turns, and budgets of processor time. */
import { type HostAnswer, overQuota, type Quotas, TokenBucket } from './quotas'

/** Milliseconds of work in one turn of the event loop, after which the rest waits for the next turn. */
const SLICE = 4
/** Seconds of its share that an idle sandbox or team can save up. */
const SAVED = 30
const KNOWN_AT_MOST = 1000

/** The clock by which an engine measures work. */
export interface WorkClock {
  /** Milliseconds of a monotonic clock. */
  now(): number
  /** Milliseconds of processor time of this thread. On older Nodes other threads are included. */
  used(): number
  /** Calls back when the work begun in this turn of the event loop has finished or waits for I/O. */
  atRest(tell: () => void): void
  /** Resolves in the next turn of the event loop. */
  turn(): Promise<void>
}

export interface WorkOwner {
  readonly id: string
  readonly team: string
}

/** A team may spend time before its sandbox exists. */
type Spender = Pick<WorkOwner, 'team'> & Partial<WorkOwner>

/** Measures processor time from now on. It never exceeds the elapsed time. */
export function measured(clock: Pick<WorkClock, 'now' | 'used'>): () => number {
  const [now, used] = [clock.now(), clock.used()]
  return () => Math.min(clock.now() - now, clock.used() - used)
}

/** The scheduler of a thread, as sandboxes see it. */
export type Work = Pick<WorkQueue, 'refusal' | 'turn' | 'now' | 'begun' | 'spent'>

/** Turns after which a sandbox with its own thread lets other requests in. */
const STEPS = 20

/** The scheduler of a sandbox with its own thread. @param aside lets its other requests in */
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

/** Waiting callers in one queue for each name. */
export class FairQueue {
  readonly #lines = new Map<string, (() => void)[]>()

  /** The waiting names. The name that was served last comes last. */
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

  /** Releases the first caller of a name. */
  next(name: string): void {
    const line = this.#lines.get(name) ?? []
    const first = line.shift()
    this.#lines.delete(name)
    if (line.length > 0) this.#lines.set(name, line)
    first?.()
  }
}

/** Budgets of processor time by name. */
class Budgets {
  readonly #known = new Map<string, TokenBucket>()

  constructor(
    private readonly whose: string,
    /** Milliseconds per second. */
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

/** Schedules the work of all sandboxes on the thread of a process. */
export class WorkQueue {
  readonly #sandboxes: Budgets
  readonly #teams: Budgets
  readonly #waiting = new FairQueue()
  /** Milliseconds of work in this turn of the event loop. */
  #passed = 0
  #isDealing = false

  constructor(
    private readonly clock: WorkClock,
    { work, teamWork }: Pick<Quotas, 'work' | 'teamWork'>,
    /** Called before and after each piece of work. */
    private readonly pieces: { begin(id: string): void; clear(id: string): void },
  ) {
    this.#sandboxes = new Budgets('a sandbox', work)
    this.#teams = new Budgets('a team', teamWork)
  }

  /** Refuses a sandbox or a team that has used up its processor time. */
  refusal({ id, team }: Spender): HostAnswer | undefined {
    const now = this.clock.now()
    const own = id === undefined ? undefined : this.#sandboxes.refusal(id, now)
    return own ?? this.#teams.refusal(team, now)
  }

  /** Waits for the team's turn; undefined if it may start now. The largest budget goes first. */
  turn(team: string): Promise<void> | undefined {
    if (this.#passed < SLICE && this.#waiting.isEmpty) return undefined
    this.#deal()
    return this.#waiting.wait(team)
  }

  /** Runs synchronous work and counts its time. */
  now<T>(worker: WorkOwner, piece: () => T): T {
    const end = this.#begin(worker)
    try {
      return piece()
    } finally {
      end()
    }
  }

  /** Runs asynchronous work. Only the time before it first waits is counted. */
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

  /** Counts milliseconds of work, also of another thread. */
  spent({ id, team }: Spender, milliseconds: number): void {
    const now = this.clock.now()
    if (id !== undefined) this.#sandboxes.of(id, now).spend(milliseconds, now)
    this.#teams.of(team, now).spend(milliseconds, now)
  }

  /** Starts measuring. Elapsed time delays the others; only processor time is charged. */
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

  /** Releases the first waiting caller in the next turn of the event loop, so that requests get in. */
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
