import { type CrashMarker, CrashTracker } from './crash-tracker'
import { DueSandboxes } from './due-sandboxes'
import type { Fleet, SandboxPlan } from './fleet'
import { makeOffThread, readAhead } from './off-thread'
import {
  listedNow,
  noteUse,
  type OpenSandbox,
  openFrom,
  putAside,
  unlessStorage,
  woken,
} from './open-sandbox'
import { Retention } from './retention'
import { Sandbox } from './sandbox'
import type { SandboxStore } from './sandbox-store'
import { type Binned, type HeadChange, HostError, type Listed, type Storage } from './storage'
import { TeamPlaces } from './team-places'
import { type WorkClock, WorkQueue } from './work'
import { readOffThread, WorldJob } from './world-job'
import type { Copy, SandboxHost } from './worlds'

/** The sandboxes of one process. The ones in use are open in memory; the others are only stored rows. */
export class LocalFleet implements Fleet {
  readonly #host: SandboxHost
  readonly #open = new Map<string, OpenSandbox>()
  /** Sandboxes that are being closed. A request for one waits until it is closed. */
  readonly #closing = new Map<string, Promise<void>>()
  /** Sandboxes whose rows are being read, piece by piece. */
  readonly #opening = new Map<string, Promise<OpenSandbox | undefined>>()
  /** Sandboxes that are being deleted. Requests find them missing. */
  readonly #removing = new Set<string>()
  readonly #due: DueSandboxes
  readonly #places: TeamPlaces
  readonly #retention: Retention
  readonly #crashes: CrashTracker
  readonly #work: WorkQueue

