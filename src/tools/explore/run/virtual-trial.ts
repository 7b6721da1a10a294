import type { OptionError } from '../../../errors/option-error'
import type { AssumptionOverrides } from '../../../index'
import { runNamed } from '../../../virtual-time/time-scope'
import type { Stage } from '../experiment'
import type { Plan } from '../plan/plan'
import type { ExperimentSettings } from '../read-experiment'
import { DeliveryNetwork } from './delivery-network'
import { Files } from './disk'
import { IN_RUN, type Life } from './life'
import {
  namedErrorText,
  ProcessSupervisor,
  type RunningProgram,
  TrialError,
  type WorkEnd,
} from './process-supervisor'
import { RequestCounter } from './request-counter'
import type { AnsweredRequest, ProgramLife } from './simulated-network'
import { Trial } from './trial'
import { VirtualHost } from './virtual-host'

const MINUTE = 60_000
/** The number of times that the program is started again in one round. */
const LIVES_AT_MOST = 10
/** The number of times that waiting deliveries are sent at the end. */
const PASSES = 3

/** A plan played in this process, on virtual time. */
export class VirtualTrial extends Trial {
  readonly files = new Files()
  readonly deliveries = new RequestCounter()
  readonly reports: unknown[] = []
  readonly ends: WorkEnd[] = []
  readonly runs: { readonly from: string; readonly to: string }[] = []
  readonly #settings: ExperimentSettings
  readonly #host: VirtualHost
  readonly #deliveries: DeliveryNetwork
  readonly #supervisor: ProcessSupervisor
  readonly #unhandled: unknown[] = []
  #skew = 0
  #isRunning = false
  /** Runs beside the first one. */
  readonly #secondRuns: Promise<void>[] = []
  readonly #disabled = new Set<string>()
  #mistake: OptionError | undefined

