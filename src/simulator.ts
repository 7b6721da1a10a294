import { allRoutes } from './all-routes'
import type { Admin } from './api/admin/admin'
import type { Books } from './api/books'
import { type ClockFace, clockOf } from './api/clock'
import { type OrganizationFace, organizationFace } from './api/organization-face'
import type { Records } from './api/records'
import type { Webhooks } from './api/webhooks'
import type { AssumptionId } from './assumptions'
import type { Registry } from './engine/model/registry'
import type { World } from './engine/model/world'
import { RECORD_WAKERS } from './engine/timer-handlers'
import { hostTime } from './host-time'
import { Faults } from './http/faults/faults'
import { openPort, type Port } from './http/port'
import { PARKED_RESPONSE, ParkedResponses } from './http/responses/parked-responses'
import { Traffic } from './http/traffic/traffic'
import type { Wire } from './http/wire'
import { keepAlive } from './keep-alive'
import type { Mark, Store } from './kernel/store'
import type { OpenapiDocument } from './openapi/document'
import { openapiOf } from './openapi-of'
import { OptionError } from './option-error'
import { type ExportedWorld, FIRST_ORGANIZATION, type Settings } from './options'
import type { Scenario } from './scenario/scenario'
import type { ScenarioPlay } from './scenario/scenario-play'
import { SCENARIO_STEP, ScenarioPlays } from './scenario/scenario-plays'
import { HeldCalls, heldText } from './time/held-calls'
import { TimeDriver } from './time-driver'
import type { TimerHandlers } from './timer-handlers'
import { UsageError } from './usage-error'
import { type DeliveryTransport, sendDueDelivery } from './webhooks/deliver'
import { fillOutbox } from './webhooks/outbox'
import { resumeInterrupted } from './webhooks/resume'
import { WEBHOOK_DELIVERY } from './webhooks/schedule'
import { Storm } from './webhooks/storm'
import { Targets } from './webhooks/targets'
import { exportWorld } from './worlds/export-world'
import { newWorld, presetOf, worldOver } from './worlds/new-world'
import { seedOrganization } from './worlds/seed-organization'
import { issueKeys, keyOfOrganization, ownKey } from './worlds/world-keys'
/// <reference lib="esnext.disposable" />

/** A point in the life of a simulator that it can be taken back to. */
export interface Snapshot {
  readonly mark: Mark
}

/** What a fork takes over. */
interface Inherited {
  readonly store: Store
  readonly faults: Faults
  readonly targets: Targets
}

/** The accounting-records service, inside this process. */
export class Simulator implements OrganizationFace {
  readonly baseUrl: string
  readonly apiKey: string
  readonly records: Records
  readonly books: Books
  readonly admin: Admin
  readonly webhooks: Webhooks
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
  readonly #held: HeldCalls
  readonly #time: TimeDriver
  readonly #transport: DeliveryTransport
  readonly #scenarios: ScenarioPlays
  readonly #birth: Mark
  readonly #organizations = new Map<string, OrganizationFace>()
  #isDisposed = false
  readonly #note = (): void => this.#time.note()

