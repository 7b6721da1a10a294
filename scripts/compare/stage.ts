import type {
  ExportedWorld,
  OpenapiDocument,
  RecordSet,
  Simulator,
  SimulatorOptions,
} from 'accounting-simulator'
import { type Chance, chanceOf } from '../../test/support/chance'
import type { Json, Send } from '../../test/support/client'
import { exampleBody } from '../../test/support/example-body'
import type { Ground } from '../../test/support/ground'
import { everything } from '../../test/support/subject'
import type { Differences } from './differences'
import { Pairing } from './pair'

/** The parts of a build that the story uses. */
export interface Build {
  createSimulator(options?: SimulatorOptions): Simulator
}

export interface Answer {
  /** 0 where no response came. */
  readonly status: number
  readonly text: string
  readonly json: Json
  readonly headers: Headers
}

export interface Asked {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly key?: string | null
}

/** Milliseconds that are enough for any answer that does not wait for the clock. */
const PATIENCE = 300
const NO_ANSWER: Answer = { status: 0, text: '', json: {}, headers: new Headers() }

/** Plays one story on two builds at once. */
export class Stage {
  readonly chance: Chance
  readonly differences: Differences
  readonly seed: number
  readonly #builds: { readonly old: Build; readonly now: Build }
  readonly #pairing: Pairing

  constructor(builds: { readonly old: Build; readonly now: Build }, seed: number, differences: Differences) {
    this.#builds = builds
    this.seed = seed
    this.chance = chanceOf(seed)
    this.differences = differences
    this.#pairing = new Pairing(differences)
  }

  open(options: SimulatorOptions = {}): Simulator {
    return this.#pairing.both('createSimulator', (side) =>
      this.#builds[side].createSimulator({ seed: this.seed, rateLimits: false, ...options }),
    )
  }

  /** Whether the older build takes these assumptions, too. */
  isInBoth(assumptions: SimulatorOptions['assumptions']): boolean {
    try {
      this.#builds.old.createSimulator({ assumptions: assumptions ?? {} })
      return true
    } catch {
      return false
    }
  }

  /** A world with example records of any type. */
  ground(options: SimulatorOptions = {}): Ground {
    const simulator = this.open(options)
    const ground: Ground = {
      subject: { ...everything, open: (more) => this.open(more) },
      simulator,
      send: () => Promise.reject(new Error('stories are sent with ask')),
      body: (definition, bodyOptions) => exampleBody(ground, definition, bodyOptions),
      make: (definition, bodyOptions) =>
        ground.records(definition).create(exampleBody(ground, definition, bodyOptions)),
      records: ({ name }) =>
        (simulator.records as unknown as Record<string, RecordSet<unknown, Json>>)[name] as RecordSet<
          unknown,
          Json
        >,
      idOf: (definition, record) => record[definition.identifier] as number,
    }
    return ground
  }

  /** One request to both, with texts, forms and bytes sent as they are and anything else as JSON. */
  async ask(simulator: Simulator, method: string, path: string, asked: Asked = {}): Promise<Answer> {
    const { body, headers = {}, key = simulator.apiKey } = asked
    const isForm = body instanceof FormData
    const isRaw = isForm || typeof body === 'string' || body instanceof Uint8Array
    const request = new Request(`${simulator.baseUrl}${path}`, {
      method,
      headers: {
        ...(key !== null && { 'X-API-KEY': key }),
        ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isRaw ? (body as BodyInit) : JSON.stringify(body) }),
    })
    this.differences.requests += 1
    this.differences.request = { route: routeOf(method, path), about: `${method} ${path} ${shownBody(body)}` }
    const { statuses } = this.differences
    const count = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1)
    try {
      const response = await simulator.fetch(request)
      count(response.status)
      const text = await response.text()
      return { status: response.status, text, json: parsed(text), headers: response.headers }
    } catch {
      count(0)
      return NO_ANSWER
    }
  }

  /** Waits for an answer, but not for one that waits for the clock itself. */
  async soon(answer: Promise<Answer>): Promise<void> {
    const enough = new Promise((resolve) => setTimeout(resolve, PATIENCE))
    await Promise.race([answer, enough])
  }

  /** A call that may be refused; what both make of it is compared all the same. */
  try<T>(call: () => T): T | undefined {
    try {
      return call()
    } catch {
      return undefined
    }
  }

  async tryAsync(call: () => Promise<unknown>): Promise<void> {
    await call().catch(() => undefined)
  }

  /** A client for stories that tests tell, too. */
  sendTo(simulator: Simulator): Send {
    return async (method, path, body, headers = {}) => {
      const { status, text, json, headers: own } = await this.ask(simulator, method, path, { body, headers })
      return {
        status,
        headers: own,
        text,
        body: json,
        errors: (json.errors ?? {}) as Record<string, string[]>,
      }
    }
  }

  /** All that a world shows without HTTP, and the same of the world that its export opens. */
  async conclude(simulator: Simulator): Promise<void> {
    this.#read(simulator)
    const files = this.#exported(simulator)
    if (!files) return
    const again = this.#pairing.both('createSimulator', (side) =>
      this.#builds[side].createSimulator({ rateLimits: false, world: files[side] }),
    )
    await again.clock.advance('40 days')
    this.#read(again)
  }

  /** The OpenAPI document, a path and a schema at a time; its sentences are words. */
  readDocument(simulator: Simulator): void {
    const sides = this.#pairing.sidesOf(simulator)
    const [old, now] = [partsOf(sides.old.openapi()), partsOf(sides.now.openapi())]
    for (const part of new Set([...old.keys(), ...now.keys()])) {
      const [before, after] = [old.get(part), now.get(part)]
      const compare = (kind: string, shape: (value: unknown) => string) =>
        this.differences.compare(`openapi ${part}`, kind, shape(before), shape(after))
      if (compare('value', withoutSentences)) compare('words', inOrder)
    }
  }

  #read(simulator: Simulator): void {
    const { books, webhooks, clock, records } = simulator
    books.toJournal()
    books.trialBalance()
    books.entries()
    this.try(() => books.check())
    for (const { name } of everything.definitions) {
      const set = records[name as 'invoices']
      const pages = Math.min(5, Math.ceil(set.count({}) / 100))
      for (let page = 0; page < pages; page += 1) set.list({ limit: 100, offset: page * 100 })
    }
    void [webhooks.queue, webhooks.attempts, clock.now]
    clock.pending()
    const answers = (one: Simulator): string =>
      [...one.traffic]
        .map(({ at, request, response }) => `${at} ${request.url} ${response?.status}`)
        .join('\n')
    const { old, now } = this.#pairing.sidesOf(simulator)
    this.differences.compare('traffic', 'value', answers(old), answers(now))
  }

  /** The files of both sides. Those of one format are compared table by table; another format may hold anything. */
  #exported(simulator: Simulator): { old: ExportedWorld; now: ExportedWorld } | undefined {
    const sides = this.#pairing.sidesOf(simulator)
    const [old, now] = [this.try(() => sides.old.export()), this.try(() => sides.now.export())]
    this.differences.compare('export', 'outcome', old ? 'a file' : 'refused', now ? 'a file' : 'refused')
    if (!old || !now) return undefined
    if (old.format !== now.format) return { old, now }
    const scopes = new Set([...Object.keys(old.tables), ...Object.keys(now.tables)])
    for (const scope of scopes) {
      const [before, after] = [old.tables[scope] ?? {}, now.tables[scope] ?? {}]
      for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
        this.differences.compare(
          `export ${name}`,
          'rows',
          JSON.stringify(before[name]) ?? 'no such table',
          JSON.stringify(after[name]) ?? 'no such table',
          `export, ${name} of ${scope || 'all organisations'}`,
        )
    }
    return { old, now }
  }
}

