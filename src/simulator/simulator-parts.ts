import { type Clock, clockOf } from '../api/clock'
import { misspeltBody } from '../api/finding/misspelt-body'
import type { Organization } from '../api/organization'
import { type AssumptionsFace, assumptionsFace } from '../assumptions'
import { areStillSound, auditForForks } from '../engine/audit/auditor'
import type { Registry } from '../engine/model/compiled-type'
import type { World } from '../engine/model/context'
import { methodsAtCaller } from '../errors/at-caller'
import { shown } from '../errors/option-error'
import { ChangeFeed } from '../events/changes/change-feed'
import { EventRecorder } from '../events/event-recorder'
import { PURPOSES, type Purpose, type PurposeRules } from '../events/purpose'
import { type HostTime, hostTime } from '../host-time/host-time'
import { timeOf } from '../host-time/simulator-host'
import { ScenarioPlays } from '../scenario/scenario-plays'
import { allRoutes } from '../service/all-routes'
import { faultReach } from '../service/fault-reach'
import { reachedBy } from '../service/http/faults/check-pattern'
import type { FaultsOwner } from '../service/http/faults/fault-handle'
import { readPattern } from '../service/http/faults/fault-pattern'
import { Faults } from '../service/http/faults/faults'
import { UncheckedFaults } from '../service/http/faults/unchecked-faults'
import { forgetRefusals } from '../service/http/idempotency/kept-replies'
import { refillBuckets } from '../service/http/rate-limits/buckets'
import { HeldResponses } from '../service/http/responses/held-responses'
import type { ServiceContext } from '../service/http/service-context'
import { type RequestHandler, requestHandler, type Wrapper } from '../service/http/simulator-fetch'
import type { DeliveryTransport } from '../service/webhooks/deliver'
import { DeliveryLoopGuard } from '../service/webhooks/delivery-loop-guard'
import { SERVICE_EVENTS } from '../service/webhooks/endpoint-status'
import { fillOutbox } from '../service/webhooks/outbox'
import { resumeInterrupted } from '../service/webhooks/resume'
import { Targets, type Thrown } from '../service/webhooks/targets'
import { TimeDriver } from '../time/time-driver'
import { timed, timedHandler } from '../time/timed'
import { exportWorld, refuseUnexportable } from '../worlds/export-world'
import { newWorld, worldOver } from '../worlds/new-world'
import type { ExportedWorld } from '../worlds/options/exported-world'
import { FIRST_ORGANIZATION, madeWith, type Settings } from '../worlds/options/settings'
import { isExported } from '../worlds/options/world'
import { issueWorldKeys, ownKey } from '../worlds/world-keys'
import { Hosting } from './hosting'
import type { Interceptor } from './interceptor'
import { Observers } from './observers'
import { Organizations } from './organizations'
import { Redirect } from './redirect'
import { type ForkSettings, forkSettings, type Inherited, readExportOptions } from './simulator-state'
import { Snapshots } from './snapshots'
import { timerKindsOf } from './timer-kinds'

const toldOf = ({ who, error }: Thrown): string =>
  `${who} threw ${error instanceof Error ? String(error) : shown(error)}`

const everySimulator = new Observers<SimulatorParts>()

export class SimulatorParts {
  readonly observers = new Observers(everySimulator)
  readonly hosting: Hosting
  #madeFor: Purpose
  /** Undefined, unless `mutate` judges the tests. */
  readonly interceptor: Interceptor | undefined
  readonly host: HostTime
  readonly world: World
  /** The key of the simulator's own organisation. */
  readonly apiKey: string
  readonly changes: ChangeFeed
  readonly recorder: EventRecorder
  readonly faults: Faults
  readonly held: HeldResponses
  readonly transport: DeliveryTransport
  readonly scenarios: ScenarioPlays
  readonly time: TimeDriver
  readonly organizations: Organizations
  readonly snapshots: Snapshots
  readonly redirect = new Redirect()
  readonly context: ServiceContext
  readonly service: RequestHandler
  /** Like `service`, but each answer moves a live clock first, for callers who read and answer in two steps. */
  readonly timedService: RequestHandler
  readonly #unchecked = new UncheckedFaults()
  #isDisposed = false
  readonly #isFork: boolean
  #clock: Clock | undefined
  #assumptions: AssumptionsFace | undefined
  /** Moves a live clock before a call, and notes its end. */
  readonly inTime: Wrapper = (port) => this.#inTime(port)

