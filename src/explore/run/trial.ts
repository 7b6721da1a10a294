import type { AssumptionOverrides, Simulator } from '../../index'
import { OptionError } from '../../option-error'
import type { Program, Stage } from '../experiment'
import { ArmedPlan } from '../plan/armed-plan'
import type { Plan } from '../plan/plan'
import type { Settings } from '../read-experiment'
import { Files } from './disk'
import { Edge } from './edge'
import type { Event } from './events'
import { Life } from './life'
import { Numbering } from './numbering'
import { Others } from './others'
import { Reception } from './reception'
import { VirtualHost } from './virtual-host'

const MINUTE = 60_000
/** How often the program is started again in one round. */
const LIVES_AT_MOST = 10
/** How often waiting deliveries are sent at the end. */
const PASSES = 3

/** How one call of `run` ended. */
export type RunEnd =
  | { readonly kind: 'done'; readonly report: unknown }
  | { readonly kind: 'threw'; readonly error: unknown }
  | { readonly kind: 'killed' }
  | { readonly kind: 'hung'; readonly why: string }

type Group = Parameters<Simulator['admin']['subscriptions']['renew']>[0]

interface Living {
  readonly life: Life
  readonly program: Program<unknown>
}

/** Something about the program that ends a trial. */
class TrialError extends Error {}

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
  readonly ends: RunEnd[] = []
  readonly runs: { readonly from: string; readonly to: string }[] = []
  readonly #settings: Settings
  readonly #host: VirtualHost
  readonly #edge: Edge
  readonly #reception: Reception
  readonly #unhandled: unknown[] = []
  readonly #lapsed = new Set<Group>()
  #skew = 0
  #key: string
  #living: Living | undefined
  #downUntil = 0
  #start = 0

  constructor(settings: Settings, plan: Plan, otherwise: AssumptionOverrides = {}) {
    this.#settings = settings
    const simulator = settings.world.fork({ wiring: 'own', assumptions: otherwise })
    this.simulator = simulator
    this.#key = simulator.apiKey
    this.#host = new VirtualHost(simulator)
    this.others = new Others(simulator)
    this.plan = new ArmedPlan(simulator, plan)
    const shared = {
      simulator,
      plan: this.plan,
      events: this.events,
      latency: Math.ceil(settings.latency / 2),
      kill: (life: Life, minutes: number) => this.#kill(life, minutes),
    }
    this.#edge = new Edge({
      ...shared,
      numbering: this.requests,
      others: this.others,
      skewBy: (milliseconds) => {
        this.#skew += milliseconds
      },
      rotateKey: () => {
        this.#key = simulator.admin.keys.issue().key
      },
      lapsed: (group) => this.#lapsed.add(group as Group),
      countRequest: () => this.#host.countRequest(),
    })
    this.#reception = new Reception({
      ...shared,
      numbering: this.deliveries,
      current: () => {
        const { life, program } = this.#living ?? {}
        const receive = program?.receive
        return life && { life, ...(receive && { receive: (request) => receive.call(program, request) }) }
      },
    })
  }

  /** Where requests of the program go that it sends by itself, such as by global `fetch`. */
  portOf(life: Life): Stage['fetch'] {
    return this.#edge.portOf(life)
  }

  /** An error that nobody handled ends a process. */
  readonly unhandled = (error: unknown): void => {
    this.#unhandled.push(error)
    if (this.#living) this.#kill(this.#living.life, 1)
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

  async #rounds(): Promise<string | undefined> {
    const { every } = this.#settings
    this.#start = this.#now
    await this.#revive()
    const rounds = this.#settings.rounds ?? (this.#living?.program.run ? 3 : 2)
    for (let round = 0; round < rounds; round += 1) {
      await this.#until(this.#start + round * every)
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
    await this.#until(this.#now + 10 * MINUTE)
    return undefined
  }

  dispose(): void {
    this.#living?.life.kill()
    this.#host.stop()
    this.simulator[Symbol.dispose]()
  }

  get #now(): number {
    return this.simulator.clock.instant.now
  }

  #faulty(): string[] {
    return this.#unhandled.map((error) => `nobody handled the error ${textOf(error)}: it ends a process`)
  }

  async #startUp(): Promise<void> {
    const { simulator } = this
    const life: Life = new Life({
      timers: simulator.clock.timers,
      io: this.#host.io,
      instant: () => simulator.clock.instant,
      skew: () => this.#skew,
      noteTimer: (call) => this.#host.noteTimer(call),
    })
    const stage: Stage = {
      baseUrl: simulator.baseUrl,
      apiKey: () => this.#key,
      disk: this.files.openTo(() => life.isAlive),
      fetch: (input, init) => this.#edge.portOf(life)(this.#within(input), init),
      sleep: (milliseconds) => life.sleep(milliseconds),
      now: () => life.clock.instant.now,
    }
    const end = await this.#do(life, () => this.#settings.start(stage))
    if (end.kind === 'killed') return this.#goDown(1)
    if (end.kind === 'hung') throw new TrialError(`start does not come to an end: ${end.why}`)
    if (end.kind === 'threw') throw new TrialError(`start threw ${textOf(end.error)}`)
    const program = end.report as Program<unknown>
    if (!(program?.run ?? program?.receive))
      throw new TypeError('start must return a program: { run, receive? } or { receive }')
    this.#living = { life, program }
    if (program.receive) this.#listen(program)
  }

  /** The injected `fetch` reaches the service only. */
  #within(input: Request | URL | string): Request | URL | string {
    const { baseUrl } = this.simulator
    const url = new URL(input instanceof Request ? input.url : input, baseUrl)
    if (url.origin === new URL(baseUrl).origin) return input
    throw new OptionError('fetch', `the injected fetch reaches ${baseUrl} only, not ${url}`)
  }

  /** Connects the receiver. */
  #listen({ run }: Program<unknown>): void {
    const { webhookUrl } = this.#settings
    const { webhooks } = this.simulator
    if (!run) webhooks.release()
    const urls = webhookUrl === undefined ? webhooks.queue.map(({ url }) => url) : [webhookUrl]
    for (const url of urls) webhooks.connect(url, this.#reception.receive)
  }

  #kill(life: Life, downMinutes: number): void {
    if (!life.isAlive) return
    life.kill()
    if (this.#living?.life !== life) return
    this.#goDown(downMinutes)
  }

  #goDown(minutes: number): void {
    this.#living = undefined
    this.#downUntil = this.#now + minutes * MINUTE
    this.events.push({ kind: 'program', at: this.#now, text: 'was killed' })
  }

  /** Starts the program again if it was killed. */
  async #revive(): Promise<Living> {
    while (!this.#living) {
      if (this.#downUntil > 0) {
        await this.#sleep(this.#downUntil - this.#now)
        this.events.push({ kind: 'program', at: this.#now, text: 'was started again' })
      }
      await this.#startUp()
    }
    return this.#living
  }

  /** Lets time pass. A program that dies meanwhile is started again. */
  async #until(instant: number): Promise<void> {
    while (this.#now < instant) {
      const { life } = await this.#revive()
      const passed = this.#sleep(instant - this.#now)
      const endless = this.#host.watch().then((why): never => {
        throw new TrialError(`between two rounds ${why}`)
      })
      await Promise.race([passed, life.death, endless])
    }
  }

  async #round(): Promise<RunEnd> {
    for (let lives = 1; ; lives += 1) {
      const { life, program } = await this.#revive()
      const from = this.simulator.clock.now
      const end = await this.#run(life, program)
      this.runs.push({ from, to: this.simulator.clock.now })
      this.#note(end)
      if (end.kind === 'done') this.reports.push(end.report)
      if (end.kind !== 'killed' || lives === LIVES_AT_MOST) return end
    }
  }

  #note(end: RunEnd): void {
    const text = { done: '', killed: '', threw: 'gave up', hung: 'does not come to an end' }[end.kind]
    if (text === '') return
    const why = end.kind === 'threw' ? `: ${textOf(end.error)}` : ''
    this.events.push({ kind: 'program', at: this.#now, text: text + why })
  }

  #run(life: Life, program: Program<unknown>): Promise<RunEnd> {
    return this.#do(life, () => (program.run ? program.run() : this.#deliveriesAreOver()))
  }

  /** Lets the program do something, until it has an end. */
  #do(life: Life, work: () => unknown): Promise<RunEnd> {
    const hung = this.#host.watch().then((why): RunEnd => ({ kind: 'hung', why }))
    const killed = life.death.then((): RunEnd => ({ kind: 'killed' }))
    const end = life
      .run(async () => work())
      .then(
        (report): RunEnd => ({ kind: 'done', report }),
        (error: unknown): RunEnd => ({ kind: 'threw', error }),
      )
    return Promise.race([end, killed, hung])
  }

  /** The round of a program that only receives. */
  async #deliveriesAreOver(): Promise<void> {
    const end = this.#now + this.#settings.every / 2
    while (this.simulator.webhooks.queue.length > 0 && this.#now < end) await this.#sleep(MINUTE)
  }

  /** From here on nothing happens to the program. */
  async #calmDown(): Promise<void> {
    this.plan.end()
    this.#skew = 0
    const { faults, admin } = this.simulator
    faults.clear()
    admin.maintenance.stop()
    for (const group of this.#lapsed) admin.subscriptions.renew(group)
    await this.#revive()
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
      await this.#until(this.#now + MINUTE)
    }
  }

  #sleep(milliseconds: number): Promise<void> {
    return this.simulator.clock.sleep(Math.max(0, milliseconds))
  }
}

export const textOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error)
