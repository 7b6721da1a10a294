import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { createSimulator } from 'accounting-simulator'
import { controls } from 'accounting-simulator/controls'
import { expect, vi } from 'vitest'
import { readQuotas } from '../../src/sandbox/quotas'
import { ownThread } from '../../src/sandbox/work'
import { firstOptions, simulatorOf } from '../../src/sandbox/worlds'
import { chanceOf } from '../support/chance'
import { counted } from '../support/counted'
import { pause } from '../support/pause'
import { INVOICE } from '../support/worlds/shop'
import type { Made } from './deployment'

export const KILLS = Number(process.env.KILLS ?? 8)
export const SEED = Number(process.env.SEED ?? 1)
/** New events that come at least between two kills. A kill repeats at most one of each sandbox. */
const EVENTS = Number(process.env.EVENTS ?? 2)
const NOW = '2026-01-15T09:00:00Z'
const OPTIONS = { now: NOW, rateLimits: false } as const

export interface Asked {
  readonly method: string
  readonly path: string
  readonly body?: string
  readonly key?: string
}

/** A process with sandboxes that can be killed and started again. */
export abstract class KilledServer {
  abstract readonly url: string
  /** SIGKILL, and a new start. */
  abstract restart(): Promise<void>

  async team(clock: 'manual' | 'live' = 'manual'): Promise<Made> {
    const options = clock === 'manual' ? OPTIONS : { rateLimits: false }
    const response = await fetch(`${this.url}/__sandboxes`, {
      method: 'POST',
      headers: { authorization: 'Bearer the-token-of-the-team-web' },
      body: JSON.stringify({ clock, options }),
    })
    return (await response.json()) as Made
  }

  send(made: Made, asked: Asked): Promise<Response> {
    return fetch(this.url + asked.path, initOf(made, asked))
  }
}

