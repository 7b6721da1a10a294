import { DAY, type Quotas } from '../../sandbox/quotas'
import { emptied, type ObjectStorage, type OpenObject } from './object-storage'
import { type ObjectNamespace, type ObjectState, type SandboxEnv, tellObject } from './platform'

const NEVER = Number.POSITIVE_INFINITY
/** Uses are recorded once in this fraction of the retention time, because each record is a write. */
const NOTES = 30
/** Milliseconds in which nothing is deleted after the platform was unavailable. */
const CALM = 60 * 60_000

/** The retention of an object's sandbox. Days on which the platform was unavailable do not count. */
export class ObjectRetention {
  /** Milliseconds without a request after which the sandbox is deleted. */
  readonly #keptFor: number
  /** Milliseconds for which a deleted sandbox can be restored. */
  readonly #binnedFor: number
  readonly #teams: ObjectNamespace

  constructor(
    { idleDays, binDays }: Quotas,
    private readonly state: ObjectState,
    { TEAM }: SandboxEnv,
  ) {
    this.#teams = TEAM
    this.#keptFor = idleDays === null ? NEVER : idleDays * DAY
    this.#binnedFor = binDays * DAY
  }

  /** Records a use, also in the team's list. If that call fails, the next use updates the list. */
  use({ sandbox, storage }: OpenObject, now: number): void {
    if (!storage.use(now, Math.min(this.#keptFor / NOTES, DAY))) return
    const { id, team } = sandbox.head
    const usage = { id, rows: storage.size(), lastRequest: now }
    void tellObject(this.#teams, team, 'use', usage).catch(() => undefined)
  }

  /** True if the sandbox is due for deletion. */
  isOver({ sandbox, storage }: OpenObject, now: number): boolean {
    const { expires = NEVER } = sandbox.head
    const idle = storage.used + this.#keptFor
    if (idle + DAY <= now) storage.use(now, 0)
    else if (idle <= now) return true
    if (expires > now) return false
    if (expires + DAY > now) return true
    if ((storage.late ?? 0) + DAY < now) storage.noteLate(now)
    return (storage.late ?? now) + CALM <= now
  }

  /** Moves the sandbox into the bin, the team's list first: an interrupted move is repeated. */
  async bin({ sandbox, storage }: OpenObject, now: number): Promise<void> {
    const { id, team } = sandbox.head
    await tellObject(this.#teams, team, 'bin', { id, binned: now })
    storage.bin(now)
    await this.state.storage.setAlarm(now + this.#binnedFor)
  }

  /** Deletes a sandbox for good when its time in the bin has passed. */
  async emptyBin(storage: ObjectStorage | undefined, now: number): Promise<void> {
    const head = storage?.head()
    if (!head || storage?.binned === undefined) return
    const end = storage.binned + this.#binnedFor
    if (end > now) return this.state.storage.setAlarm(end)
    await tellObject(this.#teams, head.team, 'remove', { id: head.id })
    await emptied(this.state)
  }

  /** The time of the next alarm. Work that was due by `done` is already done. */
  next(open: OpenObject | undefined, due: number, done: number): number {
    const idle = open ? open.storage.used + this.#keptFor : NEVER
    const isKept = (open?.sandbox.head.expires ?? NEVER) <= done
    return Math.min(due > done ? due : NEVER, isKept ? done + CALM : NEVER, idle)
  }
}
