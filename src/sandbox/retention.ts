/** The time that sandboxes are kept, and the bin in which the host puts what it deletes by itself. */
import { DAY } from './quotas'
import type { SandboxStore } from './sandbox-store'
import { type Heartbeat, ServedTime } from './served-time'
import { type Binned, StorageError } from './storage'
import type { SandboxHost } from './worlds'

const HOUR = 60 * 60_000
/** Milliseconds of served time between two heartbeats that are stored. */
const BEATS = 5 * 60_000
const HEARTBEAT = 'heartbeat'

export class Retention {
  readonly #time: ServedTime
  #beaten: number
  #tidied: number

  constructor(
    private readonly store: SandboxStore,
    private readonly keeper: Pick<SandboxHost, 'quotas' | 'now' | 'tell'>,
  ) {
    const noted = store.note(HEARTBEAT)
    const last = noted === undefined ? undefined : (JSON.parse(noted) as Heartbeat)
    this.#time = new ServedTime(last, keeper.now())
    this.#beaten = this.#tidied = this.now
  }

  /** The served time. */
  get now(): number {
    return this.#time.heartbeat.served
  }

  /** Tells whether a sandbox may be deleted that ended at a time of the host. */
  mayDelete(ended: number | undefined): boolean {
    return this.#time.mayDelete(ended)
  }

  /** Counts the time that has passed. @throws StorageError */
  pass(): void {
    const milliseconds = this.#time.pass(this.keeper.now())
    if (milliseconds !== undefined) this.keeper.tell?.({ event: 'clockJumped', milliseconds })
    if (this.now - this.#beaten >= BEATS) this.#beat()
  }

  /** Stores how long the deployment has served, if there is room. */
  end(): void {
    try {
      this.pass()
      this.#beat()
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
    }
  }

  /** @throws StorageError */
  #beat(): void {
    this.#beaten = this.now
    this.store.setNote(HEARTBEAT, JSON.stringify(this.#time.heartbeat))
  }

  /** True once an hour, when somebody must look for what is idle. */
  beginTidying(): boolean {
    if (this.now - this.#tidied < HOUR) return false
    this.#tidied = this.now
    return true
  }

  /** Sandboxes without a request for too long. */
  idle(): readonly string[] {
    const { idleDays } = this.keeper.quotas
    return idleDays === null || !this.#time.mayDelete() ? [] : this.store.idleSince(this.now - idleDays * DAY)
  }

  /** Lists the sandboxes that have lain in the bin for too long. */
  expiredInBin(): ReturnType<SandboxStore['inBin']> {
    const { binDays } = this.keeper.quotas
    return this.#time.mayDelete() ? this.store.inBin(this.now - binDays * DAY) : []
  }

  /** Lists the bin of a team, with times of the host. */
  binOf(team: string): Binned[] {
    const behind = this.keeper.now() - this.now
    const own = this.store.inBin(Number.POSITIVE_INFINITY).filter((one) => one.team === team)
    return own.map(({ id, name, binned }) => ({
      ...{ id, name, binned: binned + behind },
      deleted: binned + behind + this.keeper.quotas.binDays * DAY,
    }))
  }
}
