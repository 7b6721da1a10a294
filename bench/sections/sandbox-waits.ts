import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Made } from '../../test/sandbox/deployment'
import { sqliteHere } from '../../test/sandbox/storages'
import { createSimulator } from '../built'
import { BUILT } from '../built-path'
import { INVOICES, invoiceBody } from '../invoices'
import { quartiles } from '../quartiles'
import { aimed } from '../report'

/**
 * How long another team waits while somebody does the worst that a token allows, at the usual quotas: the longest GET
 * of one record, as a multiple of the 99th percentile of the same GET while nobody does anything, in the same run. The
 * server, the client that waits and the attackers are processes of their own, and each attack has new ones.
 *
 * `BESIDE` names the folder of an older built package, which gets each attack in turn with today's. `LARGE` is the
 * number of invoices of a large world, for which the quotas are raised where they have to be. `ATTACK` is words of the
 * names of those that are played.
 */
const AIM = 20
/** Milliseconds, after which a sandbox without a request is put away. */
const IDLE = 6000
/** As many as the quota of rows takes, by default. */
const LARGE = Number(process.env.LARGE ?? 7500)
const MIB = 1024 * 1024
const QUOTAS = LARGE > 7500 ? { rows: LARGE * 3000 } : {}
/** Milliseconds after which an attacker has enough. */
const PATIENCE = 60_000
const PATH = new URL(INVOICES).pathname

interface Call {
  readonly team?: true
  readonly method?: string
  readonly path?: string
  readonly body?: string
  readonly mcp?: true
}

interface Attack {
  readonly name: string
  /** What the attacker's sandbox begins with. */
  readonly world?: 'large'
  readonly calls: (own: Made) => readonly Call[]
  /** Called before, and not measured. */
  readonly before?: (own: Made) => readonly Call[]
  /** Waits until the sandbox is put away. */
  readonly idle?: true
}

const nested = (bytes: number): string => `{"duration":${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}}`
const many = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one)

const simulator = createSimulator({ rateLimits: false })
for (let made = 0; made < LARGE; made += 1) simulator.records.invoices.create(invoiceBody(1, 1))
const largeWorld = JSON.stringify({ clock: 'manual', from: simulator.export() })
simulator[Symbol.dispose]()

const advance = (duration: string): Call => ({
  method: 'POST',
  path: '/__simulator/clock/advance',
  body: JSON.stringify({ duration }),
})
const [line] = invoiceBody(1, 1).items
const template = JSON.stringify({
  ...{ company_id: 1, name: 'daily', memo: '', date: '2026-01-16', rrule: 'FREQ=DAILY' },
  ...{ recurring_type: 'automatic', status: 'active', record_payload: invoiceBody() },
})
const linesOf = (count: number): string =>
  JSON.stringify({
    ...invoiceBody(1, 1),
    items: Array.from({ length: count }, (_, at) => ({ ...line, position: at + 1 })),
  })
const [FLAT, DEEP, DEEP6, DEEP15] = [
  `{"duration":"${'x'.repeat(MIB - 100)}"}`,
  nested(MIB - 100),
  nested(6 * MIB),
  nested(15 * MIB),
]
const WIDE = `{"from":{${Array.from({ length: 1_000_000 }, (_, at) => `"m${at}":0`).join()}}}`
const control = (body: string): Call => ({ method: 'POST', path: '/__simulator/clock/advance', body })
const create = (body: string): Call => ({ team: true, method: 'POST', path: '/__sandboxes', body })
const TOOLS = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
const look = (path: string): Call => ({ path: `/__simulator${path}` })
const act = (path: string): Call => ({ method: 'POST', path: `/__simulator${path}`, body: '{}' })

