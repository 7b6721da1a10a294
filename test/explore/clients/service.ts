/** How a client sends one request until it has an answer. The defaults are right; a planted bug changes one of them. */
export interface Habits {
  /** The Idempotency-Key of a try of the write. @default the name of the write */
  readonly key?: (name: string, attempt: number) => string
  /** The body of a try. @default the same for all */
  readonly body?: (body: object, attempt: number) => object | undefined
  /** What to make of a status of 400 or above. @default by the service's rules */
  readonly judge?: (status: number, attempt: number) => Judgement | undefined
  /** Whether a write is looked up before it is sent with another API key. @default true */
  readonly looksUp?: boolean
  readonly tries?: number
  /** Milliseconds that it waits for an answer. @default 30 seconds */
  readonly timeout?: number
}

type Judgement = 'again' | 'done' | 'refused' | 'other key' | 'new name'

export interface ServiceOptions {
  readonly baseUrl: string
  apiKey(): string
}

export type Answer = Record<string, unknown> & { items?: Record<string, unknown>[] }

export class Refused extends Error {
  constructor(
    readonly status: number,
    call: string,
  ) {
    super(`${call} was answered ${status}`)
  }
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

/** A careful client in ordinary style: global fetch, timers and time-outs. */
export class Service {
  #key: string

  constructor(
    readonly options: ServiceOptions,
    readonly habits: Habits = {},
  ) {
    this.#key = options.apiKey()
  }

  get(path: string): Promise<Answer> {
    return this.#send('GET', path)
  }

  /** `find` looks for what an earlier try may have made. */
  async post(
    path: string,
    body: object,
    name: string,
    find?: () => Promise<Answer | undefined>,
  ): Promise<Answer> {
    return this.#send('POST', path, body, name, find)
  }

  put(path: string, body: object, name: string): Promise<Answer> {
    return this.#send('PUT', path, body, name)
  }

  remove(path: string, name: string): Promise<Answer> {
    return this.#send('DELETE', path, undefined, name)
  }

  /** All records, read again from the start when a page does not join the one before. */
  async list(path: string, pageSize = 100): Promise<Answer[]> {
    for (;;) {
      const found: Answer[] = []
      for (;;) {
        const overlap = found.length === 0 ? 0 : 1
        const query = `${path.includes('?') ? '&' : '?'}limit=${pageSize}&offset=${found.length - overlap}`
        const { items = [] } = await this.get(path + query)
        if (overlap === 1 && items[0]?.internal_id !== found.at(-1)?.internal_id) break
        found.push(...items.slice(overlap))
        if (items.length < pageSize) return found
      }
    }
  }

  async #send(
    method: string,
    path: string,
    body?: object,
    name?: string,
    find?: () => Promise<Answer | undefined>,
  ): Promise<Answer> {
    const { key, body: bodyOf, judge, looksUp = true, tries = 10, timeout = 30_000 } = this.habits
    let suffix = ''
    for (let attempt = 1; ; attempt += 1) {
      const sent = body && (bodyOf ? bodyOf(body, attempt) : body)
      const idempotencyKey = name && (key ? key(name, attempt) : name) + suffix
      let seconds: number | undefined
      let failure: Error
      try {
        const response = await fetch(this.options.baseUrl + path, {
          method,
          headers: {
            'X-API-KEY': this.#key,
            'content-type': 'application/json',
            ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
          },
          ...(sent && { body: JSON.stringify(sent) }),
          signal: AbortSignal.timeout(timeout),
        })
        const text = await response.text()
        if (response.ok) return JSON.parse(text) as Answer
        const judgement = judge?.(response.status, attempt) ?? byTheRules(response.status)
        failure = new Refused(response.status, `${method} ${path}`)
        if (judgement === 'done') return {}
        if (judgement === 'refused') return Promise.reject(failure)
        if (judgement === 'new name') suffix = `-${attempt}`
        if (judgement === 'other key') {
          const fresh = this.options.apiKey()
          if (fresh === this.#key) return Promise.reject(failure)
          this.#key = fresh
          // Idempotency keys belong to the API key: the new one knows nothing of earlier tries.
          const made = looksUp && attempt > 1 ? await find?.() : undefined
          if (made) return made
          continue
        }
        const header = response.headers.get('retry-after')
        seconds = header === null ? undefined : Number(header)
      } catch (error) {
        if (!(error instanceof Error)) throw error
        failure = error
      }
      if (attempt >= tries) throw failure
      await pause((seconds ?? Math.min(60, 2 ** attempt)) * 1000)
    }
  }
}

function byTheRules(status: number): Judgement {
  if (status === 403) return 'other key'
  return status === 409 || status === 429 || status >= 500 ? 'again' : 'refused'
}
