import type { SandboxPlan } from '../../sandbox/deployment'
import { DAY } from '../../sandbox/quotas'
import { answerTo, Sandbox } from '../../sandbox/sandbox'
import type { SandboxHost } from '../../sandbox/worlds'
import { isNetworkError } from '../is-network-error'
import { hostOf } from './object-host'
import { emptied, idIn, ObjectStorage, type Open } from './object-storage'
import { marked, type ObjectState, refusalOf, type SandboxEnv, tell, VERB } from './platform'
import { keptSettings } from './settings'

const NEVER = Number.POSITIVE_INFINITY
/** Each note of a use is a write, so much of the time that a sandbox is kept passes between two of them. */
const NOTES = 30

/** One sandbox, as an object of the platform. `sandboxes` calls it. */
export class SandboxObject {
  readonly #state: ObjectState
  readonly #env: SandboxEnv
  readonly #host: SandboxHost
  /** Milliseconds without a request after which it is deleted. */
  readonly #keptFor: number
  #open: Open | undefined
  /** Then it is gone for everybody, and afterwards it has no rows. */
  #isRemoving = false
  /** When the sandbox has something to do. */
  #due = NEVER
  #alarm = NEVER

  constructor(state: ObjectState, env: SandboxEnv) {
    this.#keptFor = keptSettings().quotas.idleDays * DAY
    this.#state = state
    this.#env = env
    this.#host = hostOf(keptSettings(), (_, at = NEVER) => {
      this.#due = at
      // A later alarm waits until the rows are stored that make the earlier one needless.
      if (at < this.#alarm) this.#setAlarm()
    })
  }

  /** The platform calls it, for requests of `sandboxes(...)` only. */
  async fetch(request: Request): Promise<Response> {
    const verb = request.headers.get(VERB)
    if (verb === 'create') return this.#create(await request.json())
    const open = this.#opened()
    if (!open) return marked('missing')
    if (verb === 'remove') return this.#remove(open)
    try {
      if (verb === 'copy') return Response.json(await open.sandbox.copy())
      if (verb === 'change') return Response.json(await open.sandbox.change(await request.json()))
      open.storage.use(this.#host.now(), this.#keptFor / NOTES)
      return await open.sandbox.fetch(request)
    } catch (error) {
      if (open.isRemoved) return marked('missing')
      return isNetworkError(error, request) ? marked('cut') : answerTo(error)
    } finally {
      this.#forgetBroken(open)
    }
  }

  /** The platform calls it when the time has come, and again if it throws. */
  async alarm(): Promise<void> {
    const open = this.#opened()
    if (!open) return
    const { sandbox, storage } = open
    const now = this.#host.now()
    if (sandbox.isExpired || storage.used + this.#keptFor <= now) {
      await tell(this.#env.TEAM, sandbox.head.team, 'remove', { id: sandbox.head.id })
      await this.#remove(open)
      return
    }
    try {
      if (this.#due <= now) await sandbox.wake()
    } finally {
      this.#forgetBroken(open)
    }
    this.#setAlarm(now)
  }

  /** What was due by then is done. */
  #setAlarm(done = 0): void {
    const expires = this.#open ? this.#open.storage.used + this.#keptFor : NEVER
    this.#alarm = Math.min(this.#due > done ? this.#due : NEVER, expires)
    if (this.#alarm < NEVER) void this.#state.storage.setAlarm(Math.max(1, this.#alarm))
  }

  #opened(): Open | undefined {
    if (this.#isRemoving || this.#open) return this.#open
    const id = idIn(this.#state)
    const storage = id === undefined ? undefined : this.#storage(id)
    const sandbox = storage && Sandbox.open(storage, this.#host)
    this.#open = storage && sandbox && { sandbox, storage }
    return this.#open
  }

  #storage(id: string): ObjectStorage {
    return new ObjectStorage(this.#state, id, () => this.#setAlarm())
  }

  async #create({ head, apiKey, source }: SandboxPlan): Promise<Response> {
    const storage = this.#storage(head.id)
    try {
      const sandbox = await Sandbox.create(head, apiKey, storage, this.#host, source)
      this.#open = { sandbox, storage }
      this.#setAlarm()
      return marked('done')
    } catch (error) {
      await emptied(this.#state)
      return Response.json(refusalOf(error), { status: 400 })
    }
  }

  async #remove(open: Open): Promise<Response> {
    open.isRemoved = true
    this.#isRemoving = true
    this.#open = undefined
    this.#due = NEVER
    try {
      await open.sandbox.close().catch(() => undefined)
      await emptied(this.#state)
      return marked('done')
    } finally {
      this.#isRemoving = false
    }
  }

  /** Memory may be ahead of the storage, so the next call begins with what is stored. */
  #forgetBroken(open: Open): void {
    if (open.sandbox.isBroken && this.#open === open) this.#open = undefined
  }
}