  constructor(settings: ExperimentSettings, plan: Plan, otherwise: AssumptionOverrides = {}) {
    super({
      world: settings.world,
      plan,
      otherwise,
      oneWay: Math.ceil(settings.latency / 2),
      isBrief: false,
    })
    const { simulator, files, events } = this
    this.#settings = settings
    this.#host = new VirtualHost(simulator, Object.keys(otherwise).length > 0)
    this.#deliveries = new DeliveryNetwork(this)
    this.#supervisor = new ProcessSupervisor({
      simulator,
      settings,
      host: this.#host,
      files,
      events,
      skew: () => this.#skew,
      apiKey: () => this.key,
      portOf: this.network.portOf,
      atWriteOf: (life) => (name, write) => this.write(life, name, write),
      receive: this.#deliveries.receive,
    })
  }

  kill(life: ProgramLife, downMinutes = 0): void {
    this.#supervisor.kill(life, downMinutes)
  }

  skewBy(milliseconds: number): void {
    this.#skew += milliseconds
  }

  /** A mistake in the experiment is not judged. */
  refuse(mistake: OptionError): void {
    this.#mistake ??= mistake
  }

  double(what: 'run' | 'instance'): void {
    const from = this.simulator.clock.now
    const secondRun = what === 'run' ? this.#supervisor.runTwice() : this.#supervisor.startSecondInstance()
    this.#secondRuns.push(
      secondRun.then((end) => {
        this.runs.push({ from, to: this.simulator.clock.now })
        this.#note(end)
        if (end.kind === 'done' && end.report !== undefined) this.reports.push(end.report)
      }),
    )
  }

  countRequest(): void {
    this.#host.countRequest()
  }

  noteAnswered(request: AnsweredRequest): void {
    // Most plans have none, and reading each body takes time.
    if (this.#isRunning && this.plan.hasOneBesideRun) this.#deliveries.meetRun(request)
  }

  get current(): RunningProgram | undefined {
    return this.#supervisor.current
  }

  /** The function that answers requests which the program sends by itself, such as by global `fetch`. */
  portOf(life: Life): Stage['fetch'] {
    return this.network.portOf(life)
  }

  /** An error that nobody handled ends a process. */
  readonly unhandled = (error: unknown): void => {
    this.#unhandled.push(error)
    const { current } = this.#supervisor
    if (current) this.#supervisor.kill(current.life, 1)
  }

  /** Plays all rounds. Returns complaints about the program itself. @throws OptionError for the experiment */
  async play(): Promise<string[]> {
    try {
      const complaint = await this.#rounds()
      if (this.#mistake) throw this.#mistake
      return complaint === undefined ? this.#faulty() : [...this.#faulty(), complaint]
    } catch (error) {
      if (error instanceof TrialError) return [...this.#faulty(), error.message]
      throw error
    }
  }

  dispose(): void {
    this.#supervisor.current?.life.kill()
    this.#host.stop()
    this.simulator[Symbol.dispose]()
  }

  async #rounds(): Promise<string | undefined> {
    const start = this.#supervisor.now
    const { program } = await this.#supervisor.restarted()
    const rounds = this.#settings.rounds ?? (program.run ? 3 : 2)
    for (let round = 0; round < rounds; round += 1) {
      await this.#supervisor.until(start + round * this.#settings.every)
      const isRecovery = round > 0 && round === rounds - 1
      this.rounds.push(this.#supervisor.now)
      if (isRecovery) {
        await this.#supervisor.until(this.#deliveries.downUntil)
        this.#noteDisabled()
        this.recover()
        await this.#supervisor.restarted()
        await this.#deliver()
      }
      const end = await this.#round()
      this.ends.push(end)
      if (end.kind === 'hung') return `round ${round + 1} does not come to an end: ${end.why}`
      if (isRecovery && end.kind === 'threw' && !this.#isRefusedWhatIsGone())
        return `the last round, which is calm, threw ${namedErrorText(end.error)}`
      if (isRecovery && end.kind === 'killed') return 'the program died in the last round, which is calm'
    }
    await this.#deliver()
    this.#noteDisabled()
    // Work that the program does in the background comes to its end.
    await this.#supervisor.until(this.#supervisor.now + 10 * MINUTE)
    return undefined
  }

  /** Somebody else removed what the calm round asks for: it may fail loudly then, also at later requests beside it. */
  #isRefusedWhatIsGone(): boolean {
    return this.events
      .slice(this.calmAt)
      .some(
        (event) =>
          event.kind === 'request' &&
          (event.status ?? 0) >= 400 &&
          this.others.hasRemoved(new URL(event.path, this.simulator.baseUrl).href),
      )
  }

  #faulty(): string[] {
    return this.#unhandled.map(
      (error) => `nobody handled the error ${namedErrorText(error)}; such an error ends a Node process`,
    )
  }

  async #round(): Promise<WorkEnd> {
    for (let lives = 1; ; lives += 1) {
      const { life, program } = await this.#supervisor.restarted()
      const from = this.simulator.clock.now
      this.#isRunning = program.run !== undefined
      const run: Trial['lastRun'] = {}
      this.lastRun = run
      const end = await this.#supervisor.do(life, () =>
        program.run ? runNamed(IN_RUN, () => program.run?.()) : this.#deliveriesAreOver(),
      )
      run.endedAt = this.#supervisor.now
      this.#isRunning = false
      const secondRuns = this.#secondRuns.splice(0)
      const rest =
        secondRuns.length > 0 ? await this.#supervisor.do(life, () => Promise.all(secondRuns)) : end
      if (rest.kind === 'hung') return rest
      this.runs.push({ from, to: this.simulator.clock.now })
      this.#note(end)
      if (end.kind === 'done') this.reports.push(end.report)
      if (end.kind !== 'killed' || lives === LIVES_AT_MOST) return end
    }
  }

  #note(end: WorkEnd): void {
    const at = this.#supervisor.now
    if (end.kind === 'threw')
      this.events.push({ kind: 'program', at, did: 'gave up', why: namedErrorText(end.error) })
    if (end.kind === 'hung') this.events.push({ kind: 'program', at, did: 'hangs' })
  }

  /** Tells of the webhooks that the service has disabled (§14.4). */
  #noteDisabled(): void {
    for (const { disabled_at, url } of this.simulator.webhooks.registered)
      if (disabled_at !== null && !this.#disabled.has(disabled_at)) {
        this.#disabled.add(disabled_at)
        const why = `the webhook to ${url} was disabled after days of failures (§14.4)`
        this.events.push({ kind: 'program', at: Date.parse(disabled_at), did: 'heard nothing more', why })
      }
  }

  /** The round of a program that only receives. */
  async #deliveriesAreOver(): Promise<void> {
    const { clock, webhooks } = this.simulator
    const end = this.#supervisor.now + this.#settings.every / 2
    while (webhooks.queue.length > 0 && this.#supervisor.now < end) await clock.sleep(MINUTE)
  }

  protected override recover(): void {
    super.recover()
    this.#skew = 0
    this.#deliveries.recover()
    this.#supervisor.current?.life.wake()
  }

  /** Sends what waits, also what would be tried much later. */
  async #deliver(): Promise<void> {
    const { webhooks } = this.simulator
    for (let pass = 1; pass <= PASSES && webhooks.queue.length > 0; pass += 1) {
      for (const { id } of webhooks.queue) {
        if (!webhooks.queue.some((waiting) => waiting.id === id)) continue
        await webhooks.deliver(id)
      }
      await this.#supervisor.until(this.#supervisor.now + MINUTE)
    }
  }
}