  constructor(
    registry: Registry,
    readonly settings: Settings,
    inherited?: Inherited,
    interceptorOf?: (parts: SimulatorParts) => Interceptor | undefined,
  ) {
    this.#madeFor = settings.purpose
    const kinds = timerKindsOf(this)
    this.#isFork = inherited !== undefined
    const host = settings.host ? timeOf(settings.host) : hostTime
    this.host = host
    const world = inherited
      ? worldOver(inherited.store, registry, settings)
      : newWorld(registry, settings, kinds)
    this.world = world
    const { patience } = settings.webhooks
    const time = new TimeDriver(world, kinds, { host, clock: settings.clock, patience })
    this.time = time
    this.held = new HeldResponses(world, host, time)
    const targets = inherited?.targets ?? new Targets()
    const onThrown = (who: string, error: unknown): void => targets.note(who, error)
    this.changes = new ChangeFeed(hostTime, (error) => onThrown('a listener of simulator.subscribe', error))
    const owner: FaultsOwner = {
      catchUp: () => time.catchUp(),
      injected: (fault) => {
        this.#unchecked.injected(fault.id)
        this.observers.tell((one) => one.injected?.(fault, this))
      },
      unfired: (found) => {
        this.faultsAsked()
        this.observers.tell((one) => one.unfired?.(found))
      },
      read: (fault) => {
        this.#unchecked.read(fault.id)
        this.observers.tell((one) => one.read?.(fault))
      },
    }
    this.faults = inherited?.faults.forkFor(world, owner) ?? new Faults(world, faultReach(registry), owner)
    this.hosting = new Hosting(inherited?.hosting)
    this.recorder = new EventRecorder(world, this.changes, SERVICE_EVENTS, {
      limits: settings.traffic,
      facts: inherited?.facts,
      source: () => this.purpose.facts,
      test: settings.test,
      otherAssumptions: () => world.assumptions.changed(),
      isServed: () => this.hosting.isServedOnly,
      requestEnded: (entry) => this.interceptor?.requestEnded(entry),
    })
    if (!inherited && isExported(settings.world) && settings.world.timeline)
      this.recorder.load(settings.world.timeline)
    this.recorder.listen(time)
    this.transport = this.#transportTo(targets)
    this.scenarios = new ScenarioPlays(world, this.recorder.log, () => {
      const { apiKey, faults } = this
      const { records, admin, webhooks } = this.face
      return { ...world, organization: FIRST_ORGANIZATION, apiKey, records, admin, webhooks, faults }
    })
    const { transport, recorder, held, changes } = this
    this.organizations = new Organizations({ world, settings, time, transport, log: recorder.log })
    if (!inherited) issueWorldKeys(world, settings, (organization) => this.organizations.ensure(organization))
    world.store.history.onCommit((committed, cause) => {
      const { deliveries, events } = fillOutbox(world, committed)
      transport.loopGuard.queued(deliveries)
      recorder.log.causes.note(events, cause)
    })
    resumeInterrupted(world)
    this.apiKey = ownKey(world, settings)
    this.snapshots = new Snapshots(world, {
      time,
      held,
      faults: this.faults,
      recorder,
      changes,
      scenarios: this.scenarios,
    })
    const { rateLimits } = settings
    const { faults, scenarios } = this
    const { traffic } = recorder
    const routes = allRoutes(registry)
    this.context = { world, routes, rateLimits, faults, held, traffic, changes, scenarios, onThrown }
    this.service = requestHandler(this.context)
    this.timedService = timedHandler(this.service, this.inTime)
    this.interceptor = this.purpose.isMutated ? interceptorOf?.(this) : undefined
  }

  /** The interface of the simulator's own organisation. */
  get face(): Organization {
    return this.organizations.face(FIRST_ORGANIZATION)
  }

