/** One sandbox: a simulator whose rows are stored before any response or webhook shows them. */

import { platform } from '../host-time/platform'
import type { RowChange, Simulator } from '../index'
import { isEqualSecret } from '../kernel/is-equal-secret'
import { internalsOf } from '../simulator/internals-of'
import { controlAt, isReset } from '../tools/controls/controls-path'
import { AdvanceGuard } from './advance-guard'
import { hashOf } from './ids-and-tokens'
import { Incoming } from './incoming'
import { answerOffThread, goBack, handOverRows, isAboutRows } from './off-thread'
import { Outgoing } from './outgoing'
import { HostAnswer } from './quotas'
import { bearerOf, isForeignKey, urlIn } from './route'
import {
  type HeadChange,
  type Listed,
  listedOf,
  type SandboxHead,
  type Storage,
  type StorageBatch,
} from './storage'
import { LARGE, type WorldJob } from './world-job'
import {
  Alarm,
  type Copy,
  firstOptions,
  firstWorld,
  reopened,
  type SandboxHost,
  simulatorOf,
  type WorldSource,
} from './worlds'
import { Writer } from './writer'

export class Sandbox {
  readonly #controls: (request: Request) => Promise<Response>
  readonly #writer: Writer
  readonly #incoming: Incoming
  readonly #outgoing: Outgoing
  readonly #stop: () => void
  #head: SandboxHead
  #isReopened = false
  #failure: unknown

  private constructor(
    head: SandboxHead,
    private readonly simulator: Simulator,
    private readonly storage: Storage,
    private readonly host: SandboxHost,
    private readonly alarm: Alarm,
    private readonly guard: AdvanceGuard,
  ) {
    this.#head = head
    this.#incoming = new Incoming(host.quotas, simulator.baseUrl, (piece) => this.#inTurn(piece))
    this.#outgoing = new Outgoing(host, guard.deliveries, () => this.#writer.stored())
    this.#controls = host.engine.controls(simulator, { hosted: urlIn(host, head.id) })
    simulator.webhooks.connect(
      () => true,
      (request) => this.#outgoing.send(request),
      { timestamps: 'wall' },
    )
    const besides = (): Pick<StorageBatch, 'due'> => this.alarm.unstored()
    this.#writer = new Writer(simulator.journal(), storage, head.clock, () => host.turn(), besides)
    // A live clock and a receiver's answer change rows without a request, which would store them.
    this.#stop = simulator.subscribe(() => void this.#writer.storedNow()?.catch((error) => this.#fail(error)))
  }

  /** Makes a new sandbox and stores all its rows. @throws OptionError, StorageError */
  static async create(
    head: SandboxHead,
    apiKey: string,
    storage: Storage,
    host: SandboxHost,
    source?: WorldSource,
  ): Promise<Sandbox> {
    const alarm = new Alarm(head, host)
    const guard = new AdvanceGuard(head, storage, host)
    const begin = { alarm, pace: guard.pace }
    const { simulator, world, rows, due } = firstWorld(head, apiKey, host, source, begin)
    const stored: SandboxHead = { ...head, world }
    try {
      await storage.write({ head: stored, rows, due, ...(source && { first: rows }) })
    } catch (error) {
      simulator[Symbol.dispose]()
      throw error
    }
    return new Sandbox(stored, simulator, storage, host, alarm, guard)
  }

  /** Opens a stored sandbox; undefined if there is none. Changes by opening are stored before any answer. */
  static open(storage: Storage, host: SandboxHost): Sandbox | undefined {
    const head = storage.head()
    if (!head?.world) return undefined
    const alarm = new Alarm(head, host)
    let sandbox: Sandbox | undefined
    const onDamage = (error: unknown): void => {
      if (sandbox) sandbox.#fail(error)
    }
    const guard = new AdvanceGuard(head, storage, host)
    const stored = { head, world: head.world, storage, host, alarm, pace: guard.pace }
    const { simulator, world, changed } = reopened(stored, onDamage)
    sandbox = new Sandbox({ ...head, world }, simulator, storage, host, alarm, guard)
    sandbox.#isReopened = true
    if (changed) void sandbox.#writer.begin(changed).catch(onDamage)
    return sandbox
  }

  /** The size of its rows in characters, if it was counted. */
  get rows(): number | undefined {
    return this.storage.counted
  }

  get head(): SandboxHead {
    return this.#head
  }

  /** True if the sandbox must be reopened, because a failed write left its memory ahead of the storage. */
  get isBroken(): boolean {
    return this.#failure !== undefined
  }

  /** True during a delivery, and while a quota is partly used: closing the sandbox would reset the quota. */
  get isBusy(): boolean {
    const now = this.host.now()
    return !this.#incoming.isWhole(now) || !this.#outgoing.isQuiet(now)
  }

