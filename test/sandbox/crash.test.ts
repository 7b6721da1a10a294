import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder'
import { INVOICE } from '../support/worlds/shop'
import { KILLS, KilledServer, killAgainAndAgain, Receiver } from './killed'
import { BETTER, betterSqlite, nodeSqlite } from './storages'

const BUILT = join(temporaryFolder(), 'many-process.mjs')

/** A server in a process of its own. */
class Server extends KilledServer {
  #child: ChildProcess | undefined
  url = ''

  constructor(
    readonly directory: string,
    readonly idle: string,
    readonly environment: NodeJS.ProcessEnv = {},
  ) {
    super()
  }

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

  async restart(): Promise<void> {
    await this.end('SIGKILL')
    await this.start()
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
    'that is killed again and again loses no answer and no event, with sandboxes put away after %s',
    async (idle) => {
      await using receiver = new Receiver()
      const server = await started(idle, { RECEIVER: await receiver.start() })
      await killAgainAndAgain(engine, server, receiver, KILLS / 2)
    },
    120_000 + KILLS * 30_000,
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
