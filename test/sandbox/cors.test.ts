import { join } from 'node:path'
import { type ManyServer, serveMany } from 'accounting-simulator/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rawExchange } from '../hosts/raw-exchange'
import { temporaryFolder } from '../support/temporary-folder'
import { TOKENS } from './many-command'
import { type Opened, sqliteHere } from './storages'

const PAGE = 'http://localhost:5173'
const CUSTOMERS = '/public/v1/customers/'

interface Made {
  readonly id: string
  readonly apiKey: string
  readonly adminToken: string
}

describe.skipIf(!sqliteHere)('a page of another origin', () => {
  const servers: ManyServer[] = []
  let [open, closed]: { readonly server: ManyServer; readonly made: Made }[] = []
  const start = async (cors: boolean) => {
    const directory = temporaryFolder()
    const database = new (sqliteHere as Opened)(join(directory, 'sandboxes.sqlite'))
    const server = await serveMany({ directory, database, teams: TOKENS, cors })
    servers.push(server)
    const answer = await fetch(`${server.url}/__sandboxes`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKENS.web}` },
      body: JSON.stringify({ name: 'page' }),
    })
    return { server, made: (await answer.json()) as Made }
  }
  beforeAll(async () => {
    open = await start(true)
    closed = await start(false)
  })
  afterAll(async () => {
    for (const server of servers) await server.close()
  })

  /** Over a bare socket, because fetch may send no `Origin` of its own. */
  const asked = async ({ port }: ManyServer, line: string, headers: Readonly<Record<string, string>>) => {
    const fields = Object.entries({
      Host: `127.0.0.1:${port}`,
      Connection: 'close',
      Origin: PAGE,
      ...headers,
    })
    const lines = [`${line} HTTP/1.1`, ...fields.map(([name, value]) => `${name}: ${value}`), '', '']
    const [head = ''] = (await rawExchange(port, lines.join('\r\n'))).split('\r\n\r\n')
    const [, status = ''] = head.split(' ')
    const allowed = /^access-control-allow-origin: (.*)$/im.exec(head)?.[1]?.trim()
    return { status: Number(status), allowed, head }
  }
  const preflight = (server: ManyServer, path: string, headers: Readonly<Record<string, string>> = {}) =>
    asked(server, `OPTIONS ${path}`, {
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization,x-api-key',
      ...headers,
    })

  test('asks the service of a sandbox by its key, after a preflight', async () => {
    if (!open) return expect.unreachable()
    const { server, made } = open
    expect(await preflight(server, CUSTOMERS)).toMatchObject({ status: 204, allowed: PAGE })
    const answer = await asked(server, `GET ${CUSTOMERS}`, { 'X-API-KEY': made.apiKey })
    expect(answer).toMatchObject({ status: 200, allowed: PAGE })
    expect(answer.head).toMatch(/^access-control-expose-headers: .*x-ratelimit-remaining/im)
    expect(answer.head).toMatch(/^content-security-policy: sandbox/im)
    expect(answer.head).not.toMatch(/access-control-allow-credentials/i)
  })

  test('asks by the name of the sandbox, too', async () => {
    if (!open) return expect.unreachable()
    const { server, made } = open
    const Host = `${made.id}.localhost:${server.port}`
    expect(await preflight(server, CUSTOMERS, { Host })).toMatchObject({ status: 204, allowed: PAGE })
    const answer = await asked(server, `GET ${CUSTOMERS}`, { Host, 'X-API-KEY': made.apiKey })
    expect(answer).toMatchObject({ status: 200, allowed: PAGE })
  })

  test.each(['wrong-key', ''])('finds no sandbox with the key %j', async (key) => {
    if (!open) return expect.unreachable()
    const { status } = await asked(open.server, `GET ${CUSTOMERS}`, { 'X-API-KEY': key })
    expect(status).toBe(404)
  })

  test.each([
    '/__simulator/reset',
    '/__simulator/clock',
    '/__sandboxes',
    '/__sandboxes/ui/',
    '/mcp',
    '/healthz',
    '/metrics',
    '/public',
    '//public/v1/customers/',
    '/%70ublic/v1/customers/',
    '/public/../__simulator/reset',
    '/public/%2e%2e/__simulator/reset',
    '/public/..%2f__simulator/reset',
  ])('%s stays closed to it', async (path) => {
    if (!open) return expect.unreachable()
    const { server, made } = open
    const before = await preflight(server, path)
    const withToken = { Authorization: `Bearer ${made.adminToken}`, 'Content-Length': '0' }
    for (const Host of [`127.0.0.1:${server.port}`, `${made.id}.localhost:${server.port}`]) {
      const { status, allowed } = await asked(server, `POST ${path}`, { Host, ...withToken })
      // Below /public/ a page may read the service's own refusal, which does nothing.
      if (before.allowed === undefined) expect(allowed, path).toBeUndefined()
      else expect(status, path).toBeGreaterThanOrEqual(400)
    }
  })

  test('gets nothing where the option is off', async () => {
    if (!closed) return expect.unreachable()
    const { server, made } = closed
    expect((await preflight(server, CUSTOMERS)).allowed).toBeUndefined()
    const { status, allowed } = await asked(server, `GET ${CUSTOMERS}`, { 'X-API-KEY': made.apiKey })
    expect([status, allowed]).toEqual([200, undefined])
  })
})