const ATTACKS: readonly Attack[] = [
  { name: 'control, 1 MiB of text', calls: () => [control(FLAT)] },
  { name: 'control, 1 MiB of nested lists', calls: () => [control(DEEP)] },
  { name: '20 of them at once', calls: () => many(20, control(DEEP)) },
  { name: 'new sandbox, 6 MiB of nested lists', calls: () => [create(DEEP6)] },
  { name: 'new sandbox, 15 MiB of nested lists', calls: () => [create(DEEP15)] },
  { name: 'new sandbox, 15 MiB with a million members', calls: () => [create(WIDE)] },
  { name: '200 tools/list of an agent at once', calls: () => many(200, { mcp: true, body: TOOLS }) },
  { name: '500 requests at once', calls: () => many(500, { path: PATH }) },
  { name: 'an invoice of 9,000 lines', calls: () => [{ method: 'POST', path: PATH, body: linesOf(9000) }] },
  { name: 'an invoice of 1,900 lines', calls: () => [{ method: 'POST', path: PATH, body: linesOf(1900) }] },
  {
    name: '20 of them at once',
    calls: () => many(20, { method: 'POST', path: PATH, body: linesOf(1900) }),
  },
  {
    name: '100,000 invoices made up',
    calls: () => [{ method: 'POST', path: '/__simulator/make/invoices', body: '{"count":100000}' }],
  },
  {
    name: '100 invoices made up',
    calls: () => [{ method: 'POST', path: '/__simulator/make/invoices', body: '{"count":100}' }],
  },
  {
    name: 'advance by 100 years of daily invoices',
    before: () => [{ method: 'POST', path: '/public/v1/recurring/invoices/', body: template }],
    calls: () => [advance('36500 days')],
  },
  { name: 'new sandbox from a large world', calls: () => [create(largeWorld)] },
  { name: 'a list of it, after idle', world: 'large', idle: true, calls: () => [{ path: PATH }] },
  {
    name: 'an invoice in it, after idle',
    ...{ world: 'large', idle: true },
    calls: () => [{ method: 'POST', path: PATH, body: JSON.stringify(invoiceBody(1, 1)) }],
  },
  { name: 'its export', world: 'large', calls: () => [look('/export')] },
  { name: 'the check of its books', world: 'large', calls: () => [look('/books/check')] },
  { name: 'its journal', world: 'large', calls: () => [look('/books/journal')] },
  { name: 'its entries', world: 'large', calls: () => [look('/books/entries')] },
  { name: 'its balances', world: 'large', calls: () => [look('/books/trial-balance')] },
  { name: 'its timeline', world: 'large', calls: () => [look('/timeline')] },
  { name: 'all its records', world: 'large', calls: () => [look('/records/invoices')] },
  { name: 'its reset', world: 'large', idle: true, calls: () => [act('/reset')] },
  {
    name: 'its fork',
    world: 'large',
    calls: ({ id }) => [{ team: true, method: 'POST', path: `/__sandboxes/${id}/fork`, body: '{}' }],
  },
  {
    name: 'its end',
    world: 'large',
    calls: ({ id }) => [{ team: true, method: 'DELETE', path: `/__sandboxes/${id}` }],
  },
]

class Server {
  readonly #child: ChildProcess
  readonly url: string

  get pid(): number {
    return this.#child.pid ?? 0
  }

  private constructor(child: ChildProcess, url: string) {
    this.#child = child
    this.url = url
  }

  static async start(folder: string): Promise<Server> {
    const child = fork(script('served-teams'), [JSON.stringify(TEAMS), folder, JSON.stringify(QUOTAS)])
    const [url] = await once(child, 'message')
    return new Server(child, url)
  }

  close(): void {
    this.#child.kill('SIGKILL')
  }

  /** The status of the answer. */
  async send(token: string, own: Made | undefined, { team, mcp, method, path, body }: Call): Promise<number> {
    const isControl = path?.startsWith('/__simulator')
    const response = await fetch(this.url + (mcp ? '/mcp' : path), {
      method: method ?? (mcp ? 'POST' : 'GET'),
      headers: {
        ...(team && { authorization: `Bearer ${token}` }),
        ...((isControl || mcp) && { authorization: `Bearer ${own?.adminToken}` }),
        ...(!team && !isControl && !mcp && { 'x-api-key': own?.apiKey ?? '' }),
        'content-type': 'application/json',
        ...(mcp && { accept: 'application/json, text/event-stream' }),
      },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(PATIENCE),
    })
    await response.arrayBuffer()
    return response.status
  }

