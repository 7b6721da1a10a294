import { createSimulator } from 'accounting-simulator'
import { controls } from 'accounting-simulator/controls'
import type { Plan } from '../../sandbox/deployment'
import { answerTo, Sandbox } from '../../sandbox/sandbox'
import type { SandboxHost } from '../../sandbox/worlds'
import { isNetworkError } from '../is-network-error'
import { deliver as send } from './deliver'
import { idIn, ObjectStorage, type Open } from './object-storage'
import { marked, type ObjectState, refusalOf, type SandboxEnv, tell, VERB } from './platform'
import { settled } from './settings'

const DAY = 24 * 60 * 60 * 1000
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
  /** When the sandbox has something to do. */
  #due = NEVER
  #alarm = NEVER

  constructor(state: ObjectState, env: SandboxEnv) {
    const { domain, quotas, deliver } = settled()
    this.#keptFor = quotas.idleDays * DAY
    this.#state = state
    this.#env = env
    this.#host = {
      ...{ engine: { createSimulator, controls }, domain, quotas },
      now: () => Date.now(),
      turn: () => new Promise((resolve) => setTimeout(resolve, 0)),
      wakeAt: (_, at = NEVER) => {
        this.#due = at
        // A later alarm waits until the rows are stored that make the earlier one needless.
        if (at < this.#alarm) this.#setAlarm()
      },
      send: (request) => send(request, deliver),
    }
  }

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
    if (this.#open) return this.#open
    const id = idIn(this.#state)
    if (id === undefined) return undefined
    const storage = this.#storage(id)
    const sandbox = Sandbox.open(storage, this.#host)
    this.#open = sandbox && { sandbox, storage }
    return this.#open
  }

  #storage(id: string): ObjectStorage {
    return new ObjectStorage(this.#state, id, () => this.#setAlarm())
  }

  async #create({ head, apiKey, source }: Plan): Promise<Response> {
    const storage = this.#storage(head.id)
    try {
      const sandbox = await Sandbox.create(head, apiKey, storage, this.#host, source)
      this.#open = { sandbox, storage }
      this.#setAlarm()
      return marked('done')
    } catch (error) {
      await this.#state.storage.deleteAll()
      return Response.json(refusalOf(error), { status: 400 })
    }
  }

  async #remove({ sandbox }: Open): Promise<Response> {
    this.#open = undefined
    this.#due = NEVER
    await sandbox.close()
    await this.#state.storage.deleteAlarm()
    await this.#state.storage.deleteAll()
    return marked('done')
  }

  /** Memory may be ahead of the storage, so the next call begins with what is stored. */
  #forgetBroken(open: Open): void {
    if (open.sandbox.isBroken && this.#open === open) this.#open = undefined
  }
}
