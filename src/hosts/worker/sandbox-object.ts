import type { SandboxPlan } from '../../sandbox/fleet'
import { Sandbox } from '../../sandbox/sandbox'
import { answerTo } from '../../sandbox/storage-answer'
import type { SandboxHost, WorldSource } from '../../sandbox/worlds'
import { isNetworkError } from '../is-network-error'
import { hostOf } from './object-host'
import { ObjectRetention } from './object-retention'
import { emptied, ObjectStorage, type OpenObject } from './object-storage'
import { type ObjectState, refusalOf, type SandboxEnv, statusResponse, VERB } from './platform'
import { keptSettings } from './settings'

const NEVER = Number.POSITIVE_INFINITY

/** The Durable Object of one sandbox. Only the worker made by `sandboxes` calls it. */
export class SandboxObject {
  readonly #state: ObjectState
  readonly #host: SandboxHost
  readonly #retention: ObjectRetention
  #open: OpenObject | undefined
  /** True while the sandbox is being removed. Nobody reaches it meanwhile. */
  #isRemoving = false
  /** The time of the sandbox's next work. */
  #due = NEVER
  #alarm = NEVER
  readonly #onDue = (): void => this.#setAlarm()
  /** Opens the stored sandbox, even if it is in the bin. */
  readonly #stored = () => ObjectStorage.in(this.#state, this.#onDue)

  constructor(state: ObjectState, env: SandboxEnv) {
    this.#retention = new ObjectRetention(keptSettings().quotas, state, env)
    this.#state = state
    this.#host = hostOf(keptSettings(), (_, at = NEVER) => {
      this.#due = at
      // Only an earlier alarm is set at once. A later one waits until the rows that move it are stored.
      if (at < this.#alarm) this.#setAlarm()
    })
  }

  /** Called by the platform, and only for requests of `sandboxes(...)`. */
  async fetch(request: Request): Promise<Response> {
    const verb = request.headers.get(VERB)
    if (verb === 'create') return this.#create(await request.json())
    if (verb === 'restore') return this.#restore()
    const open = this.#opened()
    if (verb === 'remove') return this.#putDown(() => emptied(this.#state))
    if (!open) return statusResponse('missing')
    try {
      if (verb === 'copy') return Response.json(await open.sandbox.copy())
      if (verb === 'change') return Response.json(await open.sandbox.change(await request.json()))
      this.#retention.use(open, this.#host.now())
      return await open.sandbox.fetch(request)
    } catch (error) {
      if (open.isRemoved) return statusResponse('missing')
      return isNetworkError(error, request) ? statusResponse('cut') : answerTo(error)
    } finally {
      this.#forgetBroken(open)
    }
  }

  /** Called by the platform at the set time, and again if it throws. */
  async alarm(): Promise<void> {
    const now = this.#host.now()
    const open = this.#opened()
    if (!open) return this.#retention.emptyBin(this.#stored(), now)
    if (this.#retention.isOver(open, now)) {
      await this.#putDown(() => this.#retention.bin(open, now))
      return
    }
    try {
      if (this.#due <= now) await open.sandbox.wake()
    } finally {
      this.#forgetBroken(open)
    }
    this.#setAlarm(now)
  }

  async #restore(): Promise<Response> {
    if (!this.#stored()?.takeFromBin(this.#host.now())) return statusResponse('missing')
    await this.#opened()?.sandbox.change({ expires: null })
    this.#setAlarm()
    return statusResponse('done')
  }

  /** Sets the next alarm. Work that was due by `done` is already done. */
  #setAlarm(done = 0): void {
    this.#alarm = this.#retention.next(this.#open, this.#due, done)
    if (this.#alarm < NEVER) void this.#state.storage.setAlarm(Math.max(1, this.#alarm))
  }

  #opened(): OpenObject | undefined {
    if (this.#isRemoving || this.#open) return this.#open
    const storage = this.#stored()
    const sandbox = storage && storage.binned === undefined && Sandbox.open(storage, this.#host)
    if (sandbox) this.#open = { sandbox, storage }
    return this.#open
  }

  async #create({ head, apiKey, source }: SandboxPlan<WorldSource>): Promise<Response> {
    const storage = new ObjectStorage(this.#state, head.id, this.#onDue)
    try {
      const sandbox = await Sandbox.create(head, apiKey, storage, this.#host, source)
      this.#open = { sandbox, storage }
      this.#setAlarm()
      return statusResponse('done')
    } catch (error) {
      await emptied(this.#state)
      return Response.json(refusalOf(error), { status: 400 })
    }
  }

  /** Closes the sandbox, then lets `act` move or delete its rows. */
  async #putDown(act: () => unknown): Promise<Response> {
    const open = this.#open
    if (open) open.isRemoved = true
    this.#isRemoving = true
    this.#open = undefined
    this.#due = NEVER
    try {
      await open?.sandbox.close().catch(() => undefined)
      await act()
      return statusResponse('done')
    } finally {
      this.#isRemoving = false
    }
  }

  /** Memory may be ahead of the storage, so the next call opens the stored rows again. */
  #forgetBroken(open: OpenObject): void {
    if (open.sandbox.isBroken && this.#open === open) this.#open = undefined
  }
}
