import type { Simulator } from 'accounting-simulator'
import { playStory, type Seen } from './play'

type Send = (url: string, init: RequestInit) => Promise<Response>

/** Everything that a day leaves behind. Only what the host's own requests add to headers is left out. */
export interface Day {
  readonly seen: Seen[]
  /** Statuses under faults, with the bodies that arrived; 'failed' for a network error. */
  readonly damaged: string[]
  readonly books: string
  readonly tables: unknown
  readonly attempts: unknown
  readonly timeline: unknown
}

const HOOK = 'https://hooks.example.com/in'

/** The story of the adapters, then faults of every kind, six days of deliveries to a failing receiver, a disabled webhook. */
export async function playDay(simulator: Simulator, send: Send): Promise<Day> {
  const { baseUrl, apiKey, webhooks, faults, clock, records } = simulator
  const seen = await playStory(baseUrl, send)
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  const ask = async (method: string, path: string, body?: object): Promise<string> => {
    try {
      const response = await send(baseUrl + path, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      })
      return `${response.status} ${await response.text()}`
    } catch {
      return 'failed'
    }
  }
  // Not every host adds the type of a text by itself.
  const down = { status: 500, headers: { 'content-type': 'text/plain;charset=UTF-8' } }
  webhooks.connect('https://hooks.example.com/', () => new Response('down', down))
  const topics = ['core.customer/created', 'core.invoice/created']
  const damaged = [await ask('POST', '/public/v2/webhooks/', { url: HOOK, topics })]
  const customers = '/public/v1/customers/'
  for (const then of [
    { loseResponse: true },
    { networkError: true },
    { truncateBody: 20 },
    { malformedJson: true },
    { status: 429, retryAfter: 7 },
    { staleRead: true },
  ] as const) {
    faults.inject({ on: `GET ${customers}`, then })
    damaged.push(await ask('GET', customers))
    await clock.advance('1 minute')
  }
  const customer = { address: 'a', country: 'US', email: 'a@example.com', website: 'w', phone: '1' }
  for (let day = 0; day < 6; day++) {
    records.customers.create({ ...customer, name: `Day ${day}` })
    await clock.advance('1 day')
  }
  damaged.push(await ask('GET', '/public/v2/webhooks/'))
  const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T
  return plain({
    seen,
    damaged,
    books: simulator.books.toJournal(),
    tables: simulator.export({ faults: 'leave-out' }).tables,
    attempts: webhooks.attempts,
    timeline: simulator.timeline.map((entry) =>
      entry.kind === 'request' ? { ...entry, request: { ...entry.request, headers: {} } } : entry,
    ),
  })
}
