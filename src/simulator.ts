/// <reference lib="esnext.disposable" />
import { type AssumptionId, Assumptions } from './assumptions'
import { checkBooks } from './engine/books/check'
import { compile, type Machine } from './engine/compile'
import type { Definition } from './engine/define'
import { execute } from './engine/execute'
import type { World } from './engine/world'
import { type Admin, adminOf } from './face/admin'
import { type Books, booksOf } from './face/books'
import { type ClockFace, clockOf } from './face/clock'
import { type Records, recordsOf } from './face/records'
import { hostTime } from './host-time'
import { Faults } from './http/faults'
import type { Wire } from './http/handle'
import { HEALTH_ROUTES } from './http/health-routes'
import type { ApiKeyRow } from './http/identify'
import { machineRoutes } from './http/machine-routes'
import { PARKED_RESPONSE, ParkedResponses } from './http/parked-responses'
import { openPort, type Port } from './http/port'
import { Traffic } from './http/traffic'
import { Clock } from './kernel/clock'
import { invariant } from './kernel/invariant'
import { Random } from './kernel/random'
import { type Mark, Store } from './kernel/store'
import { OptionError } from './option-error'
import {
  type ExportedWorld,
  FIRST_ORGANIZATION,
  readOptions,
  type Settings,
  type SimulatorOptions,
} from './options'
import * as catalogue from './resources/catalogue'
import { TimeDriver } from './time-driver'
import { UsageError } from './usage-error'
import { presetStore } from './worlds/preset-store'
import { seedOrganization } from './worlds/seed-organization'
import { empty, smallCompany } from './worlds/small-company'

/** The face that every organisation of a simulator has. */
export interface OrganizationFace {
  /** A key of this organisation that may do everything. */
  readonly apiKey: string
  readonly records: Records
  readonly books: Books
  readonly admin: Admin
}

/** A point in the life of a simulator that it can be taken back to. */
export interface Snapshot {
  readonly mark: Mark
}

/** The accounting-records service, inside this process. */
export class Simulator implements OrganizationFace {
  readonly baseUrl: string
  readonly apiKey: string
  readonly records: Records
  readonly books: Books
  readonly admin: Admin
  readonly clock: ClockFace
  readonly faults: Faults
  /** Every request and response in order, with why; `String(simulator.traffic)` is a timeline. */
  readonly traffic: Traffic
  readonly assumptions: { used(): AssumptionId[] }
  /** The port: a web request in, a web response out. Safe to pass around unbound. */
  readonly fetch: Port

  readonly #settings: Settings
  readonly #world: World
  readonly #parked: ParkedResponses
  readonly #time: TimeDriver
  readonly #birth: Mark
  readonly #organizations = new Map<string, OrganizationFace>()
  #isDisposed = false