  async make(token: string, body: string): Promise<Made> {
    const response = await fetch(`${this.url}/__sandboxes`, {
      ...{ method: 'POST', headers: { authorization: `Bearer ${token}` }, body },
    })
    if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`)
    return (await response.json()) as Made
  }
}

const script = (name: string): string => fileURLToPath(new URL(`../${name}.ts`, import.meta.url))
const MANUAL = JSON.stringify({
  clock: 'manual',
  options: { now: '2026-01-15T09:00:00Z', rateLimits: false },
})
const TEAMS = { quiet: 'the-token-of-the-team-quiet', attacker: 'the-token-of-the-team-attacker' }

const asked = (process.env.ATTACK ?? '').split(' ')
const attacks = ATTACKS.filter(({ name }) => asked.every((part) => name.includes(part)))

/** Milliseconds of a GET, and those that the thread of the server worked meanwhile. */
type Wait = readonly [wait: number, work: number]

interface Measured {
  readonly longest: Wait
  readonly statuses: readonly (number | string)[]
  readonly took: number
}

/** A build, and what was measured of it. */
class Build {
  readonly idle: Wait[] = []
  readonly measured: Measured[] = []

  constructor(
    readonly name: string,
    readonly folder: string,
  ) {}

  /** The 99th percentile of a GET while nobody does anything. */
  get usual(): Wait {
    const p99 = (of: (one: Wait) => number): number =>
      this.idle.map(of).sort((a, b) => a - b)[Math.floor(this.idle.length * 0.99)] ?? Number.NaN
    return [p99(([wait]) => wait), p99(([, work]) => work)]
  }

  async suffer(attack: Attack): Promise<void> {
    const server = await Server.start(this.folder)
    const quiet = await server.make(TEAMS.quiet, MANUAL)
    const body = JSON.stringify(invoiceBody(1, 1))
    await server.send('', quiet, { method: 'POST', path: PATH, body })
    const client = fork(script('waiting-client'), [
      `${server.url}${PATH}1/`,
      quiet.apiKey,
      String(server.pid),
    ])
    const waits = async (): Promise<Wait[]> => {
      client.send('tell')
      return (await once(client, 'message'))[0]
    }
    const own = await server.make(TEAMS.attacker, attack.world ? largeWorld : MANUAL)
    for (const call of attack.before?.(own) ?? []) await server.send(TEAMS.attacker, own, call)
    await pause(2000) // compiles the way of a GET
    await waits()
    await pause(attack.idle ? IDLE : 2000)
    this.idle.push(...(await waits()))
    const began = performance.now()
    const statuses = await Promise.all(
      attack.calls(own).map((call) => server.send(TEAMS.attacker, own, call).catch(() => 'no answer')),
    )
    const took = performance.now() - began
    // What was answered may still be stored.
    await pause(1500)
    const all = await waits()
    const longest: Wait = [Math.max(...all.map(([wait]) => wait)), Math.max(...all.map(([, work]) => work))]
    this.measured.push({ longest, statuses, took })
    client.kill()
    server.close()
  }

  tell(): void {
    const { idle, usual, measured } = this
    const median = quartiles(idle.map(([wait]) => wait)).median.toFixed(1)
    console.log(
      `\n${this.name}: the longest wait of another team, and the longest work of the server within a wait; ` +
        `idle, ${idle.length} requests: median ${median} ms, 99th percentile ${usual[0].toFixed(1)} ms, ` +
        `of its work ${usual[1].toFixed(1)} ms`,
    )
    for (const [number, { longest, statuses, took }] of measured.entries()) {
      const [wait, work] = [longest[0] / usual[0], longest[1] / usual[1]]
      const answers = [...new Set(statuses)].join(', ')
      console.log(
        `  ${attacks[number]?.name.padEnd(44)}${wait.toFixed(1).padStart(7)}  ${aimed(wait, AIM).padEnd(13)}` +
          `${work.toFixed(1).padStart(7)} of work  ${longest[0].toFixed(0).padStart(6)} and ` +
          `${longest[1].toFixed(0).padStart(5)} ms  answered ${answers} after ${took.toFixed(0)} ms`,
      )
    }
  }
}

const { BESIDE } = process.env
const builds = [
  ...(BESIDE === undefined ? [] : [new Build(`sandboxes of ${BESIDE}`, resolve(BESIDE))]),
  new Build('sandboxes', BUILT),
]
if (sqliteHere) {
  for (const attack of attacks) for (const build of builds) await build.suffer(attack)
  for (const build of builds) build.tell()
} else console.log('\nsandboxes: no SQLite here')