  /**
   * Answers a request to the service or to the controls.
   * @throws TypeError if the client must get a network error, as `fetch` throws one
   */
  async fetch(request: Request): Promise<Response> {
    const refused = this.host.work.refusal(this.#head)
    if (refused) return refused
    const own = await this.#incoming.read(request, this.host.now())
    if (own instanceof platform.Response) return own
    const { pathname } = new URL(own.url)
    if (controlAt(pathname) !== undefined) return this.#control(own, pathname)
    if (isForeignKey(own.headers, this.#head.id))
      return new HostAnswer(403, { error: 'the key belongs to another sandbox' })
    await this.host.work.turn(this.#head.team)
    return (
      this.#incoming.roomFor(own, pathname, this.storage) ??
      this.#whenStored(() => this.host.work.begun(this.#head, () => this.simulator.fetch(own)))
    )
  }

  /** Changes the name, the end, the token or the API key of the sandbox. */
  async change({
    name = this.#head.name,
    expires = this.#head.expires ?? null,
    tokenHash = this.#head.tokenHash,
    apiKey,
  }: HeadChange): Promise<Listed> {
    const { expires: _, ...head } = this.#head
    const changed: SandboxHead = { ...head, name, tokenHash, ...(expires !== null && { expires }) }
    if (apiKey !== undefined)
      await this.#whenStored(async () => this.simulator.admin.keys.issue({ key: apiKey }))
    // The head holds the version of the rows, so a pending migration of the rows is stored first.
    await this.#writer.stored()
    await this.#whenStored(() => this.#keep(changed))
    return listedOf(changed, {
      lastRequest: this.host.now(),
      ...(this.rows !== undefined && { rows: this.rows }),
    })
  }

  async #keep(head: SandboxHead): Promise<void> {
    this.alarm.expireAt(head.expires)
    try {
      await this.storage.write({ head, ...this.alarm.unstored() })
      this.#head = head
    } catch (error) {
      this.alarm.expireAt(this.#head.expires)
      this.alarm.forgetStored()
      throw error
    }
  }

  /** True if the end of the sandbox has passed. */
  get isExpired(): boolean {
    return (this.#head.expires ?? Number.POSITIVE_INFINITY) <= this.host.now()
  }

  /** Runs the timers that are due, and sends their webhooks. */
  async wake(): Promise<void> {
    await this.#whenStored(() => this.simulator.webhooks.flush())
    await this.alarm.store(this.storage)
  }

  /** Copies the stored world. The rows of a large world go to another thread, whose job the caller ends. */
  async copy(): Promise<Copy> {
    const { clock, world = { version: '', options: {} } } = this.#head
    if (this.#isLarge) return { clock, world: await this.#taken(), of: world }
    await this.#writer.all()
    return { clock, world: { rows: this.storage.rows(), ...world }, of: world }
  }

  get #isLarge(): boolean {
    return this.host.jobs !== undefined && this.storage.size() > LARGE
  }

  /** Passes all rows to the other thread in turns. Writes during that time are stored afterwards. */
  async #taken(): Promise<WorldJob> {
    return handOverRows(this.host.jobs, this.storage, this.#writer, (piece) => this.#inTurn(piece))
  }

  /** Stores pending rows and ends. */
  async close(): Promise<void> {
    try {
      if (this.isBroken) return
      await this.#writer.all()
      await this.alarm.store(this.storage)
    } finally {
      this.#end()
    }
  }

  async #control(request: Request, pathname: string): Promise<Response> {
    const token = bearerOf(request.headers)
    if (token === undefined || !isEqualSecret(await hashOf(token), this.#head.tokenHash))
      return new HostAnswer(401, {
        error: 'the controls need the token of this sandbox: Authorization: Bearer ...',
      })
    const { work } = this.host
    await work.turn(this.#head.team)
    const full = this.#incoming.roomFor(request, pathname, this.storage)
    if (full) return full
    if (isAboutRows(request.method, pathname) && this.#isLarge)
      return this.#whenStored(() => answerOffThread(this.#taken(), this.#head, request.url, this.host))
    const answer = (): Promise<Response> =>
      this.guard.during(request, () => work.begun(this.#head, () => this.#controls(request)))
    if (!isReset(request.method, pathname) || !this.#isReopened) return this.#whenStored(answer)
    return this.#whenStored(async () => {
      // Until then the first rows may be in the shape of an earlier version.
      await this.#writer.stored()
      const go = async (changed: () => RowChange[]): Promise<Response> => {
        const response = await answer()
        if (response.ok) work.now(this.#head, () => internalsOf(this.simulator).snapshots.goToRows(changed()))
        return response
      }
      return goBack(this.#first(), this.storage, this.#writer, (piece) => this.#inTurn(piece), go)
    })
  }

  /** The rows of the first world. A reopened simulator was made from a later world. */
  #first(): Iterable<readonly RowChange[]> {
    const stored = this.storage.first()
    if (stored) return stored
    const options = firstOptions(this.#head, this.simulator.apiKey)
    const first = simulatorOf({ ...this.#head, clock: 'manual' }, this.host, options)
    const rows = first.journal().take()
    first[Symbol.dispose]()
    return [rows]
  }

  async #inTurn<T>(piece: () => T): Promise<T> {
    await this.host.work.turn(this.#head.team)
    return this.host.work.now(this.#head, piece)
  }

  /** Runs work, and stores the rows that its response may show before the response leaves. */
  async #whenStored<T>(work: () => Promise<T>): Promise<T | Response> {
    if (this.isBroken) throw this.#failure
    try {
      const result = await work()
      // The simulator itself answers 500 if it reads a damaged row, so the failure is checked here.
      if (this.isBroken) throw this.#failure
      return result
    } catch (error) {
      throw this.#failure ?? error
    } finally {
      const storing = this.isBroken ? undefined : this.#writer.stored()
      if (storing) await storing.catch((error) => this.#fail(error, true))
    }
  }

  #fail(error: unknown, isAsked = false): void {
    if (this.#failure === undefined) {
      this.#failure = error
      this.#end()
    }
    if (isAsked) throw error
  }

  #end(): void {
    this.alarm.isOver = true
    this.#stop()
    this.simulator[Symbol.dispose]()
  }
}