  get clock(): Clock {
    const { world, time, recorder } = this
    this.#clock ??= methodsAtCaller('clock', clockOf(world, time, recorder.log), [
      'timers',
      'fakeTimers',
      'instant',
      'after',
    ])
    return this.#clock
  }

  get assumptions(): AssumptionsFace {
    this.#assumptions ??= assumptionsFace(this.world.assumptions)
    return this.#assumptions
  }

  get madeFor(): Purpose {
    return this.#madeFor
  }

  get purpose(): PurposeRules {
    return PURPOSES[this.#madeFor]
  }

  /** Tools that create a simulator as users do say afterwards what for. What it does from then on counts so. */
  dedicateTo(purpose: Purpose): void {
    this.#madeFor = purpose
  }

  /** A fork begins with these. Where commits are audited, its books are known to be sound. */
  forked(own: ForkSettings, targets: Targets): readonly [Settings, Inherited] {
    const { snapshots, time, settings, world, faults, hosting, recorder } = this
    snapshots.refuseWhileAdvancing('fork')
    time.catchUp()
    if (settings.audit) auditForForks(world)
    const inherited = { store: world.store.fork(), targets, faults, hosting, facts: recorder.coverage.facts }
    return [forkSettings(settings, { purpose: this.#madeFor, ...own }), inherited]
  }

  export(options: Parameters<typeof readExportOptions>[0]): ExportedWorld {
    const { faults } = readExportOptions(options, '')
    if (faults === 'refuse') refuseUnexportable(this.faults)
    this.time.catchUp()
    return exportWorld(this.world, this.settings, this.faults.unexportable())
  }

  /** Names what in a body for a route is perhaps misspelt; undefined if nothing is. */
  misspeltBody(route: string, body: object): string | undefined {
    const pattern = readPattern(route)
    return pattern && misspeltBody(reachedBy(this.context.routes, pattern, true), body)
  }

  refill(key: string): void {
    refillBuckets(this.world, key)
  }

  /** The options that it was made with and that a copy of it needs, as data; files are given as they are. */
  get madeWith(): Readonly<Record<string, unknown>> {
    return madeWith(this.settings)
  }

  /** Keys under which the service refused a write are as new. */
  forgetRefusals(): void {
    forgetRefusals(this.world)
  }

  /** Lists, as sentences, the waits that have no end yet. Stalled: time has not moved since. */
  unfinished(which: 'all' | 'stalled'): string[] {
    const { held, time, recorder } = this
    const isAdvance = recorder.log.events.some((one) => one.kind === 'clock' && one.to === null)
    const why = time.obstacle === undefined ? ': is it awaited?' : `, because ${time.obstacle}`
    const moving = `${isAdvance ? 'an advance' : 'webhooks.flush()'} was still under way at ${this.clock.now}${why}`
    return [...held.texts(which), ...(time.isAdvancing ? [moving] : [])]
  }

  /** Tells whether books that were sound at the birth of the simulator are so now. */
  keptBooksSound(): boolean {
    return areStillSound(this.world, this.snapshots.written)
  }

  /** A test was judged. */
  faultsAsked(): void {
    this.#unchecked.asked()
  }

  /** Tells at the end of the simulator. Faults of a fork, of a sandbox and of scenarios may be left. */
  tellUnchecked(): void {
    const isLeft = this.#isFork || this.settings.host || this.#madeFor !== 'test'
    if (!isLeft && this.scenarios.all.length === 0) this.#unchecked.tell(this.faults)
    this.faultsAsked()
  }

  dispose(): void {
    this.#isDisposed = true
    // The simulator that a fork was made of, or whoever made it for a purpose, tells of what was thrown in it. Nobody
    // reads what a simulator of a host says, and its receivers are not those of a test.
    const thrown = this.#isFork || this.host.isGiven ? [] : this.transport.targets.takeThrown()
    if (thrown.length > 0)
      this.host.warn(`a simulator was disposed of; before, ${thrown.map(toldOf).join('; ')}`)
    this.time.stop()
    this.held.endAll('the simulator was disposed of')
  }

  #transportTo(targets: Targets): DeliveryTransport {
    return {
      headerPrefix: this.settings.webhooks.headerPrefix,
      targets,
      faults: this.faults,
      host: this.host,
      loopGuard: new DeliveryLoopGuard(),
      targetsChanged: () => this.changes.touch('webhooks'),
      log: this.recorder.log,
      acknowledges: (topic, isHeldUp) => this.interceptor?.acknowledges(topic, isHeldUp) === true,
    }
  }

  #inTime<Call extends readonly unknown[]>(answer: (...call: Call) => Promise<Response>) {
    return timed(answer, this.time, () => this.#isDisposed)
  }
}
