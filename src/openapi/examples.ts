import { minimalBody } from '../engine/write/minimal-body'
import type { UploadedPart } from '../events/traffic/wire-message'
import { utf8Bytes } from '../host-time/platform'
import { titleOf } from '../kernel/name-words'
import type { Route } from '../service/http/routes/route'
import { EXAMPLE_BODIES, EXAMPLE_DATE, PREPARED } from './example-bodies'
import { FURTHER_CALLS } from './further-calls'

type Json = Readonly<Record<string, unknown>>

export interface Examples {
  /** The body of the first successful response of an operation (method and path). */
  answer(key: string): unknown
  /** The path and query parameters of that call, by name. */
  parameters(key: string): Readonly<Record<string, string>>
  request(key: string): unknown
  error(status: number): unknown
  /** The body of a webhook delivery. */
  readonly event: unknown
}

export interface ExampleRequest {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly parts?: readonly UploadedPart[] | undefined
  /** The API key; the simulator's own by default. Null sends none. */
  readonly key?: string | null
}

export interface ExampleService {
  readonly routes: readonly Route[]
  ask(asked: ExampleRequest): { readonly status: number; readonly body: unknown }
  /** Creates records that clients can only read. */
  put(resource: string, body: Json): void
  deliveries(): readonly string[]
}

const FILE: UploadedPart = {
  name: 'files',
  filename: 'receipt.txt',
  type: 'text/plain',
  bytes: utf8Bytes('paid'),
}

/** Calls every operation at least once and records the responses. Two runs give identical bytes. */
export class ExampleRun implements Examples {
  readonly event: unknown
  readonly #answers = new Map<string, unknown>()
  readonly #requests = new Map<string, unknown>()
  readonly #parameters = new Map<string, Readonly<Record<string, string>>>()
  readonly #errors = new Map<number, unknown>()
  readonly #records: Record<string, Json> = {}

  constructor(private readonly service: ExampleService) {
    this.#prepare()
    for (const name of this.#creatable()) this.#write(name, this.#bodyOf(name))
    for (const [key, callOf] of Object.entries(FURTHER_CALLS)) {
      const route = service.routes.find((one) => one.key === key)
      const { of, query = '', body, as } = callOf(this.#records)
      const answer = route && this.#ask(route, filled(route, of) + query, body)
      if (as !== undefined) this.#records[as] = answer as Json
    }
    this.#readEverything()
    const [delivery] = service.deliveries()
    this.event = delivery === undefined ? undefined : JSON.parse(delivery)
    this.#removeWhatWasMade()
    this.#provokeErrors()
  }

  answer = (key: string): unknown => this.#answers.get(key)
  request = (key: string): unknown => this.#requests.get(key)
  parameters = (key: string): Readonly<Record<string, string>> => this.#parameters.get(key) ?? {}
  error = (status: number): unknown => this.#errors.get(status)

  /** The body of a successful response, else undefined. Records the first response of each operation. */
  #ask(route: Route, path: string, body?: unknown, parts?: readonly UploadedPart[]): unknown {
    const { status, body: answer } = this.service.ask({ method: route.method, path, body, parts })
    if (status >= 300) return undefined
    if (!this.#answers.has(route.key)) {
      this.#parameters.set(route.key, namedIn(route.template, path))
      this.#answers.set(route.key, answer)
      this.#requests.set(route.key, body)
    }
    return answer
  }

  #prepare(): void {
    for (const [resource, body] of PREPARED) this.service.put(resource, body)
    const url = 'https://hooks.example.com/accounting'
    const register = this.service.routes.find(({ key }) => key === 'POST /public/v2/webhooks/')
    const topics = ['core.invoice/created', 'core.invoice/updated']
    if (register) this.#records.webhook = this.#ask(register, register.template, { url, topics }) as Json
  }

