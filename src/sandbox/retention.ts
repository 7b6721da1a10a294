/** The retention of sandboxes, and the bin into which the host moves idle and expired ones. */
import { DAY } from './quotas'
import type { SandboxStore } from './sandbox-store'
import { type Binned, StorageError } from './storage'
import type { SandboxHost } from './worlds'

const HOUR = 60 * 60_000
/** Milliseconds of served time between two stored heartbeats. */
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

  /** True if a sandbox that ended at this host time may be deleted now. */
  mayDelete(ended: number | undefined): boolean {
    return this.#time.mayDelete(ended)
  }

  /** Counts the time since the last call. @throws StorageError */
  pass(): void {
    const milliseconds = this.#time.pass(this.keeper.now())
    if (milliseconds !== undefined) this.keeper.tell?.({ event: 'clockJumped', milliseconds })
    if (this.now - this.#beaten >= BEATS) this.#beat()
  }

  /** Stores the served time, unless the disk is full. */
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

  /** True once an hour, when idle sandboxes must be looked for. */
  beginTidying(): boolean {
    if (this.now - this.#tidied < HOUR) return false
    this.#tidied = this.now
    return true
  }

  /** Sandboxes that had no request for too long. */
  idle(): readonly string[] {
    const { idleDays } = this.keeper.quotas
    return idleDays === null || !this.#time.mayDelete() ? [] : this.store.idleSince(this.now - idleDays * DAY)
  }

  /** Sandboxes whose time in the bin is over. */
  expiredInBin(): ReturnType<SandboxStore['inBin']> {
    const { binDays } = this.keeper.quotas
    return this.#time.mayDelete() ? this.store.inBin(this.now - binDays * DAY) : []
  }

  /** The bin of a team, with the served times converted to host times. */
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

/** The served time of a deployment, as it is stored. */
interface Heartbeat {
  /** Served milliseconds. The count of a new deployment begins at the host's time. */
  readonly served: number
  /** The host's time, in milliseconds since 1970. */
  readonly at: number
}

/** The time that a deployment was running. Sandboxes age by it, so downtimes and clock jumps do not count. */
class ServedTime {
  #served: number
  #at: number
  /** The served time and the host's time at the start, or after the last jump of the clock. */
  #calm: Heartbeat

  constructor(last: Heartbeat | undefined, now: number) {
    this.#served = last?.served ?? now
    this.#at = now
    this.#calm = this.heartbeat
  }

  get heartbeat(): Heartbeat {
    return { served: this.#served, at: this.#at }
  }

  /** Counts the time since the last call. Returns a jump of the host's clock by more than a day. */
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

  /** True if deletion is allowed: some time after a start or a jump, or if the sandbox ended since then. */
  mayDelete(ended = Number.NEGATIVE_INFINITY): boolean {
    return this.#served - this.#calm.served >= CALM || ended > this.#calm.at
  }
}