const initOf = ({ apiKey, adminToken }: Made, { method, path, body, key }: Asked): RequestInit => ({
  method,
  headers: {
    ...(path.startsWith('/__') ? { authorization: `Bearer ${adminToken}` } : { 'x-api-key': apiKey }),
    ...(key !== undefined && { 'idempotency-key': key }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  },
  ...(body !== undefined && { body }),
})

/** A client that writes, and asks again until it has an answer. */
class Client {
  readonly done: (readonly [Asked, status: number, text: string])[] = []
  #made = 0
  #hours = 0

  constructor(
    readonly server: KilledServer,
    readonly made: Made,
    readonly seed: number,
    readonly isLive = false,
  ) {}

  async write(isOver: () => boolean): Promise<void> {
    const chance = chanceOf(this.seed)
    while (!isOver()) {
      const asked = this.#next(chance.below(10), chance.below(1 + this.#made))
      const [status, text] = await this.#answerTo(asked)
      if (asked.path.endsWith('/invoices/') && asked.method === 'POST' && status === 200) this.#made += 1
      this.done.push([asked, status, text])
    }
  }

  #next(given: number, number: number): Asked {
    // A live clock is not moved, and what is delivered are new invoices.
    const pick = this.isLive && given !== 5 ? 0 : given
    const key = `k${this.done.length}`
    const body = JSON.stringify({ ...INVOICE, reference_number: key })
    const path = '/public/v1/invoices/'
    if (pick < 5 || this.#made === 0) return { method: 'POST', path, body, key }
    if (pick < 7) return { method: 'PUT', path: `${path}${Math.max(1, number)}/`, body, key }
    if (pick < 8) return { method: 'POST', path, body: '{"date":"x"}', key }
    if (pick < 9) return { method: 'GET', path: `${path}?limit=5` }
    this.#hours += 1
    const instant = new Date(Date.parse(NOW) + this.#hours * 3_600_000).toISOString()
    return { method: 'POST', path: '/__simulator/clock/advance-to', body: JSON.stringify({ instant }) }
  }

  async #answerTo(asked: Asked): Promise<[number, string]> {
    for (;;)
      try {
        const response = await this.server.send(this.made, asked)
        return [response.status, await response.text()]
      } catch {
        await pause(5)
      }
  }

  /** A simulator that did each request once. */
  async twin(): Promise<{ readonly tables: unknown; readonly different: number }> {
    const { id, apiKey } = this.made
    const domain = new URL(this.made.url).host.slice(id.length + 1)
    const head = {
      id,
      team: 'web',
      name: '',
      clock: 'manual',
      options: OPTIONS,
      created: 0,
      tokenHash: '',
    } as const
    const send = async (): Promise<Response> => new Response()
    const turn = async (): Promise<void> => undefined
    const host = {
      ...{ engine: { createSimulator, controls }, domain, quotas: readQuotas({}, ''), send },
      ...{ now: () => 0, turn, work: ownThread(turn), wakeAt: () => undefined },
    }
    const simulator = simulatorOf(head, host, firstOptions(head, apiKey))
    const port = controls(simulator)
    let different = 0
    for (const [asked, status, text] of this.done) {
      const request = new Request(simulator.baseUrl + asked.path, initOf(this.made, asked))
      const isControl = asked.path.startsWith('/__')
      const response = await (isControl ? port(request) : simulator.fetch(request))
      // A repeated move of the clock begins where the first one arrived.
      if (response.status !== status || (!isControl && (await response.text()) !== text)) different += 1
    }
    return { tables: simulator.export().tables, different }
  }
}

/** Hears the events of all sandboxes, and takes its time, so that some are under way when the process is killed. */
export class Receiver implements AsyncDisposable {
  readonly received: string[] = []
  /** The events that came again although they had been answered before the last kill. */
  readonly again: string[] = []
  killed = 0
  readonly #answered = new Map<string, number>()
  readonly #server = createServer(async (request, response) => {
    // Of a process that was killed half a delivery may arrive, which is none.
    const text = await textOf(request).catch(() => undefined)
    if (text === undefined) return
    const sent = JSON.parse(text) as { event_id: string; body?: string }
    const { event_id: event } = sent.body === undefined ? sent : (JSON.parse(sent.body) as typeof sent)
    if ((this.#answered.get(event) ?? this.killed) < this.killed) this.again.push(event)
    this.received.push(event)
    response.on('finish', () => this.#answered.set(event, performance.now()))
    setTimeout(() => response.writeHead(204).end(), 20)
  })

  /** Each event once. */
  get count(): number {
    return new Set(this.received).size
  }

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}

/**
 * Kills a process again and again while clients write: to two sandboxes that have a twin in memory each, and to one on a
 * live clock with a webhook.
 */
export async function killAgainAndAgain(
  storage: string,
  server: KilledServer,
  receiver: Receiver,
  kills: number,
): Promise<void> {
  const manual = await Promise.all([1, 2].map(() => server.team()))
  const live = await Promise.all([1].map(() => server.team('live')))
  const hook = JSON.stringify({ url: 'https://hooks.example.com/', topics: ['core.invoice/created'] })
  for (const one of live) await server.send(one, { method: 'POST', path: '/public/v2/webhooks/', body: hook })
  const withTwins = manual.map((made, at) => new Client(server, made, SEED * 100 + at))
  const withHooks = live.map((made, at) => new Client(server, made, SEED * 100 + 50 + at, true))
  const answered = (): number =>
    [...withTwins, ...withHooks].reduce((sum, client) => sum + client.done.length, 0)
  let isOver = false
  const writing = [...withTwins, ...withHooks].map((client) => client.write(() => isOver))
  const chance = chanceOf(SEED)
  for (let kill = 0; kill < kills; kill += 1) {
    // However slow the machine is, something was answered that can be lost.
    const [enough, events] = [answered() + 3, receiver.count + EVENTS]
    const isEnough = (): boolean => answered() >= enough && receiver.count >= events
    await vi.waitUntil(isEnough, { timeout: 120_000, interval: 5 })
    await pause(chance.below(100))
    receiver.killed = performance.now()
    await server.restart()
  }
  isOver = true
  await Promise.all(writing)
  let differences = 0
  for (const client of withTwins) {
    const { tables, different } = await client.twin()
    const response = await server.send(client.made, { method: 'GET', path: '/__simulator/export' })
    expect(((await response.json()) as { tables: unknown }).tables).toEqual(tables)
    differences += different
  }
  expect(differences).toBe(0)
  const countOf = async (one: Made): Promise<number> => {
    const list = await server.send(one, { method: 'GET', path: '/public/v1/invoices/?limit=1' })
    return ((await list.json()) as { count: number }).count
  }
  const events = (await Promise.all(live.map(countOf))).reduce((sum, count) => sum + count)
  await expect.poll(() => receiver.count, { timeout: 60_000 }).toBe(events)
  const repeated = receiver.received.length - events
  // A sandbox has one delivery under way, and nothing else is sent again.
  expect(repeated).toBeLessThanOrEqual(kills * live.length)
  const missing = events - receiver.count
  const counts = {
    kills,
    answers: answered(),
    twins: withTwins.length,
    differences,
    events,
    missing,
    repeated,
  }
  counted(storage, counts)
}
