import { setTimeout as realSleep } from 'node:timers/promises'
import { ServiceError } from './service-error'
import { SingleFile } from './single-file'

export interface ClientOptions {
  baseUrl: string
  apiKey: string
  /** How often one request is tried before it is given up. @default 6 */
  tries?: number
  /** Records asked for at once when a list is read; the service gives at most 100. @default 100 */
  pageSize?: number
  /** How to wait. @default the real timer */
  sleep?: (milliseconds: number) => Promise<unknown>
}

type Query = Readonly<Record<string, string | number | readonly (string | number)[]>>

interface Call {
  method: string
  path: string
  body?: string
  idempotencyKey?: string
}

/** What one try came to: an answer, or a reason to wait and try again. */
type Outcome = { answer: unknown } | { reason: Error; pauseSeconds?: number }

const FIRST_PAUSE_MILLISECONDS = 500
const TIMEOUT_MILLISECONDS = 30_000

/**
 * Speaks to the accounting service. Refusals for speed (429), failures of the service (5xx), a write still in
 * progress (409) and a broken connection are tried again; every other refusal is a ServiceError at once.
 */
export class Client {
  readonly #line = new SingleFile()
  readonly #options: Required<ClientOptions>

  constructor(options: ClientOptions) {
    this.#options = { tries: 6, pageSize: 100, sleep: realSleep, ...options }
    // The service caps a larger page without a word, and then every page would look like the last one.
    if (this.#options.pageSize > 100) throw new Error('a page holds at most 100 records')
  }

  async get<T>(path: string, query: Query = {}): Promise<T> {
    return (await this.#send({ method: 'GET', path: path + queryText(query) })) as T
  }

  /** The key names the write, not the try: a repeated write is answered with the reply of the first one. */
  async post<T>(path: string, body: object, idempotencyKey: string): Promise<T> {
    return (await this.#send({ method: 'POST', path, body: JSON.stringify(body), idempotencyKey })) as T
  }

  /** All records of a list, page after page until one is empty or not full. */
  async list<T>(path: string, query: Query = {}): Promise<T[]> {
    const { pageSize } = this.#options
    const records: T[] = []
    for (;;) {
      const page = { ...query, ordering: 'id', limit: pageSize, offset: records.length }
      const body = await this.get<T[] | { items: T[] }>(path, page)
      const items = Array.isArray(body) ? body : body.items
      records.push(...items)
      if (items.length < pageSize) return records
    }
  }

  async #send(call: Call): Promise<unknown> {
    if (!this.#line.isEmpty) return this.#line.alone(() => this.#persist(call, 0))
    const outcome = await this.#line.sideBySide(() => this.#try(call))
    if ('answer' in outcome) return outcome.answer
    return this.#line.alone(() => this.#persist(call, 1, outcome))
  }

  /** Tries until there is an answer, pausing before every repeat; after the last try the reason is thrown. */
  async #persist(call: Call, triesBefore: number, before?: Outcome): Promise<unknown> {
    let outcome = before
    for (let tries = triesBefore; ; tries += 1) {
      if (outcome !== undefined) {
        if ('answer' in outcome) return outcome.answer
        if (tries >= this.#options.tries) throw outcome.reason
        await this.#options.sleep(pauseMilliseconds(tries, outcome.pauseSeconds))
      }
      outcome = await this.#try(call)
    }
  }

  async #try(call: Call): Promise<Outcome> {
    const name = `${call.method} ${call.path}`
    try {
      const response = await fetch(this.#options.baseUrl + call.path, {
        method: call.method,
        headers: this.#headers(call),
        body: call.body ?? null,
        signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
      })
      const text = await response.text()
      if (response.ok) return { answer: JSON.parse(text) }
      const refusal = new ServiceError(name, response.status, errorsIn(text))
      if (!isTemporary(response.status)) throw refusal
      return { reason: refusal, ...pauseAskedFor(response) }
    } catch (error) {
      if (error instanceof ServiceError) throw error
      // No answer, or half of one: the write may have happened, and its key makes it safe to send again.
      return { reason: new Error(`${name} got no readable answer`, { cause: error }) }
    }
  }

  #headers(call: Call): Record<string, string> {
    return {
      'X-API-KEY': this.#options.apiKey,
      ...(call.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(call.idempotencyKey === undefined ? {} : { 'Idempotency-Key': call.idempotencyKey }),
    }
  }
}

function isTemporary(status: number): boolean {
  return status === 429 || status === 409 || status >= 500
}

function pauseAskedFor(response: Response): { pauseSeconds?: number } {
  const header = response.headers.get('Retry-After')
  return header !== null && /^\d+$/.test(header) ? { pauseSeconds: Number(header) } : {}
}

/** What the service asked for, else half a second that doubles with every try. */
function pauseMilliseconds(tries: number, pauseSeconds: number | undefined): number {
  return pauseSeconds === undefined ? FIRST_PAUSE_MILLISECONDS * 2 ** (tries - 1) : pauseSeconds * 1000
}

function errorsIn(text: string): Record<string, string[]> {
  try {
    const body = JSON.parse(text) as { errors?: Record<string, string[]> }
    return body.errors ?? {}
  } catch {
    return { __all__: [text.slice(0, 200)] }
  }
}

function queryText(query: Query): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const single of Array.isArray(value) ? value : [value]) parameters.append(name, String(single))
  }
  return parameters.size === 0 ? '' : `?${parameters}`
}
