import { allRoutes } from './all-routes'
import { timerHandlers } from './all-timer-handlers'
import type { Admin } from './api/admin/admin'
import type { Books } from './api/books'
import { type ClockFace, clockOf } from './api/clock'
import type { OrganizationFace } from './api/organization-face'
import type { Make } from './api/record-types/make'
import type { Records } from './api/record-types/records'
import type { Webhooks } from './api/webhooks'
import { type AssumptionId, type RegisteredAssumption, registered } from './assumptions'
import { aimMethods, methodsAtCaller } from './at-caller'
import { AREAS } from './changes/areas'
import { ChangeFeed, type ChangeListener } from './changes/change-feed'
import { choiceIn } from './check-members'
import { Diversion } from './diversion'
import type { Registry } from './engine/model/registry'
import type { World } from './engine/model/world'
import { faultReach } from './fault-reach'
import { hostTime } from './host-time'
import { Faults } from './http/faults/faults'
import { openPort, type Port } from './http/port'
import { ParkedResponses } from './http/responses/parked-responses'
import { type ReceivedEntry, receivedBy } from './http/traffic/received'
import type { Traffic } from './http/traffic/traffic'
import type { Wire } from './http/wire'
import type { Mark } from './kernel/store'
import type { OpenapiDocument } from './openapi/document'
import { openapiOf } from './openapi-of'
import { wrongOption } from './option-error'
import { type ExportedWorld, FIRST_ORGANIZATION, type Settings } from './options'
import { Organizations } from './organizations'
import type { Scenario } from './scenario/scenario'
import type { ScenarioPlay } from './scenario/scenario-play'
import { ScenarioPlays } from './scenario/scenario-plays'
import {
  answeredOtherwise,
  type ForkOptions,
  type Inherited,
  type KeptState,
  type Snapshot,
} from './simulator-state'
import { Story } from './story'
import { HeldCalls } from './time/held-calls'
import { TimeDriver } from './time-driver'
import { timedPort } from './timed-port'
import type { Timeline } from './timeline/timeline'
import { UsageError } from './usage-error'
import type { DeliveryTransport } from './webhooks/deliver'
import { fillOutbox } from './webhooks/outbox'
import { resumeInterrupted } from './webhooks/resume'
import { Storm } from './webhooks/storm'
import { Targets } from './webhooks/targets'
import { exportWorld, refuseUnexportable } from './worlds/export-world'
import { newWorld, worldOver } from './worlds/new-world'
import { issueKeys, ownKey } from './worlds/world-keys'
/// <reference lib="esnext.disposable" />

/** An accounting-records service inside this process. `createSimulator` makes one. */
export class Simulator implements OrganizationFace {
  readonly baseUrl: string
  readonly apiKey: string
  readonly records: Records
  readonly make: Make
  readonly books: Books
  readonly admin: Admin
  readonly webhooks: Webhooks
  readonly clock: ClockFace
  readonly faults: Faults
  /** Every request and response in order, each with an explanation. `String(simulator.traffic)` prints a timeline. */
  readonly traffic: Traffic
  /** @internal What changed, for tools that ask. */
  readonly changes = new ChangeFeed(hostTime)
  /** What the service's documentation leaves open: what this run rested on, and all of it (docs/service.md §16). */
  readonly assumptions: { used(): AssumptionId[]; register(): RegisteredAssumption[] }
  /**
   * Takes a web Request and returns a Response, like the global fetch. It is bound, so it can be passed as a
   * function.
   */
  readonly fetch: Port

  readonly #settings: Settings
  readonly #world: World
  readonly #parked: ParkedResponses
  readonly #held: HeldCalls
  readonly #time: TimeDriver
  readonly #transport: DeliveryTransport
  readonly #scenarios: ScenarioPlays
  readonly #birth: Mark
  readonly #organizations: Organizations
  readonly #story: Story
  #isDisposed = false
  /** @internal */
  readonly diversion = new Diversion()

