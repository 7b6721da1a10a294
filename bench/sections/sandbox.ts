import { once } from 'node:events'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import type { Made } from '../../test/sandbox/deployment'
import { type Opened, sqliteHere } from '../../test/sandbox/storages'
import { temporaryFolder } from '../../test/support/temporary-folder'
import { createSimulator, serveMany, serve as serveOne } from '../built'
import { timings } from '../harness'
import { heapUsed } from '../heap'
import { HEADERS, INVOICES, invoiceBody } from '../invoices'
import { quartiles } from '../quartiles'
import { readAnswer } from '../read-answer'
import { figureLine, report } from '../report'

/**
 * The goals of sandboxes on Node with SQLite. Ratios and counts travel; milliseconds are those of this machine.
 */
const TOKEN = 'the-token-of-the-team-web'
const UNREACHED_QUOTAS = { requestsPerSecond: 1e9, burst: 1e9, deliveriesPerMinute: 1e9, rows: 1e9 }
const CLIENTS = 16
const SANDBOXES = 1000
const RECORDS = 10_000
const ROUNDS = 5
const DELIVERIES = 40
const PATH = new URL(INVOICES).pathname
const BODY = JSON.stringify(invoiceBody(1, 1))

type Database = InstanceType<Opened>

/** Counts what is written to a database. */
class Counted {
  rows = 0
  bytes = 0
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  exec = (sql: string): unknown => this.#database.exec(sql)
  close = (): unknown => this.#database.close()
  prepare = (sql: string): ReturnType<Database['prepare']> => {
    const statement = this.#database.prepare(sql)
    return {
      all: (...values) => statement.all(...values),
      run: (...values) => {
        this.rows += 1
        for (const value of values) if (typeof value === 'string') this.bytes += Buffer.byteLength(value)
        return statement.run(...values)
      },
    }
  }
}

type Server = Awaited<ReturnType<typeof serveMany>>

interface Serving {
  readonly directory?: string
  readonly idle?: string
  readonly deliver?: (request: Request) => Promise<Response>
}

async function serve(
  Opened: Opened,
  { directory = temporaryFolder(), idle = '1 hour', deliver }: Serving = {},
): Promise<{ readonly server: Server; readonly counted: Counted; readonly directory: string }> {
  const counted = new Counted(new Opened(join(directory, 'sandboxes.sqlite')))
  const server = await serveMany({
    ...{ directory, idle, database: counted, teams: { web: TOKEN }, secret: 'a secret of the bench' },
    quotas: { ...UNREACHED_QUOTAS, sandboxes: 2 * SANDBOXES },
    ...(deliver && { deliver }),
  })
  return { server, counted, directory }
}

