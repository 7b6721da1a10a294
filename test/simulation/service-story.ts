/** A service that anything may happen to: every record type over the wire, with retries, faults, forks and files between. */

import { createSimulator, type RecordSet, type Simulator, type SimulatorOptions } from 'accounting-simulator'
import { type Chance, chanceOf } from '../support/chance'
import { type Answer, clientOf, type Json } from '../support/client'
import { exampleBody } from '../support/example-body'
import type { Ground } from '../support/ground'
import { everything } from '../support/subject'

export const RECEIVER = 'https://receiver.example/hooks'
const HOOKS = '/public/v2/webhooks/'

/** The body of a delivery, as far as the story needs it. */
interface Delivered {
  readonly event_id: string
}

/** The event of a new record, which the receiver has to get. */
interface Announced {
  readonly id: string
  readonly of: string
}

/** What a story goes back to with the world. */
interface Mark {
  readonly world: ReturnType<Simulator['snapshot']>
  readonly accepted: ReadonlyMap<string, number>
  readonly created: readonly Announced[]
}

/** The rows of a world as a storage keeps them that follows the journal. */
class RowsSeen {
  readonly #journal: ReturnType<Simulator['journal']>
  readonly #texts = new Map<string, string>()

  constructor(simulator: Simulator) {
    this.#journal = simulator.journal()
  }

  /** Each row that holds something else than at the last call, but those of limits, kept replies and faults. */
  take(): string[] {
    return this.#journal.take().flatMap(({ scope, table, key, row }) => {
      if (UNWATCHED.includes(table)) return []
      const place = `${scope} ${table} ${key}`
      const text = JSON.stringify(row)
      if ((this.#texts.get(place) ?? 'null') === text) return []
      this.#texts.set(place, text)
      return [`${place}: ${text}`]
    })
  }
}
const UNWATCHED = ['buckets', 'replies', 'faults']

export class ServiceStory implements Ground {
  readonly subject = everything
  /** Draws of the step under way; each step has its own, so that steps may be left out. */
  chance: Chance
  simulator: Simulator
  rows: RowsSeen
  /** How often the receiver took each event. */
  accepted = new Map<string, number>()
  /** Events that the receiver has to get, each once. */
  created: Announced[] = []
  readonly marks: Mark[] = []
  readonly counts = new Map<string, number>()
  /** What happened, a line each. */
  readonly told: string[] = []
  readonly #hasLimits: boolean

  constructor(readonly seed: number) {
    this.chance = chanceOf(seed)
    this.#hasLimits = this.chance.below(3) === 0
    // The whole books are checked after every step: where commits are audited, both audits must agree.
    const audit = seed % 2 === 0
    const options: SimulatorOptions = { seed, audit, ...(!this.#hasLimits && { rateLimits: false }) }
    this.simulator = createSimulator(options)
    this.rows = new RowsSeen(this.simulator)
    this.#connect()
  }

  /** Registers the receiver for every topic there is. */
  async open(): Promise<void> {
    const topics = await this.ask('GET', `${HOOKS}topics/`)
    const names = (topics.body as unknown as { name: string }[]).map(({ name }) => name)
    await this.ask('POST', HOOKS, { url: RECEIVER, topics: names })
  }

  /** Draws of step number `step`. */
  begin(step: number): void {
    this.chance = chanceOf(Math.imul(this.seed, 0x9e3779b1) ^ Math.imul(step, 0x85ebca6b))
  }

  note(what: string, detail = ''): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
    this.told.push(`${what} ${detail}`.trim())
  }

  get send() {
    return clientOf(this.simulator)
  }

  /** One request; where limits count, time passes until they allow it. */
  async ask(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    for (;;) {
      const answer = await this.send(method, path, body, headers)
      if (answer.status !== 429 || !answer.headers.has('Retry-After')) return answer
      await this.simulator.clock.advance({ seconds: Number(answer.headers.get('Retry-After')) })
    }
  }

  /** Until the limits allow some requests again. */
  async rest(): Promise<void> {
    if (this.#hasLimits) await this.simulator.clock.advance({ minutes: 1 })
  }

  body: Ground['body'] = (definition, options) => exampleBody(this, definition, options)
  make: Ground['make'] = (definition, options) =>
    this.records(definition).create(this.body(definition, options))
  records: Ground['records'] = ({ name }) =>
    (this.simulator.records as unknown as Record<string, RecordSet<unknown, Json>>)[name] as RecordSet<
      unknown,
      Json
    >
  idOf: Ground['idOf'] = (definition, record) => record[definition.identifier] as number

  mark(): void {
    this.marks.push({
      world: this.simulator.snapshot(),
      accepted: new Map(this.accepted),
      created: [...this.created],
    })
  }

  goBack(to: number): void {
    const mark = this.marks[to]
    if (!mark) return
    this.simulator.restore(mark.world)
    this.accepted = new Map(mark.accepted)
    this.created = [...mark.created]
    this.marks.length = to + 1
  }

  /** The story goes on in another simulator that has the same world. */
  enter(simulator: Simulator): void {
    this.simulator = simulator
    this.rows = new RowsSeen(simulator)
    this.marks.length = 0
    this.#connect()
  }

  /** Time passes until everything is delivered: each record that was made has been told of once. */
  async conclude(): Promise<void> {
    await this.simulator.clock.advance({ days: 4 })
    const wrong = this.created.find(({ id }) => this.accepted.get(id) !== 1)
    if (wrong) throw new Error(`${wrong.of} was told ${this.accepted.get(wrong.id) ?? 0} times`)
  }

  #connect(): void {
    connectReceiver(this.simulator, (id) => this.accepted.set(id, (this.accepted.get(id) ?? 0) + 1))
  }
}

/** A receiver that refuses one attempt of four; which one follows from the delivery alone, so that twins meet the same. */
export function connectReceiver(simulator: Simulator, accept: (id: string) => void = () => {}): void {
  simulator.webhooks.connect(RECEIVER, async (request: Request) => {
    const { event_id: id } = (await request.json()) as Delivered
    const at = Number(request.headers.get('Service-Webhook-Request-Timestamp'))
    if (chanceOf(at ^ Number.parseInt(id.slice(0, 8), 16)).below(4) === 0)
      return new Response('not now', { status: 503 })
    accept(id)
    return new Response('thanks')
  })
}