  /** @internal Use `createSimulator` or `fork`. */
  constructor(registry: Registry, settings: Settings, inherited?: Inherited) {
    this.#settings = settings
    const world = inherited ? worldOver(inherited.store, registry, settings) : newWorld(registry, settings)
    this.#world = world
    this.baseUrl = settings.baseUrl
    this.#held = new HeldCalls(hostTime, () => world.clock.now)
    this.#parked = new ParkedResponses(world, (call) => this.#held.wait(call, this.#time))
    const catchUp = (): void => this.#catchUp()
    this.faults =
      inherited?.faults.forkFor(world, catchUp) ?? new Faults(world, faultReach(registry), catchUp)
    this.#story = new Story(world, settings.traffic, this.changes)
    const { log } = this.#story
    this.traffic = this.#story.traffic
    this.#story.listen(() => this.#time)
    const targets = inherited?.targets ?? new Targets()
    const { headerPrefix, patience } = settings.webhooks
    const storm = new Storm()
    this.#transport = {
      headerPrefix,
      targets,
      faults: this.faults,
      host: hostTime,
      storm,
      rewired: () => this.changes.touch('webhooks'),
      told: (delivery) => void log.add({ kind: 'delivery', ...delivery }),
    }
    this.#scenarios = new ScenarioPlays(world, log, () => ({
      ...this.#world,
      organization: FIRST_ORGANIZATION,
      apiKey: this.apiKey,
      records: this.records,
      admin: this.admin,
      webhooks: this.webhooks,
      faults: this.faults,
    }))
    const handlers = timerHandlers(this.#story, this.#parked, this.#scenarios, this.#transport, () =>
      this.#time.note(),
    )
    this.#time = new TimeDriver(world, handlers, { host: hostTime, clock: settings.clock, patience })
    const shared = { world, settings, time: this.#time, transport: this.#transport, log }
    this.#organizations = new Organizations(shared)
    if (!inherited) issueKeys(world, settings, (organization) => this.#organizations.ensure(organization))
    world.store.history.onCommit((changes) => storm.queued(fillOutbox(world, changes)))
    resumeInterrupted(world)
    this.apiKey = ownKey(world, settings)
    this.#birth = world.store.history.mark()
    const clock = clockOf(world, this.#time, log, () => this.#held.all)
    this.clock = methodsAtCaller('clock', clock, ['timers', 'link'])
    aimMethods(this, '', ['organization', 'play', 'restore', 'fork', 'export', 'received'])
    aimMethods(this.faults, 'faults.', ['inject'])
    this.assumptions = { used: () => world.assumptions.used(), register: () => registered(world.assumptions) }
    this.fetch = this.#openPort()
    const face = this.#organizations.face(FIRST_ORGANIZATION)
    this.records = face.records
    this.make = face.make
    this.books = face.books
    this.admin = face.admin
    this.webhooks = face.webhooks
  }

  /**
   * The same interface for another organisation, which is created with the preset world on first use.
   * Organisations are isolated from each other.
   * @throws OptionError for an empty name
   */
  organization(name: string): OrganizationFace {
    return this.#organizations.face(name)
  }

  /** The names of the organisations that there are, the simulator's own first. */
  organizations(): string[] {
    return this.#organizations.names
  }

  /**
   * Calls the listener when something has changed: at most once per turn of the event loop, also after
   * `restore` and `reset`. `areas` says where, `revision` counts on. Returns the function that ends it.
   * @example
   * simulator.subscribe(({ areas }) => areas.has('traffic') && show(simulator.traffic.since(last)))
   */
  subscribe(listener: ChangeListener): () => void {
    if (typeof listener !== 'function') throw wrongOption('listener', 'a function', listener)
    return this.changes.subscribe(listener)
  }

  /**
   * Starts a scenario. Steps due now run at once; the others run when the clock reaches their time. The
   * returned report always reads the current state. A step that the service refuses is reported there and
   * leaves no other trace.
   *
   * @throws OptionError naming the invalid step
   * @example
   * const steps = [{ at: '1 minute', inject: { times: 3, then: { status: 429, retryAfter: 5 } } }]
   * const storm = await simulator.play({ name: 'storm', steps })
   */
  async play(scenario: Scenario): Promise<ScenarioPlay> {
    this.#catchUp()
    return this.#scenarios.begin(scenario)
  }

  /** The scenarios started in this world, in order, each with its report. */
  get plays(): readonly ScenarioPlay[] {
    this.#catchUp()
    return this.#scenarios.all
  }

  /**
   * The requests to a route (`METHOD /path/`, `{}` for one segment, a final `*` for any remainder) whose bodies have at
   * least these members, in order, with `request.json`. Functions judge a value; lists are compared by position.
   * @throws OptionError for a route that no operation has
   */
  received(route: string, body?: object): ReceivedEntry[] {
    return receivedBy(this.#world, allRoutes(this.#world.registry), this.traffic, route, body)
  }

  /**
   * Everything that happened, in order: requests, deliveries, moves of the clock, steps of scenarios, writes of
   * `records` and `admin`, and the work of the clock. Like the traffic it is no part of the world, and bounded.
   * `String(simulator.timeline)` is for people, `simulator.timeline.toHtml()` a page (docs/timeline.md).
   */
  get timeline(): Timeline {
    return this.#story.timeline
  }

  /** Saves the current state for `restore`. The cost does not depend on the size of the world. */
  snapshot(): Snapshot {
    return { mark: this.#world.store.history.mark() }
  }

  /**
   * Restores a snapshot: records, clock, limits, keys, faults and all else. The cost grows with the rows written since.
   * @throws UsageError while time advances
   * @throws ErasedTimelineError for a snapshot that a restore to an earlier one has erased
   */
  restore(snapshot: Snapshot): void {
    this.#refuseWhileAdvancing('restore')
    if (!this.#world.store.history.knows(snapshot?.mark))
      throw new UsageError('this is not a snapshot of this simulator')
    this.#rewind('restore', snapshot.mark)
  }

  /** Restores the initial state. Always succeeds; ends a running advance and clears the traffic. */
  reset(): void {
    this.#rewind('reset', this.#birth)
    this.#story.clear()
  }

  /**
   * Creates an independent simulator with the same content. A table is copied when either simulator first
   * writes to it. Webhook connections are shared, also later ones, unless `wiring` is 'own'. `assumptions` are
   * answered otherwise in the fork. @throws UsageError while time advances
   */
  fork(options: ForkOptions = {}): Simulator {
    const { assumptions, ...wired } = options
    const wiring = choiceIn(wired, 'wiring', ['shared', 'own'])
    this.#refuseWhileAdvancing('fork')
    this.#catchUp()
    return new Simulator(this.#world.registry, answeredOtherwise(this.#settings, assumptions), {
      store: this.#world.store.fork(),
      faults: this.faults,
      targets: wiring === 'own' ? this.#transport.targets.copy() : this.#transport.targets,
    })
  }

  /**
   * Exports the whole state as JSON, with the options `rateLimits`, `assumptions`, `strict` and
   * `webhooks.headerPrefix`: `createSimulator({ world: file })` continues identically. The file contains keys. Faults
   * with functions or `staleRead` cannot be exported: the call throws, or names them in the `note` of the file.
   * @throws UsageError for such a fault
   */
  export(options: { readonly faults?: 'refuse' | 'leave-out' } = {}): ExportedWorld {
    const faults = choiceIn(options, 'faults', ['refuse', 'leave-out'])
    if (faults === 'refuse') refuseUnexportable(this.faults)
    this.#catchUp()
    return exportWorld(this.#world, this.#settings, this.faults.unexportable())
  }

  /**
   * The OpenAPI 3.1 document of the service as plain JSON, a new copy for each call. Its examples are
   * responses of a simulator with the same assumptions.
   */
  openapi(): OpenapiDocument {
    return openapiOf(this.#world.registry, this.#settings)
  }

  /** @internal What somebody still waits for, as sentences. In vain: time has not moved since. */
  unfinished(which: 'all' | 'in vain'): string[] {
    const moving = `an advance was still under way at ${this.clock.now}: await it`
    return [...this.#held.texts(which), ...(this.#time.isAdvancing ? [moving] : [])]
  }

  /** @internal The current state, which `goTo` returns to whatever happens meanwhile. */
  keep(): KeptState {
    this.#refuseWhileAdvancing('a snapshot')
    this.#catchUp()
    return { store: this.#world.store.still(), faults: this.faults.hostParts }
  }

  /** @internal Unlike a restore, it keeps later states. The cost grows with the size of the world. */
  goTo({ store, faults }: KeptState): void {
    this.#refuseWhileAdvancing('restore')
    this.#replace(() => this.#world.store.adopt(store))
    this.faults.hostParts = faults
  }

  /** Disposes of the simulator: ends running advances, sleeps and sends. */
  [Symbol.dispose](): void {
    this.#isDisposed = true
    this.#time.stop()
    this.#parked.endAll('the simulator was disposed of')
  }

  #openPort(): Port {
    const { faults, traffic, baseUrl, diversion } = this
    const routes = allRoutes(this.#world.registry)
    const wire: Wire = {
      world: this.#world,
      routes,
      rateLimits: this.#settings.rateLimits,
      faults,
      parked: this.#parked,
      traffic,
      changes: this.changes,
      scenarios: this.#scenarios,
    }
    const over = { baseUrl, isDisposed: () => this.#isDisposed }
    return diversion.around(timedPort(openPort(wire), this.#time, over))
  }

  #catchUp(): void {
    this.#time.catchUp()
  }

  #rewind(move: 'restore' | 'reset', mark: Mark): void {
    this.#replace(() => this.#world.store.history.rewind(mark), move)
  }

  #replace(replace: () => void, move: 'restore' | 'reset' = 'restore'): void {
    const before = this.#world.clock.now
    replace()
    this.#story.rewound(move, before)
    this.#time.interrupt(before)
    this.changes.touch(...AREAS)
    this.#parked.endAll('the world was rewound')
    resumeInterrupted(this.#world)
  }

  #refuseWhileAdvancing(what: string): void {
    if (this.#time.isAdvancing)
      throw new UsageError(`${what} is refused while time advances; await the advance first`)
  }
}