  /** @param onDue called when a sandbox gets a due time */
  constructor(
    private readonly store: SandboxStore,
    { clock, mark, ...host }: FleetHost,
    onDue: (at: number) => void = () => undefined,
  ) {
    this.#crashes = new CrashTracker(store, mark, host.tell)
    this.#work = new WorkQueue(clock, host.quotas, this.#crashes)
    this.#places = new TeamPlaces(store)
    this.#due = new DueSandboxes(
      store.dues(),
      () => host.now(),
      onDue,
      (id) => this.#wakeOrDelete(id),
    )
    this.#retention = new Retention(store, host)
    this.#host = { ...host, work: this.#work, wakeAt: (id, at) => this.#due.wakeAt(id, at) }
  }

  /** The earliest due time of the sandboxes that are not being woken; Infinity if there is none. */
  get nextDue(): number {
    return this.#due.next
  }

  get openCount(): number {
    return this.#open.size
  }

  async page(team: string, after: string, most: number): Promise<readonly Listed[]> {
    return this.store.page(team, after, most).map((one) => listedNow(one, this.#open.get(one.id)))
  }

  async has(team: string, id: string): Promise<boolean> {
    return this.store.teamOf(id) === team
  }

  read(team: string, body: Uint8Array): ReturnType<NonNullable<Fleet['read']>> {
    const { jobs } = this.#host
    return jobs && readOffThread(jobs, body, (milliseconds) => this.#work.spent({ team }, milliseconds))
  }

  refusal = (team: string): Response | undefined => this.#work.refusal({ team })

  create({ head, apiKey, source }: SandboxPlan, most: number): Promise<boolean> {
    return this.#places.during(head.team, most, async () => {
      const storage = this.store.storage(head.id)
      if (source instanceof WorldJob) {
        await makeOffThread(storage, head, apiKey, source, this.#host, () => this.store.remove(head.id))
        return this.store.used([{ id: head.id, ...this.#askedNow(), rows: storage.size() }])
      }
      const sandbox = await Sandbox.create(head, apiKey, storage, this.#host, source)
      this.#open.set(head.id, { sandbox, calls: 0, used: this.#host.now(), asked: this.#askedNow() })
    })
  }

  copy(id: string): Promise<Copy | undefined> {
    return this.#asked(id, (sandbox) => sandbox.copy())
  }

  fetch(id: string, request: Request): Promise<Response | undefined> {
    return this.#asked(id, (sandbox) => sandbox.fetch(request))
  }

  async change(_: string, id: string, change: HeadChange): Promise<Listed | undefined> {
    return this.#asked(id, (sandbox) => sandbox.change(change))
  }

  remove = (_: string, id: string): Promise<void> => this.#remove(id)

  #remove(id: string): Promise<void> {
    return this.#putDown(id, () => this.store.remove(id))
  }

  async bin(team: string): Promise<readonly Binned[]> {
    return this.#retention.binOf(team)
  }

  async restore(team: string, id: string, most: number): Promise<'restored' | 'full' | 'missing'> {
    if (this.store.teamOf(id) === team && this.#crashes.endsOf(id) !== undefined) {
      this.#crashes.clear(id)
      return 'restored'
    }
    if (!this.#retention.binOf(team).some((one) => one.id === id)) return 'missing'
    if (this.#places.isFull(team, most)) return 'full'
    this.store.bin(id, null)
    this.store.used([{ id, served: this.#retention.now }])
    // A sandbox in the bin has no end, or its end has passed.
    await this.change(team, id, { expires: null })
    return 'restored'
  }

  /** Moves an idle or expired sandbox into the bin, from which its team can restore it. */
  async #throwAway(id: string, because: 'idle' | 'end'): Promise<void> {
    const team = this.store.teamOf(id)
    if (team === undefined) return
    await this.#putDown(id, () => this.store.bin(id, this.#retention.now))
    this.#host.tell?.({ event: 'expired', team, sandbox: id, because })
  }

  /** Closes a sandbox and lets `act` move or delete its rows. Meanwhile requests find it missing. */
  async #putDown(id: string, act: () => void): Promise<void> {
    this.#removing.add(id)
    try {
      const open = this.#open.get(id)
      if (open) {
        open.isRemoved = true
        await this.#putAway(id, open).catch(() => undefined)
      }
      await this.#closing.get(id)
      this.#due.delete(id)
      act()
      this.#crashes.clear(id)
    } finally {
      this.#removing.delete(id)
    }
  }

  /** Wakes all sandboxes that are due. Resolves when their webhook receivers have answered. */
  async wakeDue(): Promise<void> {
    this.#retention.pass()
    await this.#due.wakeAll()
  }

  /** Wakes or expires a sandbox. True if it has expired but may not be deleted yet. */
  async #wakeOrDelete(id: string): Promise<boolean> {
    const state = await this.#with(id, ({ sandbox }) => woken(sandbox, this.#retention))
    if (state === 'over') await this.#throwAway(id, 'end')
    return state === 'kept'
  }

  /** Closes sandboxes that were not used for `idle` milliseconds; all of them if `idle` is 0. */
  async evict(idle: number): Promise<void> {
    const now = this.#host.now()
    const idlers = [...this.#open].filter(
      ([, { calls, used, sandbox }]) => idle === 0 || (calls === 0 && !sandbox.isBusy && now - used >= idle),
    )
    const closed = await Promise.allSettled(idlers.map(([id, open]) => this.#putAway(id, open)))
    noteUse(this.store, idlers)
    for (const one of closed) if (one.status === 'rejected') throw one.reason
  }

  /**
   * Counts the served time, and once an hour expires sandboxes that had no request. Timers of a live clock
   * are no requests. @throws StorageError
   */
  async tidy(): Promise<void> {
    if (this.#due.isQuiet && [...this.#open.values()].every(({ calls }) => calls === 0)) this.#crashes.rest()
    this.#retention.pass()
    if (!this.#retention.beginTidying()) return
    noteUse(this.store, [...this.#open])
    for (const id of this.#retention.idle())
      if (this.#open.get(id)?.asked === undefined) await this.#throwAway(id, 'idle')
    for (const { id, team } of this.#retention.expiredInBin()) {
      await this.#remove(id)
      this.#host.tell?.({ event: 'deleted', team, sandbox: id, because: 'bin' })
    }
  }

  /** Closes all sandboxes and stores the served time. */
  async close(): Promise<void> {
    // A write that a full disk refuses was never answered with success, so it may be lost.
    await this.evict(0).catch(unlessStorage)
    this.#crashes.rest()
    this.#retention.end()
  }

  /** Uses a sandbox for a request, and records the time of that request. */
  #asked<T>(id: string, use: (sandbox: Sandbox) => Promise<T>): Promise<T | undefined> {
    return this.#with(id, (open) => {
      open.asked = this.#askedNow()
      return use(open.sandbox)
    })
  }

  #askedNow(): OpenSandbox['asked'] {
    return { served: this.#retention.now, lastRequest: this.#host.now() }
  }

  /** Runs work beside a sandbox's requests, such as that of an agent. */
  async work(id: string, piece: () => Promise<Response>): Promise<Response> {
    const team = this.store.teamOf(id)
    if (team === undefined) return piece()
    const refused = this.#work.refusal({ id, team })
    if (refused) return refused
    await this.#work.turn(team)
    return this.#work.begun({ id, team }, piece)
  }

  async #with<T>(id: string, use: (open: OpenSandbox) => Promise<T>): Promise<T | undefined> {
    const closing = this.#closing.get(id)
    if (closing) await closing
    if (this.#removing.has(id)) return undefined
    const open = this.#open.get(id) ?? (await this.#openedInTurn(id))
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

  /** @throws StorageError for damaged rows; HostError for a sandbox that is put aside */
  async #openedInTurn(id: string): Promise<OpenSandbox | undefined> {
    const team = this.store.teamOf(id)
    if (team === undefined) return undefined
    const ends = this.#crashes.endsOf(id)
    if (ends !== undefined) throw new HostError(putAside(ends))
    const known = this.#opening.get(id)
    if (known) return known
    const opening = this.#openedWhenRead(id, team).finally(() => this.#opening.delete(id))
    this.#opening.set(id, opening)
    return opening
  }

  async #openedWhenRead(id: string, team: string): Promise<OpenSandbox | undefined> {
    const work = this.#work
    await work.turn(team)
    // Another request may have opened, closed or deleted the sandbox while this one waited for its turn.
    const closing = this.#closing.get(id)
    if (closing) await closing
    const isThere = (): boolean => !this.#removing.has(id) && this.store.teamOf(id) === team
    if (!isThere()) return undefined
    const open = this.#open.get(id)
    if (open) return open
    const owner = { id, team }
    const storage = work.now(owner, () => this.store.storage(id))
    await readAhead(storage, owner, work)
    return isThere() ? work.now(owner, () => this.#opened(id, storage)) : undefined
  }

  #opened(id: string, storage: Storage): OpenSandbox | undefined {
    const sandbox = openFrom(storage, this.#host)
    if (!sandbox) return undefined
    const open = { sandbox, calls: 0, used: this.#host.now(), asked: undefined }
    this.#open.set(id, open)
    return open
  }

  #putAway(id: string, open: OpenSandbox): Promise<void> {
    this.#open.delete(id)
    const closed = open.sandbox.close().finally(() => this.#closing.delete(id))
    this.#closing.set(
      id,
      closed.catch(() => undefined),
    )
    return closed
  }
}

/** The services that a fleet needs from its process. */
export type FleetHost = Omit<SandboxHost, 'wakeAt' | 'work'> & {
  /** Measures processor time. */
  readonly clock: WorkClock
  /** Knows the sandbox that the previous process was working on when it crashed. */
  readonly mark?: CrashMarker
}