  /** Creates a record of a type through every version that can, updates it and attaches a file. */
  #write(name: string, body: Json): void {
    for (const route of this.#routesOf(name, 'create')) {
      const made = this.#ask(route, route.template, body) as Json | undefined
      if (!made) continue
      if (route.version === 'v1') this.#records[name] = made
      for (const verb of ['update', 'attach'] as const)
        for (const next of this.#routesOf(name, verb).filter(({ version }) => version === route.version))
          this.#ask(
            next,
            pathOf(next, made),
            verb === 'update' ? body : undefined,
            verb === 'attach' ? [FILE] : undefined,
          )
    }
  }

  #readEverything(): void {
    const { routes } = this.service
    for (const route of routes)
      if (route.method === 'GET' && !route.template.includes('{'))
        this.#ask(route, `${route.template}?limit=2`)
    for (const route of routes) {
      if (route.operation?.verb !== 'get') continue
      const { definition } = route.operation
      const record = this.#records[definition.name] ?? this.#firstListed(definition.name)
      if (record) this.#ask(route, pathOf(route, record))
    }
  }

  #firstListed(name: string): Json | undefined {
    const [list] = this.#routesOf(name, 'list')
    const listed = list && this.#answers.get(list.key)
    const items = Array.isArray(listed) ? listed : (listed as { items?: Json[] } | undefined)?.items
    return items?.[0]
  }

  #removeWhatWasMade(): void {
    for (const route of this.service.routes) {
      if (route.method !== 'DELETE') continue
      if (route.operation?.verb !== 'remove') {
        const { webhook } = this.#records
        if (webhook) this.#ask(route, filled(route, webhook.uuid))
        continue
      }
      const { name } = route.operation.definition
      const used = this.#records[name] ?? this.#firstListed(name)
      if (used) this.#ask(route, pathOf(route, used))
      const unused = this.#answers.has(route.key) ? undefined : this.#another(name)
      if (unused) this.#ask(route, pathOf(route, unused))
    }
  }

  /** Creates one more record, to which nothing refers, so that it can be deleted. */
  #another(name: string): Json | undefined {
    const [route] = this.#routesOf(name, 'create')
    return route && (this.#ask(route, route.template, this.#bodyOf(name)) as Json | undefined)
  }

  /** The record types of the business day in order, then all others. */
  #creatable(): Set<string> {
    const others = this.service.routes.flatMap(({ operation }) =>
      operation?.verb === 'create' ? [operation.definition.name] : [],
    )
    return new Set([...Object.keys(EXAMPLE_BODIES), ...others])
  }

  #bodyOf(name: string): Json {
    const [route] = this.#routesOf(name, 'create')
    const own = EXAMPLE_BODIES[name]?.(this.#records)
    if (own || route?.operation?.verb !== 'create') return own ?? {}
    return minimalBody(route.operation.definition, {
      date: EXAMPLE_DATE,
      reference: ({ resource, by }) => this.#records[resource]?.[by] ?? 1,
      text: titleOf,
    }) as Json
  }

  #provokeErrors(): void {
    const path = '/public/v1/invoices/'
    const wrong: readonly ExampleRequest[] = [
      { method: 'GET', path: `${path}?limit=0` },
      { method: 'GET', path, key: null },
      { method: 'GET', path, key: 'revoked' },
      { method: 'GET', path: `${path}999999/` },
      { method: 'POST', path, body: { date: '15.01.2026', customer_id: 999999 } },
    ]
    for (const asked of wrong) {
      const { status, body } = this.service.ask(asked)
      this.#errors.set(status, body)
    }
  }

  #routesOf(name: string, wanted: 'list' | 'create' | 'update' | 'attach'): Route[] {
    return this.service.routes.filter(
      ({ operation }) =>
        operation?.verb === wanted && 'definition' in operation && operation.definition.name === name,
    )
  }
}

/** The values of the path parameters of a template, and of the query. */
function namedIn(template: string, path: string): Readonly<Record<string, string>> {
  const [place = '', query = ''] = path.split('?')
  const segments = place.split('/')
  const inPath = template
    .split('/')
    .flatMap((part, index) => (part.startsWith('{') ? [[part.slice(1, -1), segments[index] ?? '']] : []))
  return Object.fromEntries([...inPath, ...new URLSearchParams(query)])
}

function pathOf({ template, operation }: Route, record: Json): string {
  const column = operation && 'definition' in operation ? operation.definition.identifier : 'id'
  return filled({ template }, record[column])
}

const filled = ({ template }: Pick<Route, 'template'>, value: unknown): string =>
  template.replace(/\{\w+\}/, String(value))
