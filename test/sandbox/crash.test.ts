import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createSimulator } from 'accounting-simulator'
import { controls } from 'accounting-simulator/controls'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readQuotas } from '../../src/sandbox/quotas'
import { firstOptions, simulatorOf } from '../../src/sandbox/worlds'
import { chanceOf } from '../support/chance'
import { INVOICE } from '../support/worlds/shop'
import type { Made } from './deployment'
import { BETTER, betterSqlite, nodeSqlite, temporaryFolder } from './shelves'

const KILLS = Number(process.env.KILLS ?? 8)
/** How long a process with webhooks lives at least, in milliseconds. */
const LIFE = Number(process.env.LIFE ?? 60)
const SEED = Number(process.env.SEED ?? 1)
const NOW = '2026-01-15T09:00:00Z'
const OPTIONS = { now: NOW, rateLimits: false } as const
const BUILT = join(temporaryFolder(), 'many-process.mjs')

interface Asked {
  readonly method: string
  readonly path: string
  readonly body?: string
  readonly key?: string
}

/** A server in a process of its own. */
class Server {
  #child: ChildProcess | undefined
  url = ''

  constructor(
    readonly directory: string,
    readonly idle: string,
    readonly environment: NodeJS.ProcessEnv = {},
  ) {}

  async start(): Promise<void> {
    const stdio = ['ignore', 'pipe', 'inherit'] as const
    const env = { ...process.env, ...this.environment }
    const child = spawn(process.execPath, [BUILT, this.directory, this.idle], { stdio: [...stdio], env })
    this.#child = child
    const [line] = await once(createInterface(child.stdout ?? process.stdin), 'line')
    this.url = line
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const child = this.#child
    if (!child) return null
    const ended = once(child, 'exit')
    child.kill(signal)
    return (await ended)[0]
  }

