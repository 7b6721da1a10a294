import type { Client, ServiceRecord } from './client'

/** For each type of object in events: the resource to read it from, and the member in its path. */
const MIRRORED: Readonly<Record<string, { resource: string; identifier: string }>> = {
  'core.Invoice': { resource: 'invoices', identifier: 'number' },
  'core.Customer': { resource: 'customers', identifier: 'id' },
}

/**
 * Our copy of the service's records. An event only says which record to look at: the record is always fetched, so it
 * makes no difference in which order the events arrive, or which of them was about a deletion.
 */
export class Mirror {
  readonly #client: Client
  readonly #records = new Map<string, ServiceRecord>()
  /** Work under way by record, so that an older answer never overtakes a newer one. */
  readonly #turns = new Map<string, Promise<void>>()

  constructor(client: Client) {
    this.#client = client
  }

  get(objectType: string, id: number): ServiceRecord | undefined {
    return this.#records.get(`${objectType} ${id}`)
  }

  get size(): number {
    return this.#records.size
  }

  /** Rejects when the service cannot be asked. What is not mirrored is passed over. */
  async refresh(objectType: string, id: number): Promise<void> {
    const kind = MIRRORED[objectType]
    if (!kind) return
    const key = `${objectType} ${id}`
    const before = this.#turns.get(key) ?? Promise.resolve()
    const turn = before.catch(() => undefined).then(() => this.#fetch(key, kind.resource, id))
    this.#turns.set(key, turn)
    try {
      await turn
    } finally {
      if (this.#turns.get(key) === turn) this.#turns.delete(key)
    }
  }

  /** Reads everything: at first, and after time in which events were lost. */
  async refill(): Promise<void> {
    for (const [objectType, { resource, identifier }] of Object.entries(MIRRORED))
      for (const record of await this.#client.list(resource))
        this.#records.set(`${objectType} ${record[identifier]}`, record)
  }

  async #fetch(key: string, resource: string, id: number): Promise<void> {
    const record = await this.#client.find(resource, id)
    if (record) this.#records.set(key, record)
    else this.#records.delete(key)
  }
}
