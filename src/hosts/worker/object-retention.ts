import { DAY, type Quotas } from '../../sandbox/quotas'
import { emptied, type ObjectStorage, type OpenObject } from './object-storage'
import { type ObjectNamespace, type ObjectState, type SandboxEnv, tellObject } from './platform'

const NEVER = Number.POSITIVE_INFINITY
/** Each note of a use is a write, so much of the time that a sandbox is kept passes between two of them. */
const NOTES = 30
/** Milliseconds for which nothing is deleted after the platform was away. */
const CALM = 60 * 60_000

/** The time that an object keeps its sandbox. Days in which the platform was away do not count. */
export class ObjectRetention {
  /** Milliseconds without a request after which it is deleted. */
  readonly #keptFor: number
  /** Milliseconds for which it can be restored then. */
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

  /** The list of the team has it, too; one that does not hear of it hears of the next. */
  use({ sandbox, storage }: OpenObject, now: number): void {
    if (!storage.use(now, Math.min(this.#keptFor / NOTES, DAY))) return
    const { id, team } = sandbox.head
    const usage = { id, rows: storage.size(), lastRequest: now }
    void tellObject(this.#teams, team, 'use', usage).catch(() => undefined)
  }

  /** Tells whether it is to be deleted. */
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

  /** Puts it into the bin. The team's list comes first, so that what was cut short is done again. */
  async bin({ sandbox, storage }: OpenObject, now: number): Promise<void> {
    const { id, team } = sandbox.head
    await tellObject(this.#teams, team, 'bin', { id, binned: now })
    storage.bin(now)
    await this.state.storage.setAlarm(now + this.#binnedFor)
  }

  /** Deletes for good what has lain in the bin for long enough. */
  async emptyBin(storage: ObjectStorage | undefined, now: number): Promise<void> {
    const head = storage?.head()
    if (!head || storage?.binned === undefined) return
    const end = storage.binned + this.#binnedFor
    if (end > now) return this.state.storage.setAlarm(end)
    await tellObject(this.#teams, head.team, 'remove', { id: head.id })
    await emptied(this.state)
  }

  /** The platform must call it then. What was due by `done` is done. */
  next(open: OpenObject | undefined, due: number, done: number): number {
    const idle = open ? open.storage.used + this.#keptFor : NEVER
    const isKept = (open?.sandbox.head.expires ?? NEVER) <= done
    return Math.min(due > done ? due : NEVER, isKept ? done + CALM : NEVER, idle)
  }
}
