/** The time that sandboxes are kept, and the bin in which the host puts what it deletes by itself. */
import { DAY } from './quotas'
import type { SandboxStore } from './sandbox-store'
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

/** Milliseconds after a start, or after a jump of the host's clock, in which nothing is deleted. */
const CALM = 60 * 60 * 1000

/** A deployment notes the time that it has served in this form. */
interface Heartbeat {
  /** Milliseconds that it has served. The first of all began with the host's time. */
  readonly served: number
  /** The host's time, in milliseconds since 1970. */
  readonly at: number
}

/** The time that a deployment has served. Sandboxes grow old by it, whatever downtimes, backups and clocks do. */
class ServedTime {
  #served: number
  #at: number
  /** The beginning of the calm. */
  #calm: Heartbeat

  constructor(last: Heartbeat | undefined, now: number) {
    this.#served = last?.served ?? now
    this.#at = now
    this.#calm = this.heartbeat
  }

  get heartbeat(): Heartbeat {
    return { served: this.#served, at: this.#at }
  }

  /** Counts the time since the last call. Returns by how much the host's clock has jumped, if by more than a day. */
  pass(now: number): number | undefined {
    const passed = now - this.#at
    this.#at = now
    if (Math.abs(passed) > DAY) {
      this.#calm = this.heartbeat
      return passed
    }
    this.#served += Math.max(0, passed)
    return undefined
  }

  /** Tells whether what is over may be deleted: not soon after a start or a jump, unless it ended since then. */
  mayDelete(ended = Number.NEGATIVE_INFINITY): boolean {
    return this.#served - this.#calm.served >= CALM || ended > this.#calm.at
  }
}
