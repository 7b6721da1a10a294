/** Makes the simulator of a sandbox, new or from its stored rows. */
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

/** The services that a sandbox needs from its host. */
export interface SandboxHost extends SandboxPlace {
  /** The package itself, passed in so that each host bundles it in its own way. */
  readonly engine: { readonly createSimulator: typeof createSimulator; readonly controls: typeof controls }
  readonly quotas: Quotas
  /** Milliseconds since 1970. */
  now(): number
  /** Resolves in the next turn of the event loop. */
  turn(): Promise<void>
  /** Schedules the thread on which the sandbox runs. */
  readonly work: Work
  /** Sets when the sandbox must be woken, also if closed; undefined for never. Its rows store it, too. */
  wakeAt(id: string, at: number | undefined): void
  /** Sends a webhook to an allowed URL. The host checks the address. */
  send(request: Request): Promise<Response>
  /** Another thread for large worlds, if the host has one. */
  readonly jobs?: WorldJobs
  /** Called with events for the operator. */
  readonly tell?: Tell
}

/** The world of a new sandbox that does not begin with a preset. */
export type WorldSource = StoredWorld | ExportedWorld

/** A copy of a sandbox, with which another one begins. */
export interface Copy {
  readonly clock: SandboxHead['clock']
  readonly world: StoredWorld | WorldJob
  /** The version and options of its rows. */
  readonly of: NonNullable<SandboxHead['world']>
}

/** The hooks by which a guard limits a move of time. */
export type Pace = Pick<SimulatorHost, 'mayGoOn' | 'runs' | 'deliveries'>

const TRAFFIC = { entries: 500, bytes: 4 * 1024 * 1024 }
/** Milliseconds that a receiver has to answer. */
const PATIENCE = 10_000

/** The next time at which a sandbox has work: a timer of its live clock, or its end. */
export class Alarm {
  at: number | null = null
  /** Set when the simulator ends. Clearing its timers then must not clear the stored alarm. */
  isOver = false
  readonly #tell: (at: number | undefined) => void
  #next: number | undefined
  #expires: number | undefined
  /** The stored time; undefined if it is not known. */
  #stored: number | null | undefined

  constructor({ id, expires }: SandboxHead, host: SandboxHost) {
    this.#tell = (at) => host.wakeAt(id, at)
    if (expires !== undefined) this.expireAt(expires)
  }

  /** Sets the next time of the clock's timers. */
  readonly set = (next: number | undefined): void => {
    this.#next = next
    this.#change()
  }

  expireAt(time: number | undefined): void {
    this.#expires = time
    this.#change()
  }

  /** Returns the time if it differs from the stored one, and treats it as stored from now on. */
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

/** Makes the simulator of a sandbox with the options that are common to all sandboxes. */
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
    // Audits of an imported world would take too long.
    strict: false,
    webhooks: { ...webhooks, patience: PATIENCE },
  })
}

/** The options of the first world. Seed and event ids differ between sandboxes. */
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
  /** The time of the sandbox's next work; null for never. */
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

/** The simulator of stored rows, and the rows that opening has changed. */
export function reopened(
  { head, world: stored, storage, host, alarm, pace }: Reopening,
  onDamage: (error: unknown) => void,
): { simulator: Simulator; world: NonNullable<SandboxHead['world']>; changed?: StorageBatch } {
  // Without the report, a response could show the simulator's view of a table that cannot be read.
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
    // An earlier version stored this sandbox. All rows and the first world are written anew.
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

/** The rows that a reset restores, in today's shape; undefined if a reset makes a preset. */
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

/** Options for stored rows, which are trusted without a check. */
export const storedBeginning = (
  rows: StoredWorld['rows'],
  world: NonNullable<SandboxHead['world']>,
): SimulatorOptions => ({ world: { rows, ...world }, trusted: true })