  team = async (clock: 'manual' | 'live' = 'manual'): Promise<Made> => {
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
    readonly server: Server,
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
    // A live clock is not moved.
    const pick = this.isLive && given === 9 ? 0 : given
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
        await new Promise((resolve) => setTimeout(resolve, 5))
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
    const host = {
      ...{ engine: { createSimulator, controls }, domain, quotas: readQuotas({}, ''), send },
      ...{ now: () => 0, turn: async () => undefined, wakeAt: () => undefined },
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

const ENGINES = [
  ...(nodeSqlite() ? [{ engine: 'node:sqlite', environment: {} }] : []),
  ...(betterSqlite() ? [{ engine: 'better-sqlite3', environment: { BETTER } }] : []),
]
if (ENGINES.length < 2)
  console.warn(`Crash tests of ${ENGINES[0]?.engine ?? 'no storage at all'} only: see CONTRIBUTING.md`)

// A file without any test would be a failure.
const PLAYED = ENGINES.length > 0 ? ENGINES : [{ engine: 'SQLite', environment: {} }]

describe.skipIf(ENGINES.length === 0).each(PLAYED)('a process with $engine', ({ engine, environment }) => {
  beforeAll(async () => {
    const entryPoints = [new URL('many-process.ts', import.meta.url).pathname]
    await build({
      entryPoints,
      outfile: BUILT,
      bundle: true,
      format: 'esm',
      platform: 'node',
      logLevel: 'error',
    })
  })
  const servers: Server[] = []
  const started = async (idle: string, more: NodeJS.ProcessEnv = {}): Promise<Server> => {
    const server = new Server(temporaryFolder(), idle, { ...environment, ...more })
    servers.push(server)
    await server.start()
    return server
  }
  afterAll(() => Promise.all(servers.map((server) => server.end('SIGKILL'))))

  test.each(['10 seconds', '0.01 seconds'])(
    `that is killed again and again loses nothing that it has answered, with sandboxes put away after %s`,
    async (idle) => {
      const server = await started(idle)
      const clients = await Promise.all(
        [1, 2, 3, 4].map(async (number) => new Client(server, await server.team(), SEED * 100 + number)),
      )
      let isOver = false
      const writing = clients.map((client) => client.write(() => isOver))
      const chance = chanceOf(SEED)
      const answered = (): number => clients.reduce((sum, { done }) => sum + done.length, 0)
      for (let kill = 0; kill < KILLS / 2; kill += 1) {
        // However slow the machine is, something was answered that can be lost.
        const enough = answered() + 3
        await vi.waitUntil(() => answered() >= enough, { timeout: 60_000, interval: 5 })
        await new Promise((resolve) => setTimeout(resolve, chance.below(200)))
        await server.end('SIGKILL')
        await server.start()
      }
      isOver = true
      await Promise.all(writing)
      for (const client of clients) {
        const { tables, different } = await client.twin()
        const response = await server.send(client.made, { method: 'GET', path: '/__simulator/export' })
        expect(((await response.json()) as { tables: unknown }).tables).toEqual(tables)
        expect(different).toBe(0)
      }
      if (process.env.KILLS)
        console.log(`${engine}: ${KILLS / 2} kills, ${answered()} answers, every world like its twin`)
      expect(answered()).toBeGreaterThan(KILLS)
    },
    60_000 + KILLS * 2000,
  )

  test(
    'that is killed while webhooks are under way sends every event at least once',
    async () => {
      const received: string[] = []
      /** When the receiver answered each event, and those that came again although it had done so before the kill. */
      const answered = new Map<string, number>()
      const again: string[] = []
      let killed = 0
      const receiver = createServer(async (request, response) => {
        let text = ''
        for await (const part of request) text += part
        const { event_id: event } = JSON.parse(text) as { event_id: string }
        if ((answered.get(event) ?? killed) < killed) again.push(event)
        received.push(event)
        response.on('finish', () => answered.set(event, performance.now()))
        // A receiver that takes its time has many of them under way.
        setTimeout(() => response.writeHead(204).end(), 20)
      }).listen(0, '127.0.0.1')
      await once(receiver, 'listening')
      const { port } = receiver.address() as AddressInfo
      const server = await started('10 seconds', { RECEIVER: `http://127.0.0.1:${port}/` })
      const made = await Promise.all([1, 2, 3].map(() => server.team('live')))
      const hook = { url: 'https://hooks.example.com/', topics: ['core.invoice/created'] }
      for (const one of made)
        await server.send(one, {
          ...{ method: 'POST', path: '/public/v2/webhooks/' },
          body: JSON.stringify(hook),
        })
      const clients = made.map((one, number) => new Client(server, one, SEED * 100 + number, true))
      let isOver = false
      const writing = clients.map((client) => client.write(() => isOver))
      const chance = chanceOf(SEED)
      const asked = (): number => clients.reduce((sum, { done }) => sum + done.length, 0)
      for (let kill = 0; kill < KILLS / 2; kill += 1) {
        // A process that never comes to anything would be the fault of its sandboxes.
        const before = asked()
        await vi.waitUntil(() => asked() > before, { timeout: 60_000, interval: 5 })
        await new Promise((resolve) => setTimeout(resolve, LIFE + chance.below(200)))
        killed = performance.now()
        await server.end('SIGKILL')
        await server.start()
      }
      isOver = true
      await Promise.all(writing)
      const countOf = async (one: Made): Promise<number> => {
        const list = await server.send(one, { method: 'GET', path: '/public/v1/invoices/?limit=1' })
        return ((await list.json()) as { count: number }).count
      }
      const counts = await Promise.all(made.map(countOf))
      const committed = counts.reduce((sum, count) => sum + count)
      await expect.poll(() => new Set(received).size, { timeout: 60_000 }).toBe(committed)
      const repeated = ((received.length - committed) / committed) * 100
      if (process.env.KILLS)
        console.log(
          `${engine}: ${KILLS / 2} kills, ${committed} events, none missing, ${repeated.toFixed(1)} % repeated, ` +
            `${again.length} of them had been answered before`,
        )
      // A sandbox has one delivery under way, and nothing else is sent again.
      expect(received.length - committed).toBeLessThanOrEqual((KILLS / 2) * made.length)
      receiver.close()
    },
    120_000 + KILLS * (2000 + LIFE),
  )

  test('that gets SIGTERM stores everything and ends; another one on the same directory is refused', async () => {
    const server = await started('10 seconds')
    const made = await server.team()
    await server.send(made, { method: 'POST', path: '/public/v1/invoices/', body: JSON.stringify(INVOICE) })
    const env = { ...process.env, ...environment }
    const second = spawn(process.execPath, [BUILT, server.directory], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env,
    })
    const parts: Buffer[] = []
    second.stderr.on('data', (part) => parts.push(part))
    expect((await once(second, 'close'))[0]).toBe(1)
    expect(Buffer.concat(parts).toString()).toContain('another process serves this directory')
    expect(await server.end('SIGTERM')).toBe(0)
    await server.start()
    const list = await server.send(made, { method: 'GET', path: '/public/v1/invoices/' })
    expect(((await list.json()) as { count: number }).count).toBe(1)
  })
})
