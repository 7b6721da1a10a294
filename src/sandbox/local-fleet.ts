/** The sandboxes of one process: those in use are open, the others are rows. */
import type { Fleet, SandboxPlan } from './deployment'
import { DAY } from './quotas'
import { Sandbox } from './sandbox'
import { type HeadChange, type Listed, type Storage, StorageError } from './storage'
import type { Copy, SandboxHost } from './worlds'

/** The storages of many sandboxes in one place. */
export interface Shelf {
  storage(id: string): Storage
  page(team: string, after: string, most: number): readonly Listed[]
  count(team: string): number
  teamOf(id: string): string | undefined
  /** Removes it with all its rows. */
  remove(id: string): void
  /** When sandboxes have something to do. */
  dues(): Iterable<readonly [id: string, at: number]>
  /** Notes when sandboxes got their last request. */
  used(times: Iterable<readonly [id: string, at: number]>): void
  /** Sandboxes that nobody has used since. */
  idleSince(time: number): readonly string[]
}

interface Open {
  readonly sandbox: Sandbox
  /** Calls under way. */
  calls: number
  /** When it did something last. */
  used: number
  /** When it got its last request, unless that is noted. */
  asked: number | undefined
  isRemoved?: boolean
}

/** Milliseconds after which a sandbox that could not be woken is woken again. */
const WAKES_AGAIN = 1000

export class LocalFleet implements Fleet {
  readonly #shelf: Shelf
  readonly #host: SandboxHost
  readonly #open = new Map<string, Open>()
  /** Sandboxes that are put away; who wants them waits. */
  readonly #closing = new Map<string, Promise<void>>()
  /** Sandboxes that are being deleted; for everybody they are gone. */
  readonly #removing = new Set<string>()
  /** Sandboxes that are awake without a request. */
  readonly #waking = new Set<string>()
  readonly #onDue: (at: number) => void
  /** When each sandbox has something to do, open or not. */
  readonly #due: Map<string, number>
  /** Places that are kept for sandboxes that are being made. */
  readonly #making = new Map<string, number>()

