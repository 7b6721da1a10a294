import { type Clock, clockOf } from '../api/clock'
import { misspeltBody } from '../api/finding/misspelt-body'
import type { Organization } from '../api/organization'
import { type AssumptionsApi, assumptionsApi } from '../assumptions'
import { areStillSound, auditForForks } from '../engine/audit/auditor'
import type { Registry } from '../engine/model/compiled-type'
import type { World } from '../engine/model/context'
import { methodsAtCaller } from '../errors/at-caller'
import { shown } from '../errors/option-error'
import { ChangeFeed } from '../events/changes/change-feed'
import { EventRecorder } from '../events/event-recorder'
import { PURPOSES, type Purpose, type PurposeRules } from '../events/purpose'
import { hostTime } from '../host-time/host-time'
import { timeOf } from '../host-time/simulator-host'
import { warnOnce } from '../host-time/warn-once'
import { withTest } from '../running-test/until-read'
import { ScenarioPlays } from '../scenario/scenario-plays'
import { allRoutes } from '../service/all-routes'
import { faultReach } from '../service/fault-reach'
import { reachedBy } from '../service/http/faults/check-pattern'
import type { Fault } from '../service/http/faults/fault-options'
import { readPattern } from '../service/http/faults/fault-pattern'
import { Faults } from '../service/http/faults/faults'
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
import { TIMER_PROBLEMS, timerKindsOf } from './timer-kinds'

const toldOf = ({ who, error }: Thrown): string =>
  `${who} threw ${error instanceof Error ? String(error) : shown(error)}`

const everySimulator = new Observers<SimulatorInternals>()

/** Assembles a simulator: a world, the clock that moves it, the recorders of changes, and the service. */
export class SimulatorParts {
  readonly observers: Observers<SimulatorInternals> = new Observers(everySimulator)
  readonly hosting: Hosting
  #madeFor: Purpose
  /** Undefined unless `mutate` judges the tests. */
  readonly interceptor: Interceptor | undefined
  readonly world: World
  /** An API key of the simulator's own organisation. */
  readonly apiKey: string
  readonly changes: ChangeFeed
  readonly recorder: EventRecorder
  readonly faults: Faults
  readonly held: HeldResponses
  readonly targets: Targets
  readonly scenarios: ScenarioPlays
  readonly time: TimeDriver
  readonly organizations: Organizations
  readonly snapshots: Snapshots
  readonly redirect = new Redirect()
  readonly context: ServiceContext
  readonly service: RequestHandler
  /** Wraps a call: moves a live clock before it, and reports its end as activity. */
  readonly timed: Wrapper
  /** Like `service`, but moves a live clock before each answer, for callers that answer in two steps. */
  readonly timedService: RequestHandler
  #isDisposed = false
  readonly #isFork: boolean
  #clock: Clock | undefined
  #assumptions: AssumptionsApi | undefined

  /**
   * Each of the five steps needs the parts of the steps before it. A callback may use parts of a later step,
   * because no callback runs before the fourth step.
   */
  constructor(
    registry: Registry,
    readonly settings: Settings,
    inherited?: Inherited,
    interceptorOf?: (parts: SimulatorParts) => Interceptor | undefined,
  ) {
    const { clock, rateLimits, webhooks } = settings
    const host = settings.host ? timeOf(settings.host) : hostTime
    this.#madeFor = settings.purpose
    this.#isFork = inherited !== undefined
    this.hosting = new Hosting(inherited?.hosting)

    // 1. The world comes first, with its clock and the responses that the clock releases.
    const world = inherited
      ? worldOver(inherited.store, registry, settings)
      : newWorld(registry, settings, TIMER_PROBLEMS)
    const time = new TimeDriver(world, { host, clock, patience: webhooks.patience })
    const held = new HeldResponses(world, host, time)
    this.world = world
    this.time = time
    this.held = held

    // 2. The feed and the recorder hear of a commit before the deliveries and scenarios that it causes.
    const targets = inherited?.targets ?? new Targets()
    const onThrown = (who: string, error: unknown): void => targets.note(who, error)
    const changes = new ChangeFeed(hostTime, (error) => onThrown('a listener of simulator.subscribe', error))
    const owner = {
      catchUp: () => time.catchUp(),
      injected: (fault: Fault) => this.observers.tell((one) => one.injected?.(fault, this)),
    }
    const faults = inherited?.faults.forkFor(world, owner) ?? new Faults(world, faultReach(registry), owner)
    const recorder = this.#recorderOf(world, changes, inherited)
    recorder.listen(time)
    this.targets = targets
    this.changes = changes
    this.faults = faults
    this.recorder = recorder

    // 3. Deliveries and scenarios need time. Once they exist, the clock can run their timers.
    const transport: DeliveryTransport = {
      headerPrefix: webhooks.headerPrefix,
      targets,
      faults,
      host,
      loopGuard: new DeliveryLoopGuard(),
      targetsChanged: () => changes.touch('webhooks'),
      log: recorder.log,
      acknowledges: (topic, isHeldUp) => this.interceptor?.acknowledges(topic, isHeldUp) === true,
    }
    const scenarios = new ScenarioPlays(world, recorder.log, () => {
      const { apiKey, ownApi } = this
      const { records, admin } = ownApi
      const organization = FIRST_ORGANIZATION
      return { ...world, organization, apiKey, records, admin, webhooks: ownApi.webhooks, faults }
    })
    time.handle(timerKindsOf({ held, scenarios, transport }))
    this.scenarios = scenarios
    this.organizations = new Organizations({ world, settings, time, transport, log: recorder.log })

    // 4. The first writes are keys and interrupted deliveries. A reset returns to the state after them.
    if (!inherited) issueWorldKeys(world, settings, (organization) => this.organizations.ensure(organization))
    world.store.history.onCommit((committed, cause) => {
      const { deliveries, events } = fillOutbox(world, committed)
      transport.loopGuard.queued(deliveries)
      recorder.log.causes.note(events, cause)
    })
    this.apiKey = ownKey(world, settings)
    resumeInterrupted(world)
    this.snapshots = new Snapshots(world, { time, held, faults, recorder, changes, scenarios })

    // 5. The service comes last, with everything between it and its callers.
    const { traffic } = recorder
    const routes = allRoutes(registry)
    this.context = { world, routes, rateLimits, faults, held, traffic, changes, scenarios, onThrown }
    this.service = requestHandler(this.context)
    this.timed = (port) => timed(port, time, () => this.#isDisposed)
    this.timedService = timedHandler(this.service, this.timed)
    this.interceptor = this.purpose.isMutated ? interceptorOf?.(this) : undefined
  }

  #recorderOf(world: World, changes: ChangeFeed, inherited: Inherited | undefined): EventRecorder {
    const { traffic, test, world: content } = this.settings
    const recorder = new EventRecorder(world, changes, SERVICE_EVENTS, {
      limits: traffic,
      facts: inherited?.facts,
      source: () => this.purpose.facts,
      test,
      otherAssumptions: () => world.assumptions.changed(),
      isServed: () => this.hosting.isHttpOnly,
      requestEnded: (entry) => this.interceptor?.requestEnded(entry),
    })
    if (!inherited && isExported(content) && content.timeline) recorder.load(content.timeline)
    return recorder
  }

