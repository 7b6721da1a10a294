import type { Admin } from '../api/admin/admin'
import type { Books } from '../api/books'
import type { Clock } from '../api/clock'
import type { WorldDiff } from '../api/diff'
import type { Organization } from '../api/organization'
import type { Make } from '../api/record-types/make'
import type { Records } from '../api/record-types/records'
import type { Webhooks } from '../api/webhooks'
import type { AssumptionsApi } from '../assumptions/index'
import type { Registry } from '../engine/model/compiled-type'
import { type RecordTypes, recordTypesOf } from '../engine/read/record-types'
import { boundAtCaller } from '../errors/at-caller'
import { wrongOption } from '../errors/option-error'
import { UsageError } from '../errors/usage-error'
import type { ChangeListener } from '../events/changes/change-feed'
import type { Purpose } from '../events/purpose'
import type { Timeline } from '../events/timeline/timeline'
import type { Traffic } from '../events/traffic/traffic'
import { rememberMembers } from '../kernel/kept-members'
import { gettersOf } from '../kernel/lazy'
import type { DocumentBuilder, OpenapiDocument } from '../openapi/document'
import type { Examples } from '../openapi/examples'
import type { Scenario } from '../scenario/scenario'
import type { ScenarioPlay } from '../scenario/scenario-play'
import { allRoutes } from '../service/all-routes'
import { atBaseUrl } from '../service/http/at-base-url'
import type { Faults } from '../service/http/faults/faults'
import { type ReceivedEntry, receivedBy } from '../service/http/received'
import { type Between, openFetch, type SimulatorFetch, wrapped } from '../service/http/simulator-fetch'
import type { RequestChannel } from '../service/mutants/mutant-fact'
import type { Targets } from '../service/webhooks/targets'
import { journalOf } from '../worlds/journal'
import type { ExportedWorld, Journal } from '../worlds/options/exported-world'
import { FIRST_ORGANIZATION, type Settings } from '../worlds/options/settings'
import type { Hosting } from './hosting'
import type { Interceptor } from './interceptor'
import { PARTS } from './internals-of'
import { openapiSubject } from './openapi-subject'
import { type SimulatorInternals, SimulatorParts } from './simulator-parts'
import {
  type ForkOptions,
  type ForkSettings,
  type Inherited,
  readForkOptions,
  type Snapshot,
} from './simulator-state'

/** Members that are not suggested for a misspelt name. */
const INTERNAL = 'types hosting describe forkFor portAt'.split(' ')

/** An accounting-records service inside this process, made by `createSimulator`. */
export class Simulator implements Organization {
  /** The origin of the service. */
  readonly baseUrl: string
  readonly apiKey: string
  declare readonly records: Records
  declare readonly make: Make
  declare readonly books: Books
  declare readonly admin: Admin
  declare readonly webhooks: Webhooks
  /** Virtual time. */
  declare readonly clock: Clock
  /** Injects faults into requests and deliveries. */
  readonly faults: Faults
  /** All requests and responses in order, with reasons. `String(simulator.traffic)` prints a timeline. */
  readonly traffic: Traffic
  /** Choices where the service is not documented (docs/service.md §16): those that this run used, and all. */
  declare readonly assumptions: AssumptionsApi
  /** Takes a web Request and returns a Response, like the global fetch. It can be passed on as a function. */
  readonly fetch: SimulatorFetch
  /** @internal The names of record types and their members. */
  readonly types: RecordTypes

  readonly #parts: SimulatorParts
  readonly #build: Build
  /** @internal */
  readonly hosting: Hosting