async function make({ url }: Server, clock: 'manual' | 'live' = 'manual'): Promise<Made> {
  const response = await fetch(`${url}/__sandboxes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify({ clock, options: { rateLimits: false } }),
  })
  return (await readAnswer(response)) as Made
}

const makeMany = async (server: Server, count: number): Promise<Made[]> => {
  const made: Made[] = []
  while (made.length < count) made.push(await make(server))
  return made
}

/** The key says which sandbox is meant. */
const post = async (url: string, key: string, path = PATH, body = BODY): Promise<unknown> =>
  readAnswer(await fetch(url + path, { method: 'POST', headers: { ...HEADERS, 'X-API-KEY': key }, body }))

const get = async (url: string, key: string): Promise<unknown> =>
  readAnswer(await fetch(`${url}${PATH}1/`, { headers: { 'X-API-KEY': key } }))

/** All clients ask at the same time. */
const together = (ask: (client: number) => Promise<unknown>): Promise<unknown> =>
  Promise.all(Array.from({ length: CLIENTS }, (_, client) => ask(client)))

async function writing(Opened: Opened): Promise<void> {
  const simulator = createSimulator({ rateLimits: false })
  const listening = await serveOne(simulator)
  const { server } = await serve(Opened)
  const [own] = await makeMany(server, 1)
  const others = await makeMany(server, 100)
  const keyAt = (made: number): string => others[made % others.length]?.apiKey ?? ''
  const schedule = { rounds: 15, sliceMilliseconds: 250, operationsAtMost: 60 }
  const [volatile, one, many] = await timings(
    [
      {
        name: 'serve(...), in memory',
        run: () => together(() => post(listening.url, 'test-api-key')),
      },
      { name: 'one sandbox, stored', run: () => together(() => post(server.url, own?.apiKey ?? '')) },
      {
        name: '100 sandboxes, stored',
        run: (index) => together((client) => post(server.url, keyAt(index * CLIENTS + client))),
      },
    ],
    schedule,
  )
  report(`sandboxes on Node: ${CLIENTS} POSTs at once`, [
    { timing: volatile },
    { timing: one, against: volatile, aim: 1 / 0.9 },
    { timing: many, against: volatile, aim: 1 / 0.8 },
  ])
  await server.close()
  await listening.close()
}

async function storing(Opened: Opened): Promise<void> {
  const { server, counted } = await serve(Opened, {
    deliver: async () => new Response(null, { status: 204 }),
  })
  const { apiKey, adminToken } = await make(server)
  const count = async (name: string, aims: readonly number[]): Promise<void> => {
    await post(server.url, apiKey)
    const before = [counted.rows, counted.bytes] as const
    for (let made = 0; made < 100; made += 1) {
      await post(server.url, apiKey)
      await readAnswer(
        await fetch(`${server.url}/__simulator/webhooks/flush`, {
          method: 'POST',
          headers: { authorization: `Bearer ${adminToken}` },
        }),
      )
    }
    figureLine(`rows written, ${name}`, (counted.rows - before[0]) / 100, '', aims[0])
    figureLine(`kB written, ${name}`, (counted.bytes - before[1]) / 100_000, '', aims[1])
  }
  console.log('\nsandboxes on Node: what one POST of an invoice of one line stores')
  await count('without a webhook', [2, 2])
  const hook = { url: 'https://hooks.example.com/', topics: ['core.invoice/created'] }
  await post(server.url, apiKey, '/public/v2/webhooks/', JSON.stringify(hook))
  await count('with a delivery', [8])
  await server.close()
}

async function opening(Opened: Opened): Promise<void> {
  const { server, directory } = await serve(Opened)
  const [large, small] = [await make(server), await make(server)]
  for (let made = 0; made < RECORDS; made += CLIENTS) await together(() => post(server.url, large.apiKey))
  await post(server.url, small.apiKey)
  await server.close()
  const [first, second]: [number[], number[]] = [[], []]
  for (let round = 0; round <= ROUNDS; round += 1) {
    const again = await serve(Opened, { directory })
    await make(again.server) // compiles what is not about opening
    for (const [{ apiKey }, times] of [
      [large, first],
      [small, second],
    ] as const) {
      // Other programs of the machine do not change it. The client is in this process, too.
      const begin = process.cpuUsage()
      await get(again.server.url, apiKey)
      const { user, system } = process.cpuUsage(begin)
      if (round > 0) times.push((user + system) / 1000)
    }
    await again.server.close()
  }
  console.log('\nsandboxes on Node: processor time of the first answer of one that is put away')
  figureLine(`${RECORDS.toLocaleString('en')} invoices`, quartiles(first).median, 'ms', 120)
  figureLine('one invoice', quartiles(second).median, 'ms', 3)
}

async function holding(Opened: Opened): Promise<void> {
  const { server, directory } = await serve(Opened)
  const all = await makeMany(server, SANDBOXES)
  for (const { apiKey } of all) await post(server.url, apiKey)
  await server.close()
  const again = await serve(Opened, { directory, idle: '20 seconds' })
  await get(again.server.url, all[0]?.apiKey ?? '')
  const before = heapUsed()
  for (const { apiKey } of all) await get(again.server.url, apiKey)
  const open = heapUsed()
  console.log(`\nsandboxes on Node: memory of ${SANDBOXES} with an invoice each`)
  figureLine('open', (open - before) / 1e6, 'MB', 30)
  const end = performance.now() + 60_000
  let left = open
  while (left - before > 2e6 && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    left = heapUsed()
  }
  figureLine('put away', (left - before) / 1e6, 'MB', 2)
  await again.server.close()
}

async function delivering(Opened: Opened): Promise<void> {
  const arrivals = new EventTarget()
  const deliver = async (): Promise<Response> => {
    arrivals.dispatchEvent(new Event('delivery'))
    return new Response(null, { status: 204 })
  }
  const { server } = await serve(Opened, { deliver })
  const { apiKey } = await make(server, 'live')
  const hook = { url: 'https://hooks.example.com/', topics: ['core.invoice/created'] }
  await post(server.url, apiKey, '/public/v2/webhooks/', JSON.stringify(hook))
  const taken: number[] = []
  while (taken.length < DELIVERIES) {
    const arrived = once(arrivals, 'delivery')
    await post(server.url, apiKey)
    const begin = performance.now()
    await arrived
    taken.push(performance.now() - begin)
  }
  console.log('\nsandboxes on Node: from the answer of a POST to its delivery, on a live clock')
  figureLine('median', quartiles(taken).median, 'ms', 36)
  figureLine('longest', Math.max(...taken), 'ms')
  await server.close()
}

/** `PART` names those that are measured. */
const { PART } = process.env
const parts = [writing, storing, opening, holding, delivering].filter(
  ({ name }) => PART === undefined || PART.includes(name),
)
if (sqliteHere) for (const part of parts) await part(sqliteHere)
else
  console.log(
    '\nsandboxes: no SQLite here; Node 22.13 has one, and BETTER_SQLITE3 names a folder with another',
  )
