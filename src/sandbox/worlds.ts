/** The simulators of a sandbox: a new one, and one that is opened from its rows. */
import type { SimulatorHost } from '../host-time/simulator-host'
import type {
  createSimulator,
  ExportedWorld,
  RowChange,
  Simulator,
  SimulatorOptions,
  StoredTable,
  StoredWorld,
} from '../index'
import { formatInstant } from '../kernel/instant'
import type { controls } from '../tools/controls/index'
import type { Tell } from './events'
import type { Quotas } from './quotas'
import { originIn, type SandboxPlace } from './route'
import { rowKey, type SandboxHead, type Storage, type StorageBatch } from './storage'
import type { Work } from './work'
import type { WorldJob, WorldJobs } from './world-job'

/** A sandbox needs these things of the place where it runs. */
export interface SandboxHost extends SandboxPlace {
  /** The package itself. It is handed in, so that each host bundles it as it likes. */
  readonly engine: { readonly createSimulator: typeof createSimulator; readonly controls: typeof controls }
  readonly quotas: Quotas
  /** Milliseconds since 1970. */
  now(): number
  /** Ends with the turn of the event loop. */
  turn(): Promise<void>
  /** Deals the thread on which it runs. */
  readonly work: Work
  /** The sandbox must be woken then, also if it is not open; undefined for never. It is stored as well. */
  wakeAt(id: string, at: number | undefined): void
  /** Sends a webhook to a URL that is allowed; the host checks the address. */
  send(request: Request): Promise<Response>
  /** Works on large worlds, where the host has another thread. */
  readonly jobs?: WorldJobs
  /** Learns what an operator may want to know. */
  readonly tell?: Tell
}

/** A sandbox begins with it, unless it begins with a preset. */
export type WorldSource = StoredWorld | ExportedWorld

/** A sandbox as it is now, for another one to begin with. */
export interface Copy {
  readonly clock: SandboxHead['clock']
  readonly world: StoredWorld | WorldJob
  /** The version that stored it. */
  readonly of: NonNullable<SandboxHead['world']>
}

/** Functions that are called before each step of a move of time, and around it. */
export type Pace = Pick<SimulatorHost, 'mayGoOn' | 'runs' | 'deliveries'>

const TRAFFIC = { entries: 500, bytes: 4 * 1024 * 1024 }
/** Milliseconds that a receiver gets. */
const PATIENCE = 10_000

/** The times at which a sandbox has something to do: its live clock, or its end. */
export class Alarm {
  at: number | null = null
  /** Set when the simulator ends: that it has nothing more to do then is no news. */
  isOver = false
  readonly #tell: (at: number | undefined) => void
  #next: number | undefined
  #expires: number | undefined
  /** As it is stored; undefined if that is not known. */
  #stored: number | null | undefined

  constructor({ id, expires }: SandboxHead, host: SandboxHost) {
    this.#tell = (at) => host.wakeAt(id, at)
    if (expires !== undefined) this.expireAt(expires)
  }

  /** Its clock has something to do then. */
  readonly set = (next: number | undefined): void => {
    this.#next = next
    this.#change()
  }

  expireAt(time: number | undefined): void {
    this.#expires = time
    this.#change()
  }