  static readonly #bindMethods = boundAtCaller(Simulator.prototype, '', INTERNAL)
  /** Getters that make each member on first use. They are own members, so that a spread copy has them. */
  static readonly #members = gettersOf<Simulator>({
    records: (one) => one.#parts.ownApi.records,
    make: (one) => one.#parts.ownApi.make,
    books: (one) => one.#parts.ownApi.books,
    admin: (one) => one.#parts.ownApi.admin,
    webhooks: (one) => one.#parts.ownApi.webhooks,
    clock: (one) => one.#parts.clock,
    assumptions: (one) => one.#parts.assumptions,
  })

  /** @internal Use `createSimulator` or `fork`. */
  constructor(build: Build, settings: Settings, inherited?: Inherited) {
    const parts = new SimulatorParts(build.registry, settings, inherited, build.mutationOf)
    this.#parts = parts
    this.#build = build
    this.types = recordTypesOf(build.registry)
    this.baseUrl = settings.baseUrl
    this.apiKey = parts.apiKey
    this.hosting = parts.hosting
    this.faults = parts.faults
    this.traffic = rememberMembers(parts.recorder.traffic, this.types)
    Simulator.#bindMethods(this)
    Object.defineProperties(this, Simulator.#members)
    this.fetch = parts.interceptor?.around(this.#port) ?? this.#port()
    parts.observers.tell((one) => one.made?.(parts))
  }

  readonly #port = (between?: Between): SimulatorFetch =>
    wrapped(
      [this.#parts.redirect.wrap, this.#parts.timed, atBaseUrl(this.baseUrl)],
      openFetch(this.#parts.service, between),
    )

  /** @internal The `fetch` for the program's requests through a host. Bound, for spread copies. */
  readonly portAt = (channel: RequestChannel): SimulatorFetch => {
    const { interceptor } = this.#parts
    return interceptor ? this.#port(interceptor.between(channel)) : this.fetch
  }

  /**
   * The same interface for another organisation, which is created with the preset world on first use.
   * Organisations are isolated from each other.
   * @throws OptionError for an empty name
   */
  organization(name: string): Organization {
    return this.#parts.organizations.api(name)
  }

  /** The names of the existing organisations. The simulator's own comes first. */
  organizations(): string[] {
    return this.#parts.organizations.names
  }

  /**
   * Calls the listener after a change, also after `restore` and `reset`, at most once per turn of the event
   * loop. `areas` says what has changed; `revision` increases. Returns the function that unsubscribes.
   * @example
   * simulator.subscribe(({ areas }) => areas.has('traffic') && show(simulator.traffic.since(last)))
   */
  subscribe(listener: ChangeListener): () => void {
    if (typeof listener !== 'function') throw wrongOption('listener', 'a function', listener)
    return this.#parts.changes.subscribe(listener)
  }

  /**
   * Starts a scenario. Steps due now run at once; others run when the clock reaches their time. The report is
   * always current and names each step that the service refused. Such a step has no other effect.
   *
   * @throws OptionError naming the invalid step
   * @example
   * const steps = [{ at: '1 minute', inject: { times: 3, then: { status: 429, retryAfter: 5 } } }]
   * const storm = await simulator.play({ name: 'storm', steps })
   */
  async play(scenario: Scenario): Promise<ScenarioPlay> {
    this.#parts.time.catchUp()
    return this.#parts.scenarios.begin(scenario)
  }

  /** The scenarios started in this world, in order, each with its current report. */
  get plays(): readonly ScenarioPlay[] {
    this.#parts.time.catchUp()
    return this.#parts.scenarios.all
  }

  /**
   * The requests to a route (`METHOD /path/`, `{}` for one segment, a final `*` for any remainder) whose
   * bodies have at least these members, in order, with `request.json`. A function as a value is a predicate.
   * Lists are compared by position, and an empty list equals only an empty list.
   * @throws OptionError for a route that no operation has, and for a misspelt member that no request had
   */
  received(route: string, body?: object): ReceivedEntry[] {
    return receivedBy(this.#parts.world, allRoutes(this.#parts.world.registry), this.traffic, route, body)
  }

  /**
   * Everything that happened, in order: requests, deliveries, moves of the clock, steps of scenarios, writes
   * of `records` and `admin`, work of the clock. Limited in size and not part of the world, like the traffic.
   * `String(simulator.timeline)` gives text, `simulator.timeline.toHtml()` an HTML page (docs/timeline.md).
   */
  get timeline(): Timeline {
    return this.#parts.recorder.timeline
  }

  /** Saves the current state for `restore`. The cost does not depend on the size of the world. */
  snapshot(): Snapshot {
    return { mark: this.#parts.snapshots.mark() }
  }

  /**
   * Restores a snapshot: records, clock, limits, keys, faults and the rest of the world. The cost
   * grows with the rows written since.
   * @throws UsageError while time advances
   * @throws ErasedTimelineError for a snapshot that a restore to an earlier one has erased
   */
  restore(snapshot: Snapshot): void {
    this.#parts.snapshots.restore(snapshot)
  }

  /**
   * Lists the differences between two snapshots, or between a snapshot and now: records by type, and the
   * balances of accounts. The cost grows with the number of rows written since the older snapshot.
   * @throws UsageError for anything else than a snapshot of this simulator
   * @throws ErasedTimelineError for a snapshot that a restore to an earlier one has erased
   * @example
   * const before = simulator.snapshot()
   * await simulator.clock.advance('1 month')
   * simulator.diff(before).records.invoices?.added
   */
  diff(a: Snapshot, b?: Snapshot): WorldDiff {
    return this.#parts.snapshots.diff(FIRST_ORGANIZATION, a, b)
  }

  /**
   * Records which rows change, for a storage that keeps the world over restarts. The first `take()` returns
   * all rows. A simulator has only one journal, which every call returns; a fork has its own.
   * @example
   * const journal = simulator.journal()
   * storage.write(journal.take())
   * const { version, options } = journal
   * // Later: createSimulator({ world: { rows: storage.read(), version, options }, trusted: true })
   */
  journal(): Journal {
    const { world, settings, time, recorder } = this.#parts
    time.catchUp()
    return journalOf(world, settings, (last) => recorder.stored(last))
  }

  /** Restores the initial state. Always succeeds; ends a running advance and clears the traffic. */
  reset(): void {
    this.#parts.snapshots.reset()
  }

  /**
   * Creates an independent simulator with the same content. A table is copied when either simulator first
   * writes to it. Webhook connections are shared, including later ones, unless `wiring` is 'own'.
   * `assumptions` overrides those of the original. @throws UsageError while time advances
   */
  fork(options?: ForkOptions): Simulator {
    const { assumptions, wiring } = readForkOptions(options, '')
    const { targets } = this.#parts
    return this.#fork({ assumptions }, wiring === 'own' ? targets.copy() : targets)
  }

  /** @internal A fork for another purpose. It records its receivers' errors separately. */
  forkFor(purpose?: Purpose, settings?: Omit<ForkSettings, 'purpose'>): Simulator {
    return this.#fork({ ...settings, ...(purpose && { purpose }) }, this.#parts.targets.copy([]))
  }

  #fork(settings: ForkSettings, targets: Targets): Simulator {
    return new Simulator(this.#build, ...this.#parts.forked(settings, targets))
  }

  /**
   * Exports the whole state as JSON, with the options `rateLimits`, `assumptions`, `strict` and
   * `webhooks.headerPrefix`: `createSimulator({ world: file })` continues identically. The file contains
   * keys. Faults with functions or `staleRead` cannot be exported: the call throws, or the `note` names them.
   * @throws UsageError for such a fault
   */
  export(options?: { readonly faults?: 'refuse' | 'leave-out' }): ExportedWorld {
    return this.#parts.export(options)
  }

  /**
   * The OpenAPI 3.1 document of the service as plain JSON, a new copy for each call. Its examples are
   * responses of a simulator with the same assumptions.
   * @throws UsageError in a bundle for browsers, which has `openapi(simulator)` of `accounting-simulator/openapi`
   */
  openapi(): OpenapiDocument {
    return this.describe()
  }

  /** @internal */
  describe(builder?: DocumentBuilder, examples?: Examples): OpenapiDocument {
    const documentOf = builder ?? this.#build.documentOf
    if (!documentOf)
      throw new UsageError(
        'bundles for browsers leave the OpenAPI document out: use openapi(simulator) of accounting-simulator/openapi',
      )
    return documentOf(openapiSubject(this.#build.registry, this.#parts.settings), examples)
  }

  /** @internal Read by `internalsOf`. */
  get [PARTS](): SimulatorInternals {
    return this.#parts
  }

  /** Disposes of the simulator. Ends running advances, sleeps and deliveries. */
  [Symbol.dispose](): void {
    this.#parts.warnOfMissed()
    this.#parts.dispose()
  }
}

/** The parts that differ between builds of the package (decisions/0031-what-a-bundle-holds.md). */
interface Build {
  readonly registry: Registry
  /** Absent in the build for browsers; there a separate entry has it. */
  readonly documentOf?: DocumentBuilder
  /** Makes the interceptor of the command `mutate`. Absent in the build for browsers. */
  readonly mutationOf?: (parts: SimulatorParts) => Interceptor | undefined
}