  /** Made by `createSimulator` and `fork`. */
  constructor(machine: Machine, settings: Settings, inherited?: { store: Store; faults: Faults }) {
    this.#settings = settings
    const world = inherited ? worldOver(inherited.store, machine, settings) : newWorld(machine, settings)
    this.#world = world
    this.baseUrl = settings.baseUrl
    this.apiKey = settings.apiKeys[0]?.key ?? ''
    this.#parked = new ParkedResponses(world)
    this.faults = inherited?.faults.forkFor(world) ?? new Faults(world)
    this.traffic = new Traffic()
    this.#time = new TimeDriver(
      world,
      { [PARKED_RESPONSE]: (_, timer) => this.#parked.wake(timer) },
      settings.isLive ? hostTime : undefined,
    )
    if (!inherited) this.#issueKeys()
    this.#birth = world.store.history.mark()
    this.clock = clockOf(world, this.#time)
    this.assumptions = { used: () => world.assumptions.used() }
    this.fetch = this.#openPort()
    const scope = { world, organization: (name?: string) => this.#settle(name ?? FIRST_ORGANIZATION) }
    this.records = recordsOf(scope)
    this.books = booksOf(scope)
    this.admin = adminOf(scope)
  }

  /** The same face for another organisation, made on first use with the preset world; sealed off from all others. */
  organization(name: string): OrganizationFace {
    if (typeof name !== 'string' || name === '')
      throw new OptionError('organization', 'an organisation has a name')
    const known = this.#organizations.get(name)
    if (known) return known
    const scope = { world: this.#world, organization: (other?: string) => this.#settle(other ?? name) }
    const keyOf = (): string => this.#keyOf(scope.organization())
    const face: OrganizationFace = {
      get apiKey() {
        return keyOf()
      },
      records: recordsOf(scope),
      books: booksOf(scope),
      admin: adminOf(scope),
    }
    this.#organizations.set(name, face)
    return face
  }

  /** A point to come back to; costs nothing, whatever the world holds. */
  snapshot(): Snapshot {
    return { mark: this.#world.store.history.mark() }
  }

  /**
   * Back to a snapshot: records, clock, limits, keys, faults and all. Costs what was written since.
   * @throws UsageError while time advances; ErasedTimelineError for a snapshot made after one that was restored since
   */
  restore({ mark }: Snapshot): void {
    this.#refuseWhileAdvancing('restore')
    this.#rewind(mark)
  }

  /** Back to how it was made. Always succeeds; ends a running advance and clears the traffic. */
  reset(): void {
    this.#rewind(this.#birth)
    this.traffic.clear()
  }

  /** An independent simulator with the same content. A table is copied when one of the two first writes to it. */
  fork(): Simulator {
    this.#refuseWhileAdvancing('fork')
    this.#catchUp()
    return new Simulator(this.#world.machine, this.#settings, {
      store: this.#world.store.fork(),
      faults: this.faults,
    })
  }

  /** Everything that can change, as JSON: `createSimulator({ world: file })` has the same future. Holds keys. */
  export(): ExportedWorld {
    const [fault] = this.faults.unexportable()
    if (fault)
      throw new UsageError(`fault ${fault.id} has a predicate, which no file can hold; clear it first`)
    this.#catchUp()
    const tables = JSON.parse(JSON.stringify(this.#world.store.dump())) as ExportedWorld['tables']
    return { format: 1, note: 'A simulated world with its API keys and secrets.', tables }
  }

  /** Ends what is under way. */
  [Symbol.dispose](): void {
    this.#isDisposed = true
    this.#time.stop()
    this.#parked.endAll('the simulator was disposed of')
  }

  #openPort(): Port {
    const { rateLimits } = this.#settings
    const { faults, traffic } = this
    const routes = machineRoutes(this.#world.machine, execute, HEALTH_ROUTES)
    const wire: Wire = { world: this.#world, routes, rateLimits, faults, parked: this.#parked, traffic }
    const port = openPort(wire)
    return (input, init) => {
      if (this.#isDisposed) return Promise.reject(new UsageError('the simulator was disposed of'))
      this.#catchUp()
      return port(
        typeof input === 'string' && input.startsWith('/') ? new URL(input, this.baseUrl) : input,
        init,
      )
    }
  }

  #catchUp(): void {
    if (this.#settings.isLive) this.#time.catchUp()
  }

  #rewind(mark: Mark): void {
    this.#world.store.history.rewind(mark)
    this.#time.interrupt()
    this.#parked.endAll('the world was rewound')
  }

  #refuseWhileAdvancing(what: string): void {
    if (this.#time.isAdvancing)
      throw new UsageError(`${what} is refused while time advances; await the advance first`)
  }

  /** Makes sure that the organisation exists, also after a rewind to before it was made. */
  #settle(organization: string): string {
    this.#catchUp()
    if (!this.#world.store.table('', 'organizations').has(organization)) this.#seed(organization)
    return organization
  }

  #seed(organization: string): void {
    seedOrganization(this.#world, organization, presetOf(this.#settings))
  }

  #keyOf(organization: string): string {
    const keys = this.#world.store.table<ApiKeyRow>('', 'apiKeys')
    const own = [...keys.rows()].find(
      (row) => row.organization === organization && row.permissions === 'all' && !row.revoked,
    )
    return own?.key ?? this.organization(organization).admin.keys.issue().key
  }

  /** The keys of a new world, and the organisations that they belong to. */
  #issueKeys(): void {
    const { world, given, apiKeys } = this.#settings
    if (typeof world === 'object' && !given.has('apiKeys')) return
    for (const key of apiKeys) {
      this.#settle(key.organization)
      this.#world.store.table<ApiKeyRow>('', 'apiKeys').put({
        key: key.key,
        organization: key.organization,
        permissions: key.permissions,
        label: key.label,
        revoked: false,
      })
    }
  }
}

const presetOf = ({ world }: Settings) => (world === 'empty' ? empty : smallCompany)

function worldOver(store: Store, machine: Machine, settings: Settings): World {
  const world: World = {
    store,
    clock: new Clock(store),
    random: new Random(store),
    assumptions: new Assumptions(settings.assumptions),
    machine,
    audit: settings.strict ? (organization) => audit(world, organization) : undefined,
  }
  return world
}

/** A new world at its first instant: imported, or with the preset in its first organisation. */
function newWorld(machine: Machine, settings: Settings): World {
  const { world: content, now, seed, isLive } = settings
  if (typeof content === 'object') return importedWorld(machine, settings, content)
  const make = (): World => {
    const world = worldOver(new Store(keyColumnOf(machine)), machine, settings)
    world.clock.start(now)
    seedOrganization(world, FIRST_ORGANIZATION, presetOf(settings))
    return world
  }
  const name = JSON.stringify([content, now, settings.assumptions])
  const store = isLive ? make().store : presetStore(machine, name, make)
  const world = worldOver(store, machine, settings)
  world.random.start(seed)
  return world
}

/** Explicit options win over those of an exported world. */
function importedWorld(machine: Machine, settings: Settings, { tables }: ExportedWorld): World {
  const { given, now, seed } = settings
  const copy = structuredCopy(tables)
  const { clock, random, ...others } = copy[''] ?? {}
  const store = new Store(keyColumnOf(machine))
  store.load({
    ...copy,
    '': {
      ...others,
      ...(!given.has('now') && clock && { clock }),
      ...(!given.has('seed') && random && { random }),
    },
  })
  const world = worldOver(store, machine, settings)
  if (store.table('', 'clock').size === 0) world.clock.start(now)
  if (store.table('', 'random').size === 0) world.random.start(seed)
  return world
}

const structuredCopy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

/** In strict mode a write that breaks the books is a bug of the simulator and undone. */
function audit(world: World, organization: string): void {
  const broken = checkBooks(world, organization)
  const told = broken.map(({ invariant: name, where, text }) => `${name}: ${where}: ${text}`)
  invariant(broken.length === 0, `the books are broken: ${told.join('; ')}`)
}

/** Records are kept by the identifier of their item path; what the simulator keeps besides them by id. */
const keyColumnOf = (machine: Machine) => {
  const identifiers = new Map<string, string>(
    machine.definitions.map(({ name, identifier }) => [name, identifier]),
  )
  const others: Readonly<Record<string, string>> = { apiKeys: 'key', sequences: 'name' }
  return (table: string): string => identifiers.get(table) ?? others[table] ?? 'id'
}

const machine = compile(Object.values(catalogue) as readonly Definition[])

/** A simulator of any record types; tests use it to add made-up ones. */
export function compose(definitions: readonly Definition[], options: SimulatorOptions = {}): Simulator {
  return new Simulator(compile(definitions), readOptions(options, hostTime.now))
}

/**
 * Makes a simulated accounting-records service.
 *
 * @throws OptionError that names the option
 * @example
 * const simulator = createSimulator()
 * const response = await simulator.fetch(`${simulator.baseUrl}/public/v1/invoices/`, {
 *   headers: { 'X-API-KEY': simulator.apiKey },
 * })
 */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  return new Simulator(machine, readOptions(options, hostTime.now))
}
