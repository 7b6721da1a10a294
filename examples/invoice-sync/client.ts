import { setTimeout as realSleep } from 'node:timers/promises'
import { ServiceError } from './service-error'
import { SingleFile } from './single-file'

export interface ClientOptions {
  baseUrl: string
  apiKey: string
  /** How often one request is tried before it is given up. @default 12 */
  tries?: number
  /** Records asked for at once when a list is read; the service gives at most 100. @default 100 */
  pageSize?: number
  /** How to wait. @default the real timer */
  sleep?: (milliseconds: number) => Promise<unknown>
  /** How to send. @default fetch */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** Ends a request that is not answered by then. @default 30_000 */
  timeoutMilliseconds?: number
  /** Returns the current key after the service has refused the old one. @default the given key */
  currentKey?: () => Promise<string>
}

type Query = Readonly<Record<string, string | number | readonly (string | number)[]>>

interface Call {
  method: string
  path: string
  body?: string
  idempotencyKey?: string
  /** An earlier try may have been carried out: nobody knows. */
  isInDoubt?: boolean
}

/** A write in doubt, whose key is void: idempotency keys count for one API key, and that was replaced. */
class KeyReplaced extends Error {}

/** The result of one attempt: a response, or a reason to retry later. */
type Outcome = { answer: unknown } | { reason: Error; pauseSeconds?: number }

const FIRST_PAUSE_MILLISECONDS = 500
const LONGEST_PAUSE_MILLISECONDS = 60_000
const TIMEOUT_MILLISECONDS = 30_000
/** How often a list is read anew because it moved meanwhile. */
const READINGS = 10

/**
 * Speaks to the accounting service. Refusals for speed (429), failures of the service (5xx), a write still in
 * progress (409) and a broken connection are tried again; every other refusal is a ServiceError at once.
 */
export class Client {
  readonly #line = new SingleFile()
  readonly #options: Required<ClientOptions>
  #key: string

  constructor(options: ClientOptions) {
    this.#options = {
      tries: 12,
      pageSize: 100,
      sleep: realSleep,
      fetch: (url, init) => fetch(url, init),
      timeoutMilliseconds: TIMEOUT_MILLISECONDS,
      currentKey: async () => options.apiKey,
      ...options,
    }
    this.#key = options.apiKey
    // The service caps a larger page without a word, and then every page would look like the last one.
    if (this.#options.pageSize > 100) throw new Error('a page holds at most 100 records')
    if (this.#options.pageSize < 2) throw new Error('a page of one record has nothing to join the next one')
  }

  async get<T>(path: string, query: Query = {}): Promise<T> {
    return (await this.#send({ method: 'GET', path: path + queryText(query) })) as T
  }

  /**
   * The key names the write, not the try: a repeated write is answered with the reply of the first one. If the API
   * key was replaced meanwhile, that does not hold, and `find` looks for what the first one may have made.
   */
  async post<T>(
    path: string,
    body: object,
    idempotencyKey: string,
    find: () => Promise<T | undefined> = async () => undefined,
  ): Promise<T> {
    for (;;) {
      try {
        return (await this.#send({ method: 'POST', path, body: JSON.stringify(body), idempotencyKey })) as T
      } catch (error) {
        if (!(error instanceof KeyReplaced)) throw error
        const made = await find()
        if (made !== undefined) return made
      }
    }
  }

  /** Puts new values in the place of some; to do it twice does no harm, so it needs no key. */
  async patch<T>(path: string, body: object): Promise<T> {
    return (await this.#send({ method: 'PATCH', path, body: JSON.stringify(body) })) as T
  }

  /** All records of a list, read anew when others wrote to it between two pages. */
  async list<T>(path: string, query: Query = {}): Promise<T[]> {
    for (let reading = 1; reading <= READINGS; reading += 1) {
      const records = await this.#readThrough<T>(path, query)
      if (records !== undefined) return records
    }
    throw new Error(`${path} changes faster than it can be read`)
  }

  /**
   * Page after page until one is not full. Every page begins with the last record of the one before: if it is not
   * there, the list has moved and something was skipped or would come twice.
   */
  async #readThrough<T>(path: string, query: Query): Promise<T[] | undefined> {
    const { pageSize } = this.#options
    const records: T[] = []
    for (;;) {
      const overlap = records.length === 0 ? 0 : 1
      const page = { ...query, ordering: 'id', limit: pageSize, offset: records.length - overlap }
      const body = await this.get<T[] | { items: T[] }>(path, page)
      const items = Array.isArray(body) ? body : body.items
      if (overlap === 1 && identity(items[0]) !== identity(records.at(-1))) return undefined
      records.push(...items.slice(overlap))
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
    const key = this.#key
    try {
      const response = await this.#options.fetch(this.#options.baseUrl + call.path, {
        method: call.method,
        headers: headersOf(call, key),
        body: call.body ?? null,
        signal: AbortSignal.timeout(this.#options.timeoutMilliseconds),
      })
      const text = await response.text()
      if (response.ok) return { answer: JSON.parse(text) }
      const refusal = new ServiceError(name, response.status, errorsIn(text))
      if (response.status === 403 && (await this.#hasOtherKeyThan(key))) {
        if (call.isInDoubt) throw new KeyReplaced()
        return { reason: refusal, pauseSeconds: 0 }
      }
      if (response.status === 409 || response.status >= 500) call.isInDoubt = true
      if (!isTemporary(response.status)) throw refusal
      return { reason: refusal, ...pauseAskedFor(response) }
    } catch (error) {
      if (error instanceof ServiceError || error instanceof KeyReplaced) throw error
      call.isInDoubt = true
      // No answer, or half of one: the write may have happened, and its key makes it safe to send again.
      return { reason: new Error(`${name} got no readable answer`, { cause: error }) }
    }
  }

  /** Keys are rotated while we run: what was refused with the old one is sent once more with the new one. */
  async #hasOtherKeyThan(refused: string): Promise<boolean> {
    if (this.#key === refused) this.#key = await this.#options.currentKey()
    return this.#key !== refused
  }
}

function headersOf(call: Call, key: string): Record<string, string> {
  return {
    'X-API-KEY': key,
    ...(call.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(call.idempotencyKey === undefined ? {} : { 'Idempotency-Key': call.idempotencyKey }),
  }
}

/** The members that identify a record in a list. */
function identity(record: unknown): unknown {
  if (typeof record !== 'object' || record === null) return record
  const { number, id } = record as { number?: unknown; id?: unknown }
  return number ?? id
}

function isTemporary(status: number): boolean {
  return status === 429 || status === 409 || status >= 500
}

function pauseAskedFor(response: Response): { pauseSeconds?: number } {
  const header = response.headers.get('Retry-After')
  return header !== null && /^\d+$/.test(header) ? { pauseSeconds: Number(header) } : {}
}

/**
 * The pause that the service asked for; otherwise half a second, doubled after every attempt, up to a minute.
 */
function pauseMilliseconds(tries: number, pauseSeconds: number | undefined): number {
  if (pauseSeconds !== undefined) return pauseSeconds * 1000
  return Math.min(FIRST_PAUSE_MILLISECONDS * 2 ** (tries - 1), LONGEST_PAUSE_MILLISECONDS)
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