/** Each path, each component and each other member of a document, by its name. */
function partsOf(document: OpenapiDocument): Map<string, unknown> {
  const { paths, components, ...rest } = document as unknown as Json
  const groups = Object.entries((components ?? {}) as Json).map(
    ([kind, group]) => [`${kind} `, group] as const,
  )
  return new Map(
    [['', rest], ['', paths ?? {}], ...groups].flatMap(([kind, group]) =>
      Object.entries(group as Json).map(([name, part]) => [`${kind}${name}`, part] as const),
    ),
  )
}

const inOrder = (part: unknown): string => JSON.stringify(part) ?? 'none'

/** The same without what only people read. A member of that name is an object, and stays. */
const withoutSentences = (part: unknown): string =>
  JSON.stringify(part, (name, value) =>
    ['description', 'summary'].includes(name) && typeof value === 'string' ? undefined : value,
  ) ?? 'none'

/** `GET /public/v1/invoices/{}/` */
const routeOf = (method: string, path: string): string =>
  `${method} ${(path.split('?')[0] ?? '').replace(/\/(\d+|[0-9a-f]{8}-[0-9a-f-]{27})(?=\/|$)/g, '/{}')}`

const shownBody = (body: unknown): string => {
  if (body === undefined) return ''
  const text =
    typeof body === 'string' ? body : body instanceof FormData ? 'a form' : (JSON.stringify(body) ?? '')
  return text.slice(0, 400)
}

function parsed(text: string): Json {
  try {
    return (JSON.parse(text) ?? {}) as Json
  } catch {
    return {}
  }
}