  /** @internal Made by `createSimulator` and `fork`. */
  constructor(registry: Registry, settings: Settings, inherited?: Inherited) {
    this.#settings = settings
    const world = inherited ? worldOver(inherited.store, registry, settings) : newWorld(registry, settings)
    this.#world = world
    this.baseUrl = settings.baseUrl
    this.#held = new HeldCalls(hostTime, () => world.clock.now)
    this.#parked = new ParkedResponses(world, (call) => {
      const releases = [this.#time.hold(), ...(this.#time.isLive ? [] : [this.#held.add(call)])]
      return () => {
        for (const release of releases) release()
      }
    })
    const catchUp = (): void => this.#catchUp()
    this.faults = inherited?.faults.forkFor(world, catchUp) ?? new Faults(world, catchUp)
    this.traffic = new Traffic(settings.traffic)
    const targets = inherited?.targets ?? new Targets()
    const { headerPrefix, patience } = settings.webhooks
    const storm = new Storm()
    this.#transport = { headerPrefix, targets, faults: this.faults, host: hostTime, storm }
    this.#scenarios = new ScenarioPlays(world, () => ({
      ...this.#world,
      apiKey: this.apiKey,
      records: this.records,
      admin: this.admin,
      webhooks: this.webhooks,
      faults: this.faults,
    }))
    this.#time = new TimeDriver(world, this.#timerHandlers(), {
      host: hostTime,
      clock: settings.clock,
      patience,
    })
    if (!inherited) issueKeys(world, settings, (organization) => this.#settle(organization))
    world.store.history.onCommit((changes) => storm.queued(fillOutbox(world, changes)))
    resumeInterrupted(world)
    this.apiKey = ownKey(world, settings)
    this.#birth = world.store.history.mark()
    this.clock = clockOf(world, this.#time, () => this.#held.all)
    this.assumptions = { used: () => world.assumptions.used() }
    this.fetch = this.#openPort()
    const isLimited = settings.rateLimits !== false
    const scope = {
      world,
      isLimited,
      organization: (name?: string) => this.#settle(name ?? FIRST_ORGANIZATION),
    }
    const face = organizationFace(scope, this.#time, this.#transport)
    this.records = face.records
    this.books = face.books
    this.admin = face.admin
    this.webhooks = face.webhooks
  }

  /**
   * The same face for another organisation, made on first use with the preset world; sealed off from all
   * others.
   */
  organization(name: string): OrganizationFace {
    if (typeof name !== 'string' || name === '')
      throw new OptionError('organization', 'an organisation has a name')
    const known = this.#organizations.get(name)
    if (known) return known
    const isLimited = this.#settings.rateLimits !== false
    const scope = {
      world: this.#world,
      isLimited,
      organization: (other?: string) => this.#settle(other ?? name),
    }
    const keyOf = (): string =>
      keyOfOrganization({ world: this.#world, organization: scope.organization() }) ??
      face.admin.keys.issue().key
    const face: OrganizationFace = {
      get apiKey() {
        return keyOf()
      },
      ...organizationFace(scope, this.#time, this.#transport),
    }
    this.#organizations.set(name, face)
    return face
  }

  /**
   * Begins a scenario: steps due at once act at once, the others when the clock comes to their time. The
   * report is read anew at each look. A step that the service refuses is noted there and leaves nothing else.
   *
   * @throws OptionError that names the step
   * @example
   * const storm = await simulator.play({
   *   name: 'storm',
   *   steps: [{ at: '1 minute', inject: { times: 3, then: { status: 429, retryAfter: 5 } } }],
   * })
   * await simulator.clock.advance('2 minutes')
   * storm.unfired // [] once a request was hit
   */
  async play(scenario: Scenario): Promise<ScenarioPlay> {
    this.#catchUp()
    return this.#scenarios.begin(scenario)
  }

  /** The scenarios begun in this world, in order, with what became of them. */
  get plays(): readonly ScenarioPlay[] {
    this.#catchUp()
    return this.#scenarios.all
  }

  /** A point to come back to; costs nothing, whatever the world holds. */
  snapshot(): Snapshot {
    return { mark: this.#world.store.history.mark() }
  }

  /**
   * Back to a snapshot: records, clock, limits, keys, faults and all. Costs what was written since.
   * @throws UsageError while time advances; ErasedTimelineError for a snapshot made after one that was
   * restored since
   */
  restore(snapshot: Snapshot): void {
    this.#refuseWhileAdvancing('restore')
    if (!this.#world.store.history.knows(snapshot?.mark))
      throw new UsageError('this is no snapshot of this simulator')
    this.#rewind(snapshot.mark)
  }

  /** Back to how it was made. Always succeeds; ends a running advance and clears the traffic. */
  reset(): void {
    this.#rewind(this.#birth)
    this.traffic.clear()
  }

  /**
   * An independent simulator with the same content. A table is copied when one of the two first writes to it.
   * Connected webhook targets are the host's wiring: both see what either connects later, unless `wiring` is
   * 'own'.
   */
  fork({ wiring = 'shared' }: { readonly wiring?: 'shared' | 'own' } = {}): Simulator {
    if (wiring !== 'shared' && wiring !== 'own')
      throw new OptionError('wiring', "wiring must be 'shared' or 'own'")
    this.#refuseWhileAdvancing('fork')
    this.#catchUp()
    return new Simulator(this.#world.registry, this.#settings, {
      store: this.#world.store.fork(),
      faults: this.faults,
      targets: wiring === 'own' ? this.#transport.targets.copy() : this.#transport.targets,
    })
  }

  /**
   * Everything that can change, as JSON, with the options `rateLimits`, `assumptions`, `strict` and
   * `webhooks.headerPrefix`: `createSimulator({ world: file })` has the same future. It holds keys. Faults that
   * no file can hold are refused, or left out and named in its `note`.
   *
   * @throws UsageError for such a fault
   */
  export({ faults = 'refuse' }: { readonly faults?: 'refuse' | 'leave-out' } = {}): ExportedWorld {
    if (faults !== 'refuse' && faults !== 'leave-out')
      throw new OptionError('faults', "faults must be 'refuse' or 'leave-out'")
    const unexportable = this.faults.unexportable()
    const [fault] = unexportable
    if (fault && faults === 'refuse')
      throw new UsageError(`fault ${fault.id} ${fault.because}, which no file can hold; clear it first`)
    this.#catchUp()
    return exportWorld(this.#world, this.#settings, unexportable)
  }

  /**
   * What is simulated as an OpenAPI 3.1 document: plain JSON of the caller's own. Examples in it are what a
   * simulator with the same assumptions answers.
   */
  openapi(): OpenapiDocument {
    return openapiOf(this.#world.registry, this.#settings)
  }

  /** @internal Calls whose answers are held back since which the clock has not moved, told as sentences. */
  get heldInVain(): string[] {
    return this.#held.inVain.map(heldText)
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
    const routes = allRoutes(this.#world.registry)
    const wire: Wire = { world: this.#world, routes, rateLimits, faults, parked: this.#parked, traffic }
    const port = openPort(wire)
    return (input, init) => {
      if (this.#isDisposed) return Promise.reject(new UsageError('the simulator was disposed of'))
      this.#catchUp()
      this.#time.note()
      const answer = port(
        typeof input === 'string' && input.startsWith('/') ? new URL(input, this.baseUrl) : input,
        init,
      )
      void answer.then(this.#note, this.#note)
      return this.#time.isLive ? keepAlive(answer) : answer
    }
  }

  #timerHandlers(): TimerHandlers {
    return {
      [PARKED_RESPONSE]: (_, timer) => this.#parked.release(timer),
      ...RECORD_WAKERS,
      [SCENARIO_STEP]: (_, timer) => this.#scenarios.wake(timer),
      [WEBHOOK_DELIVERY]: (world, timer) => sendDueDelivery(world, timer, this.#transport),
    }
  }

  #catchUp(): void {
    this.#time.catchUp()
  }

  #rewind(mark: Mark): void {
    const before = this.#world.clock.now
    this.#world.store.history.rewind(mark)
    this.#time.interrupt(before)
    this.#parked.endAll('the world was rewound')
    resumeInterrupted(this.#world)
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
    seedOrganization({ world: this.#world, organization }, presetOf(this.#settings))
  }
}
