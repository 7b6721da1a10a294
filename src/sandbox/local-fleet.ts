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

/** The sandboxes of one process: those in use are open, the others are rows. */
export class LocalFleet implements Fleet {
  readonly #host: SandboxHost
  readonly #open = new Map<string, OpenSandbox>()
  /** Sandboxes that are put away; who wants them waits. */
  readonly #closing = new Map<string, Promise<void>>()
  /** Sandboxes whose rows are read, in turns. */
  readonly #opening = new Map<string, Promise<OpenSandbox | undefined>>()
  /** Sandboxes that are being deleted; for everybody they are gone. */
  readonly #removing = new Set<string>()
  readonly #due: DueSandboxes
  readonly #places: TeamPlaces
  readonly #retention: Retention
  readonly #crashes: CrashTracker
  readonly #work: WorkQueue

  /** @param onDue called when a sandbox has something to do at another time */
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

  /** The first sandbox that is not at work has something to do then; Infinity if none has. */
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
    // Its end has passed, or it has none.
    await this.change(team, id, { expires: null })
    return 'restored'
  }

  /** Deletes what the host deletes by itself, so that it can be restored. */
  async #throwAway(id: string, because: 'idle' | 'end'): Promise<void> {
    const team = this.store.teamOf(id)
    if (team === undefined) return
    await this.#putDown(id, () => this.store.bin(id, this.#retention.now))
    this.#host.tell?.({ event: 'expired', team, sandbox: id, because })
  }

  /** Ends what goes on in a sandbox, and does something with its rows. Meanwhile it is gone for everybody. */
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

  /** Wakes the sandboxes that have something to do. Ends when their receivers have answered. */
  async wakeDue(): Promise<void> {
    this.#retention.pass()
    await this.#due.wakeAll()
  }

  /** Wakes it, or deletes it if it is over. True if it is over and must not be deleted yet. */
  async #wakeOrDelete(id: string): Promise<boolean> {
    const state = await this.#with(id, ({ sandbox }) => woken(sandbox, this.#retention))
    if (state === 'over') await this.#throwAway(id, 'end')
    return state === 'kept'
  }

  /** Puts away what was not used for so many milliseconds; all of them for 0. */
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
   * Counts the time that was served, and deletes now and then what got no request for too long. What a clock does by
   * itself keeps no sandbox. @throws StorageError
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

  /** Puts all of them away, and notes how long they were served. */
  async close(): Promise<void> {
    // Writes that a full disk refuses were told to nobody.
    await this.evict(0).catch(unlessStorage)
    this.#crashes.rest()
    this.#retention.end()
  }

  /** Uses a sandbox for a request, which keeps it open for a while. */
  #asked<T>(id: string, use: (sandbox: Sandbox) => Promise<T>): Promise<T | undefined> {
    return this.#with(id, (open) => {
      open.asked = this.#askedNow()
      return use(open.sandbox)
    })
  }

  #askedNow(): OpenSandbox['asked'] {
    return { served: this.#retention.now, lastRequest: this.#host.now() }
  }

  /** Work for a sandbox besides its own, such as that of an agent. */
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

  /** @throws StorageError for one that is put aside, too */
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
    // Somebody else may have opened, put away or deleted it meanwhile.
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

/** A fleet needs these things of its process. */
export type FleetHost = Omit<SandboxHost, 'wakeAt' | 'work'> & {
  /** Measures the work. */
  readonly clock: WorkClock
  /** Says after an end of the process what it was at work on. */
  readonly mark?: CrashMarker
}
