import { createSimulator, verifyWebhook } from 'accounting-simulator'
import type { Experiment, Stage } from 'accounting-simulator/explore'
import { Service } from './service'

export const HOOK = 'https://mirror.example.com/hook'
const TOPICS = ['core.customer/created', 'core.customer/updated', 'core.customer/deleted']

interface Event {
  readonly event_id: string
  readonly topic: string
  readonly object: { readonly id: number }
}

export interface MirrorBug {
  /** Adds one for each event instead of looking at the record. */
  readonly counts?: true
  /** Believes the topic instead of the record. */
  readonly believesTopics?: true
  /** Answers before the event is stored. */
  readonly answersFirst?: true
  /** Seconds by which a timestamp may be off. @default 300 */
  readonly tolerance?: number
  /** Believes whoever posts. */
  readonly verifies?: false
  /** Notes the event as seen before its record is read. */
  readonly notesFirst?: true
}

/** Renames and removes customers, and keeps a copy of all of them by webhooks alone. */
export class MirrorShop {
  readonly #service: Service
  #turn: Promise<void> = Promise.resolve()
  constructor(
    readonly stage: Stage,
    readonly bug: MirrorBug,
  ) {
    this.#service = new Service(stage)
  }

  async run(): Promise<void> {
    const { disk } = this.stage
    if (disk.read('secret') === undefined) {
      // Nobody tells the secret of a webhook a second time, so one whose answer was lost is replaced by another.
      const hook = await this.#service.post('/public/v2/webhooks/', { url: HOOK, topics: TOPICS }, 'hook')
      disk.write('secret', hook.secret)
    }
    for (const code of ['M-1', 'M-2', 'M-3']) await this.#bring(code)
    // One of them leaves again.
    const [gone] = (await this.#customers()).filter(({ unique_id }) => unique_id === 'M-2')
    if (!gone || disk.read('removed')) return
    await this.#remove(Number(gone.id))
    disk.write('removed', true)
  }

  #customers() {
    return this.#service.list('/public/v1/customers/')
  }

  async #bring(code: string): Promise<void> {
    const find = async () => (await this.#customers()).find(({ unique_id }) => unique_id === code)
    if (this.stage.disk.read('removed') || (await find())) return
    const address = { address: '1 High Street', country: 'US', phone: '', website: '' }
    const body = { name: code, unique_id: code, email: 'mirror@example.com', ...address }
    await this.#service.post('/public/v1/customers/', body, `customer-${code}`, find)
  }

  async #remove(id: number): Promise<void> {
    const patient = new Service(this.stage, { judge: (status) => (status === 404 ? 'done' : undefined) })
    await patient
      .put(`/public/v1/customers/${id}/`, { name: 'Leaving' }, `leave-${id}`)
      .catch(() => undefined)
    await patient.remove(`/public/v1/customers/${id}/`, `remove-${id}`)
  }

  async receive(request: Request): Promise<Response> {
    const { disk, now } = this.stage
    const secret = disk.read<string>('secret')
    const body = await request.text()
    if (secret === undefined) return new Response(null, { status: 503 })
    if (this.bug.verifies !== false) {
      const { tolerance: toleranceSeconds = 300 } = this.bug
      const checked = verifyWebhook({ secret, body, headers: request.headers, now, toleranceSeconds })
      if (!checked.ok) return new Response(null, { status: 400 })
    }
    const event = JSON.parse(body) as Event
    if (this.bug.answersFirst) {
      void this.#inTurn(event).catch(() => undefined)
      return new Response(null, { status: 204 })
    }
    try {
      await this.#inTurn(event)
      return new Response(null, { status: 204 })
    } catch {
      return new Response(null, { status: 503 })
    }
  }

  /** One after the other, or a slow answer would bring back what a later event took away. */
  #inTurn(event: Event): Promise<void> {
    const applied = this.#turn.then(() => this.#apply(event))
    this.#turn = applied.catch(() => undefined)
    return applied
  }

  async #apply({ event_id, topic, object: { id } }: Event): Promise<void> {
    const { disk } = this.stage
    const seen = (): string[] => disk.read<string[]>('seen') ?? []
    if (this.bug.counts) {
      if (this.bug.verifies === false && seen().includes(event_id)) return
      disk.write('seen', [...seen(), event_id])
      disk.write('count', (disk.read<number>('count') ?? 0) + (topic.endsWith('created') ? 1 : 0))
      return
    }
    if (seen().includes(event_id)) return
    if (this.bug.notesFirst) disk.write('seen', [...seen(), event_id])
    const copies = (): Record<string, string> => disk.read<Record<string, string>>('customers') ?? {}
    const name = await this.#nameOf(id, topic)
    const { [String(id)]: _, ...rest } = copies()
    disk.write('customers', name === undefined ? rest : { ...rest, [id]: name })
    if (!this.bug.notesFirst) disk.write('seen', [...seen(), event_id])
  }

  async #nameOf(id: number, topic: string): Promise<string | undefined> {
    if (this.bug.believesTopics) return topic.endsWith('deleted') ? undefined : 'there'
    const impatient = new Service(this.stage, { tries: 1 })
    try {
      return String((await impatient.get(`/public/v2/customers/${id}/`)).name)
    } catch (error) {
      if ((error as { status?: number }).status === 404) return undefined
      throw error
    }
  }
}

export const mirror = (bug: MirrorBug = {}, options: Partial<Experiment> = {}): Experiment => ({
  world: createSimulator(),
  webhookUrl: HOOK,
  start: (stage) => new MirrorShop(stage, bug),
  check: ({ simulator, disk, others }) => {
    const { items } = simulator.records.customers.list()
    const ours = items.filter(({ unique_id }) => unique_id?.startsWith('M-'))
    if (bug.counts) {
      const count = disk.read<number>('count') ?? 0
      const created = 3 + others.filter(({ did }) => did === 'created').length
      return count === created ? [] : [`${created} customers were created, the mirror counted ${count}`]
    }
    const copies = disk.read<Record<string, string>>('customers') ?? {}
    const known = Object.keys(copies).filter((id) => ours.some((one) => String(one.id) === id))
    const ghosts = Object.keys(copies).filter((id) => !items.some((one) => String(one.id) === id))
    return [
      ...ours.filter(({ id }) => !known.includes(String(id))).map(({ name }) => `the mirror lacks ${name}`),
      ...ghosts.map((id) => `the mirror has customer ${id}, who is gone`),
    ]
  },
  ...options,
})
