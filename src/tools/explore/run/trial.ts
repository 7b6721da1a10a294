import type { AssumptionOverrides, Simulator } from '../../../index'
import type { Stage } from '../experiment'
import { ArmedPlan } from '../plan/armed-plan'
import type { Plan } from '../plan/plan'
import type { Settings } from '../read-experiment'
import { Files } from './disk'
import { Edge } from './edge'
import type { Event } from './events'
import type { Life } from './life'
import { Lives, TrialError, textOf, type WorkEnd } from './lives'
import { Numbering } from './numbering'
import { Others } from './others'
import { Reception } from './reception'
import { VirtualHost } from './virtual-host'

const MINUTE = 60_000
/** How often the program is started again in one round. */
const LIVES_AT_MOST = 10
/** How often waiting deliveries are sent at the end. */
const PASSES = 3

type Group = Parameters<Simulator['admin']['subscriptions']['renew']>[0]

/** One plan played against the program, on a fork of the world and on virtual time. */
export class Trial {
  readonly simulator: Simulator
  readonly files = new Files()
  readonly events: Event[] = []
  readonly requests = new Numbering()
  readonly deliveries = new Numbering()
  readonly others: Others
  readonly plan: ArmedPlan
  readonly reports: unknown[] = []
  readonly ends: WorkEnd[] = []
  readonly runs: { readonly from: string; readonly to: string }[] = []
  /** For each operation, the tries of each request that a misfortune could hit. */
  exposed: Readonly<Record<string, readonly number[]>> | undefined
  readonly #settings: Settings
  readonly #host: VirtualHost
  readonly #edge: Edge
  readonly #lives: Lives
  readonly #unhandled: unknown[] = []
  readonly #lapsed = new Set<Group>()
  #skew = 0
  #key: string

  constructor(settings: Settings, plan: Plan, otherwise: AssumptionOverrides = {}) {
    this.#settings = settings
    const simulator = settings.world.fork({ wiring: 'own', assumptions: otherwise })
    this.simulator = simulator
    this.#key = simulator.apiKey
    this.#host = new VirtualHost(simulator, Object.keys(otherwise).length > 0)
    this.others = new Others(simulator)
    this.plan = new ArmedPlan(simulator, plan)
    const { events } = this
    const shared = {
      simulator,
      plan: this.plan,
      events,
      latency: Math.ceil(settings.latency / 2),
      kill: (life: Life, minutes: number) => this.#lives.kill(life, minutes),
      skewBy: (milliseconds: number) => {
        this.#skew += milliseconds
      },
    }
    this.#edge = new Edge({
      ...shared,
      numbering: this.requests,
      others: this.others,
      rotateKey: () => {
        this.#key = simulator.admin.keys.issue().key
      },
      lapsed: (group) => this.#lapsed.add(group as Group),
      countRequest: () => this.#host.countRequest(),
    })
    const reception = new Reception({
      ...shared,
      numbering: this.deliveries,
      current: () => {
        const { life, program } = this.#lives.current ?? {}
        const receive = program?.receive
        return life && { life, ...(receive && { receive: (request) => receive.call(program, request) }) }
      },
    })
    this.#lives = new Lives({
      simulator,
      settings,
      host: this.#host,
      files: this.files,
      events,
      skew: () => this.#skew,
      apiKey: () => this.#key,
      portOf: this.#edge.portOf,
      receive: reception.receive,
    })
  }

  /** Where requests of the program go that it sends by itself, such as by global `fetch`. */
  portOf(life: Life): Stage['fetch'] {
    return this.#edge.portOf(life)
  }

  /** An error that nobody handled ends a process. */
  readonly unhandled = (error: unknown): void => {
    this.#unhandled.push(error)
    const { current } = this.#lives
    if (current) this.#lives.kill(current.life, 1)
  }

  /** Plays all rounds. Returns complaints about the program itself. */
  async play(): Promise<string[]> {
    try {
      const complaint = await this.#rounds()
      return complaint === undefined ? this.#faulty() : [...this.#faulty(), complaint]
    } catch (error) {
      if (error instanceof TrialError) return [...this.#faulty(), error.message]
      throw error
    }
  }

  dispose(): void {
    this.#lives.current?.life.kill()
    this.#host.stop()
    this.simulator[Symbol.dispose]()
  }

  async #rounds(): Promise<string | undefined> {
    const start = this.#lives.now
    const { program } = await this.#lives.revive()
    const rounds = this.#settings.rounds ?? (program.run ? 3 : 2)
    for (let round = 0; round < rounds; round += 1) {
      await this.#lives.until(start + round * this.#settings.every)
      const isCalm = round > 0 && round === rounds - 1
      if (isCalm) await this.#calmDown()
      const end = await this.#round()
      this.ends.push(end)
      if (end.kind === 'hung') return `round ${round + 1} does not come to an end: ${end.why}`
      if (isCalm && end.kind === 'threw') return `the last round, which is calm, threw ${textOf(end.error)}`
      if (isCalm && end.kind === 'killed') return 'the program died in the last round, which is calm'
    }
    await this.#deliver()
    // What the program does in the background comes to its end.
    await this.#lives.until(this.#lives.now + 10 * MINUTE)
    return undefined
  }

  #faulty(): string[] {
    return this.#unhandled.map(
      (error) => `nobody handled the error ${textOf(error)}; such an error ends a Node process`,
    )
  }

  async #round(): Promise<WorkEnd> {
    for (let lives = 1; ; lives += 1) {
      const { life, program } = await this.#lives.revive()
      const from = this.simulator.clock.now
      const end = await this.#lives.do(life, () => (program.run ? program.run() : this.#deliveriesAreOver()))
      this.runs.push({ from, to: this.simulator.clock.now })
      this.#note(end)
      if (end.kind === 'done') this.reports.push(end.report)
      if (end.kind !== 'killed' || lives === LIVES_AT_MOST) return end
    }
  }

  #note(end: WorkEnd): void {
    const text = { done: '', killed: '', threw: 'gave up', hung: 'does not come to an end' }[end.kind]
    if (text === '') return
    const why = end.kind === 'threw' ? `: ${textOf(end.error)}` : ''
    this.events.push({ kind: 'program', at: this.#lives.now, text: text + why })
  }

  /** The round of a program that only receives. */
  async #deliveriesAreOver(): Promise<void> {
    const { clock, webhooks } = this.simulator
    const end = this.#lives.now + this.#settings.every / 2
    while (webhooks.queue.length > 0 && this.#lives.now < end) await clock.sleep(MINUTE)
  }

  /** From here on nothing happens to the program. */
  async #calmDown(): Promise<void> {
    this.plan.end()
    this.exposed = this.requests.tries
    this.#skew = 0
    const { faults, admin } = this.simulator
    faults.clear()
    admin.maintenance.stop()
    for (const group of this.#lapsed) admin.subscriptions.renew(group)
    await this.#lives.revive()
    await this.#deliver()
  }

  /** Sends what waits, also what would be tried much later. */
  async #deliver(): Promise<void> {
    const { webhooks } = this.simulator
    for (let pass = 1; pass <= PASSES && webhooks.queue.length > 0; pass += 1) {
      for (const { id } of webhooks.queue) {
        if (!webhooks.queue.some((waiting) => waiting.id === id)) continue
        await webhooks.deliver(id)
      }
      await this.#lives.until(this.#lives.now + MINUTE)
    }
  }
}