  /** @param onDue called when a sandbox has something to do at another time */
  constructor(
    shelf: Shelf,
    host: Omit<SandboxHost, 'wakeAt'>,
    onDue: (at: number) => void = () => undefined,
  ) {
    this.#shelf = shelf
    this.#onDue = onDue
    this.#due = new Map(shelf.dues())
    this.#host = {
      ...host,
      wakeAt: (id, at) => {
        if (at === undefined) this.#due.delete(id)
        else {
          this.#due.set(id, at)
          onDue(at)
        }
      },
    }
  }

  /** When the first sandbox has something to do that is not at it; Infinity if none has. */
  get nextDue(): number {
    let next = Number.POSITIVE_INFINITY
    for (const [id, at] of this.#due) if (at < next && !this.#waking.has(id)) next = at
    return next
  }

  /** How many are in memory. */
  get openCount(): number {
    return this.#open.size
  }

  async page(team: string, after: string, most: number): Promise<readonly Listed[]> {
    return this.#shelf.page(team, after, most)
  }

  async has(team: string, id: string): Promise<boolean> {
    return this.#shelf.teamOf(id) === team
  }

  async create({ head, apiKey, source }: SandboxPlan, most: number): Promise<boolean> {
    const making = this.#making.get(head.team) ?? 0
    if (this.#shelf.count(head.team) + making >= most) return false
    this.#making.set(head.team, making + 1)
    try {
      const sandbox = await Sandbox.create(head, apiKey, this.#shelf.storage(head.id), this.#host, source)
      const now = this.#host.now()
      this.#open.set(head.id, { sandbox, calls: 0, used: now, asked: now })
      return true
    } finally {
      this.#making.set(head.team, (this.#making.get(head.team) ?? 1) - 1)
    }
  }

  copy(id: string): Promise<Copy | undefined> {
    return this.#asked(id, (sandbox) => sandbox.copy())
  }

  fetch(id: string, request: Request): Promise<Response | undefined> {
    return this.#asked(id, (sandbox) => sandbox.fetch(request))
  }

  async change(_team: string, id: string, change: HeadChange): Promise<Listed | undefined> {
    return this.#asked(id, (sandbox) => sandbox.change(change))
  }

  async remove(_team: string, id: string): Promise<void> {
    this.#removing.add(id)
    try {
      const open = this.#open.get(id)
      if (open) {
        open.isRemoved = true
        await this.#putAway(id, open).catch(() => undefined)
      }
      await this.#closing.get(id)
      this.#due.delete(id)
      this.#shelf.remove(id)
    } finally {
      this.#removing.delete(id)
    }
  }

  /** Wakes the sandboxes that have something to do. Ends when their receivers have answered. */
  async wakeDue(): Promise<void> {
    const now = this.#host.now()
    const due = [...this.#due].filter(([id, at]) => at <= now && !this.#waking.has(id))
    await Promise.all(due.map(([id]) => this.#wake(id)))
  }

  async #wake(id: string): Promise<void> {
    this.#due.delete(id)
    this.#waking.add(id)
    try {
      const isExpired = await this.#with(id, async ({ sandbox }) => {
        if (!sandbox.isExpired) await sandbox.wake()
        return sandbox.isExpired
      })
      if (isExpired) await this.#expired(id, 'end')
    } catch {
      // The next request is told of the failure, too.
      if (!this.#due.has(id)) this.#due.set(id, this.#host.now() + WAKES_AGAIN)
    } finally {
      this.#waking.delete(id)
      const at = this.#due.get(id)
      if (at !== undefined) this.#onDue(at)
    }
  }

  /** Puts away what was not used for so many milliseconds; all of them for 0. */
  async evict(idle: number): Promise<void> {
    const now = this.#host.now()
    const idlers = [...this.#open].filter(
      ([, { calls, used, sandbox }]) => idle === 0 || (calls === 0 && !sandbox.isBusy && now - used >= idle),
    )
    await Promise.all(idlers.map(([id, open]) => this.#putAway(id, open)))
    this.#noteUse(idlers)
  }

  /** Deletes what got no request for so many days. What a clock does by itself keeps no sandbox. */
  async expire(days: number): Promise<void> {
    this.#noteUse([...this.#open])
    for (const id of this.#shelf.idleSince(this.#host.now() - days * DAY))
      if (this.#open.get(id)?.asked === undefined) await this.#expired(id, 'idle')
  }

  async #expired(id: string, because: 'idle' | 'end'): Promise<void> {
    const team = this.#shelf.teamOf(id) ?? ''
    await this.remove(team, id)
    this.#host.tell?.({ event: 'expired', team, sandbox: id, because })
  }

  #noteUse(sandboxes: readonly (readonly [id: string, open: Open])[]): void {
    const asked = sandboxes.flatMap(([id, { asked: at }]) => (at === undefined ? [] : [[id, at] as const]))
    if (asked.length > 0) this.#shelf.used(asked)
    for (const [, open] of sandboxes) open.asked = undefined
  }

  /** Uses a sandbox for a request, which keeps it open for a while. */
  #asked<T>(id: string, use: (sandbox: Sandbox) => Promise<T>): Promise<T | undefined> {
    return this.#with(id, (open) => {
      open.asked = this.#host.now()
      return use(open.sandbox)
    })
  }

  async #with<T>(id: string, use: (open: Open) => Promise<T>): Promise<T | undefined> {
    const closing = this.#closing.get(id)
    if (closing) await closing
    if (this.#removing.has(id)) return undefined
    const open = this.#open.get(id) ?? this.#opened(id)
    if (!open) return undefined
    open.calls += 1
    open.used = this.#host.now()
    try {
      return await use(open)
    } catch (error) {
      if (open.isRemoved) return undefined
      throw error
    } finally {
      open.calls -= 1
      if (open.sandbox.isBroken && this.#open.get(id) === open) this.#open.delete(id)
    }
  }

  #opened(id: string): Open | undefined {
    const sandbox = this.#stored(id)
    if (!sandbox) return undefined
    const open = { sandbox, calls: 0, used: this.#host.now(), asked: undefined }
    this.#open.set(id, open)
    return open
  }

  /** @throws StorageError for rows that cannot be read */
  #stored(id: string): Sandbox | undefined {
    try {
      return Sandbox.open(this.#shelf.storage(id), this.#host)
    } catch (error) {
      if (error instanceof StorageError) throw error
      throw new StorageError('the rows cannot be read', false, { cause: error })
    }
  }

  #putAway(id: string, open: Open): Promise<void> {
    this.#open.delete(id)
    const closed = open.sandbox.close().finally(() => this.#closing.delete(id))
    this.#closing.set(
      id,
      closed.catch(() => undefined),
    )
    return closed
  }
}