  /** Gives what the storage has to learn of it, and is told now. */
  unstored(): Pick<StorageBatch, 'due'> {
    if (this.at === this.#stored) return {}
    this.#stored = this.at
    return { due: this.at }
  }

  forgetStored(): void {
    this.#stored = undefined
  }

  async store(storage: Storage): Promise<void> {
    const before = this.#stored
    const due = this.unstored()
    try {
      if ('due' in due) await storage.write(due)
    } catch (error) {
      this.#stored = before
      throw error
    }
  }

  #change(): void {
    if (this.isOver) return
    const at = Math.min(this.#next ?? Number.POSITIVE_INFINITY, this.#expires ?? Number.POSITIVE_INFINITY)
    this.at = at === Number.POSITIVE_INFINITY ? null : at
    this.#tell(this.at ?? undefined)
  }
}

/** Makes the world of a sandbox with what all of them have, whatever it begins with. */
export function simulatorOf(
  { id, clock, options: { webhooks } }: SandboxHead,
  host: SandboxHost,
  begin: SimulatorOptions,
  wakeAt: (at: number | undefined) => void = () => undefined,
  pace: Pace = {},
): Simulator {
  return host.engine.createSimulator({
    ...begin,
    ...{ baseUrl: originIn(host, id), clock, traffic: TRAFFIC },
    host: { now: host.now, wakeAt, timersAtMost: host.quotas.timers, ...pace },
    // Audits of a world from elsewhere would take too long, too.
    strict: false,
    webhooks: { ...webhooks, patience: PATIENCE },
  })
}

/** The options of the first world. Sandboxes differ by their seed and by the ids of their events. */
export function firstOptions(
  { id, options, created }: SandboxHead,
  apiKey: string,
  source?: WorldSource,
): SimulatorOptions {
  const { now = formatInstant(created), world, webhooks: _, ...others } = options
  const assumptions = { 'event-id-prefix': id, ...options.assumptions }
  const keys = { seed: id, ...others, assumptions, apiKeys: [{ key: apiKey }] }
  if (source) return { ...keys, world: source, ...('rows' in source && { trusted: true }) }
  return { ...keys, now, ...(world && { world }) }
}

interface FirstWorld {
  readonly simulator: Simulator
  readonly world: NonNullable<SandboxHead['world']>
  readonly rows: RowChange[]
  /** It has something to do then. */
  readonly due: number | null
}

/** Makes the world of a new sandbox. @throws OptionError */
export function firstWorld(
  head: SandboxHead,
  apiKey: string,
  host: SandboxHost,
  source?: WorldSource,
  { alarm = new Alarm(head, host), pace = {} }: { readonly alarm?: Alarm; readonly pace?: Pace } = {},
): FirstWorld {
  const make = (): FirstWorld => {
    const simulator = simulatorOf(head, host, firstOptions(head, apiKey, source), alarm.set, pace)
    const journal = simulator.journal()
    const { version, options } = journal
    return { simulator, world: { version, options }, rows: journal.take(), due: alarm.at }
  }
  return host.work.now(head, make)
}

interface Reopening {
  readonly head: SandboxHead
  readonly world: NonNullable<SandboxHead['world']>
  readonly storage: Storage
  readonly host: SandboxHost
  readonly alarm: Alarm
  readonly pace: Pace
}

/** The simulator of what is stored, and what its opening changes in the storage. */
export function reopened(
  { head, world: stored, storage, host, alarm, pace }: Reopening,
  onDamage: (error: unknown) => void,
): { simulator: Simulator; world: NonNullable<SandboxHead['world']>; changed?: StorageBatch } {
  // Nobody may learn what the simulator makes of a table that cannot be read.
  const read: StoredTable['rows'] = (scope, table) => {
    try {
      return storage.rowsOf(scope, table)
    } catch (error) {
      onDamage(error)
      throw error
    }
  }
  const tables = storage.tables().map((table) => ({ ...table, rows: read }))
  const simulator = simulatorOf(head, host, storedBeginning(tables, stored), alarm.set, pace)
  try {
    const journal = simulator.journal()
    const now = journal.take()
    const { version, options } = journal
    const world = { version, options }
    if (version === stored.version)
      return { simulator, world, ...(now.length > 0 && { changed: { rows: now } }) }
    // An earlier version stored it: all rows as they are now, none of those that are gone, and the first world as well.
    const kept = new Set(now.map(rowKey))
    const gone = storage.rows().filter((change) => !kept.has(rowKey(change)))
    const rows = [...now, ...gone.map((change) => ({ ...change, row: null }))]
    const first = firstOfToday(head, stored, storage, host)
    return { simulator, world, changed: { head: { ...head, world }, rows, ...(first && { first }) } }
  } catch (error) {
    alarm.isOver = true
    simulator[Symbol.dispose]()
    throw error
  }
}

/** The rows that a reset returns to, in today's shape; undefined if it returns to a preset. */
function firstOfToday(
  head: SandboxHead,
  stored: NonNullable<SandboxHead['world']>,
  storage: Storage,
  host: SandboxHost,
): RowChange[] | undefined {
  const parts = storage.first()
  if (!parts) return undefined
  const rows = [...parts].flat()
  const simulator = simulatorOf({ ...head, clock: 'manual' }, host, storedBeginning(rows, stored))
  const first = simulator.journal().take()
  simulator[Symbol.dispose]()
  return first
}

/** Stored rows are taken as they are. */
export const storedBeginning = (
  rows: StoredWorld['rows'],
  world: NonNullable<SandboxHead['world']>,
): SimulatorOptions => ({ world: { rows, ...world }, trusted: true })
