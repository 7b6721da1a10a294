/** A record as version 2 of the service shows it; this example only looks at who wrote it when. */
export type ServiceRecord = Readonly<Record<string, unknown>>

export interface ClientOptions {
  baseUrl: string
  apiKey: string
}

const PAGE_SIZE = 100
const TIMEOUT_MILLISECONDS = 5_000

/**
 * Reads records. It never waits and never tries again: a receiver that cannot do its work says so, and the service
 * comes back with the event later.
 */
export class Client {
  readonly #options: ClientOptions

  constructor(options: ClientOptions) {
    this.#options = options
  }

  /** Undefined when there is no such record (any more). */
  async find(resource: string, id: number): Promise<ServiceRecord | undefined> {
    const response = await this.#get(`${resource}/${id}/`)
    if (response.status === 404) return undefined
    return (await read(response)) as ServiceRecord
  }

  /** All records of a resource, page after page. */
  async list(resource: string): Promise<ServiceRecord[]> {
    const records: ServiceRecord[] = []
    for (;;) {
      const response = await this.#get(`${resource}/?limit=${PAGE_SIZE}&offset=${records.length}`)
      const { items } = (await read(response)) as { items: ServiceRecord[] }
      records.push(...items)
      if (items.length < PAGE_SIZE) return records
    }
  }

  #get(path: string): Promise<Response> {
    return fetch(`${this.#options.baseUrl}/public/v2/${path}`, {
      headers: { 'X-API-KEY': this.#options.apiKey },
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    })
  }
}

async function read(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`the service answered ${response.status} to GET ${response.url}`)
  return response.json()
}