  /** The API of the simulator's own organisation. */
  get ownApi(): Organization {
    return this.organizations.api(FIRST_ORGANIZATION)
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

  get assumptions(): AssumptionsApi {
    this.#assumptions ??= assumptionsApi(this.world.assumptions)
    return this.#assumptions
  }

  get madeFor(): Purpose {
    return this.#madeFor
  }

  get purpose(): PurposeRules {
    return PURPOSES[this.#madeFor]
  }

  /** Sets the purpose afterwards, for tools that create a simulator as users do. Keeps the mutants. */
  dedicateTo(purpose: Purpose): void {
    this.#madeFor = purpose
  }

  /** The settings and state for a fork. If commits are audited, the books are known to be sound. */
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

  /** Names a member of the body that is perhaps misspelt; undefined if there is none. */
  misspeltBody(route: string, body: object): string | undefined {
    const pattern = readPattern(route)
    return pattern && misspeltBody(reachedBy(this.context.routes, pattern, true), body)
  }

  refill(key: string): void {
    refillBuckets(this.world, key)
  }

  /** The options that a copy of the simulator needs, as data. World files are returned as they are. */
  get madeWith(): Readonly<Record<string, unknown>> {
    return madeWith(this.settings)
  }

  /** Describes the waits that have not ended. 'stalled': only those since which time has not moved. */
  unfinished(which: 'all' | 'stalled'): string[] {
    const { held, time, recorder } = this
    const isAdvance = recorder.log.events.some((one) => one.kind === 'clock' && one.to === null)
    const why = time.obstacle === undefined ? ': is it awaited?' : `, because ${time.obstacle}`
    const moving = `${isAdvance ? 'an advance' : 'webhooks.flush()'} was still under way at ${this.clock.now}${why}`
    return [...held.texts(which), ...(time.isAdvancing ? [moving] : [])]
  }

  /** True unless books that were sound at the beginning are broken now. */
  keptBooksSound(): boolean {
    return areStillSound(this.world, this.snapshots.written)
  }

  /** Warns at the end of faults that hit nothing. Forks, sandboxes and scenarios may leave faults unchecked. */
  warnOfMissed(): void {
    const { fates } = this.faults
    const isLeft =
      this.#isFork || this.settings.host || this.#madeFor !== 'test' || this.scenarios.all.length > 0
    for (const { id, on, effect } of isLeft ? [] : fates.missedUnseen())
      warnOnce(
        withTest(
          `a simulator was disposed of; before, fault ${id} on ${on} hit nothing: ${JSON.stringify(effect)}. ` +
            'If that is meant, disarm it',
        ),
      )
    fates.markAllSeen()
  }

  dispose(): void {
    this.#isDisposed = true
    // For a fork, its original or the tool that made it reports receivers' errors. On a given host they are
    // not a test's, and nobody reads the warning.
    const { host } = this.time
    const thrown = this.#isFork || host.isGiven ? [] : this.targets.takeThrown()
    if (thrown.length > 0) host.warn(`a simulator was disposed of; before, ${thrown.map(toldOf).join('; ')}`)
    this.time.stop()
    this.held.endAll('the simulator was disposed of')
  }
}

/** The parts for tools, hosts and sandboxes. The others are for this folder only. */
export type SimulatorInternals = Pick<
  SimulatorParts,
  | 'changes'
  | 'dedicateTo'
  | 'dispose'
  | 'faults'
  | 'interceptor'
  | 'keptBooksSound'
  | 'madeFor'
  | 'madeWith'
  | 'misspeltBody'
  | 'observers'
  | 'purpose'
  | 'recorder'
  | 'redirect'
  | 'refill'
  | 'scenarios'
  | 'settings'
  | 'snapshots'
  | 'time'
  | 'timedService'
  | 'unfinished'
  | 'world'
>
