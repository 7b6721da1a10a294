import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openMany } from '../../src/hosts/node/many/many-server'
import { readManyOptions } from '../../src/hosts/node/many/options'
import type { SimulatorServer } from '../../src/hosts/node/server'
import type { Answer } from '../support/agents'
import { temporaryFolder } from '../support/temporary-folder'
import { INVOICE } from '../support/worlds/shop'
import { type Made, TEAMS } from './deployment'
import { sqliteHere } from './storages'

const HERE = pathToFileURL(join(import.meta.dirname, '../../dist/'))

describe.runIf(sqliteHere)('an agent of a shared sandbox', () => {
  let server: SimulatorServer
  const clients: Client[] = []
  beforeEach(async () => {
    const directory = temporaryFolder()
    const database = sqliteHere && new sqliteHere(join(directory, 'sandboxes.sqlite'))
    const secret = 'a secret of the test'
    const options = { directory, teams: TEAMS, secret, ...(database && { database }) }
    server = await openMany(readManyOptions(options, ''), HERE)
  })
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()))
    await server.close()
  })

  const make = async (): Promise<Made> => {
    const init = { method: 'POST', headers: { authorization: `Bearer ${TEAMS.web}` } }
    const response = await fetch(`${server.url}/__sandboxes`, { ...init, body: '{"clock":"manual"}' })
    return (await response.json()) as Made
  }

  /** The client checks each answer against the schema that its tool declares. */
  const connected = async (token: string) => {
    const client = new Client({ name: 'a test', version: '1.0.0' })
    clients.push(client)
    const requestInit = { headers: { authorization: `Bearer ${token}` } }
    await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit }))
    const { tools } = await client.listTools()
    const call = async (name: string, given: object = {}) => {
      const answer = await client.callTool({ name, arguments: given as Record<string, unknown> })
      return { ...(answer.structuredContent as unknown as Answer), isError: answer.isError === true }
    }
    return { tools: tools.map(({ name }) => name), call }
  }

  test('finds out why its request was refused, mends it, and writes the test of it', async () => {
    const { adminToken, url } = await make()
    const { tools, call } = await connected(adminToken)
    expect(tools).toHaveLength(10)
    expect((await call('operations')).data).toMatchObject({ url })
    const post = { method: 'POST', path: '/public/v1/invoices/' }
    const { customer_id, ...without } = INVOICE
    const refused = await call('request', { ...post, body: { ...without, customer: customer_id } })
    expect(refused).toMatchObject({
      data: { status: 422, body: { errors: { customer_id: ['Field required'] } } },
      next: expect.stringContaining('operations with section 7.4'),
    })
    const rules = await call('operations', { section: '7.4' })
    expect(rules.data?.rules).toContain('Field required')
    expect(await call('request', { ...post, body: INVOICE })).toMatchObject({ data: { status: 200 } })
    expect(await call('records', { type: 'invoices' })).toMatchObject({ data: { count: 1 } })
    expect((await call('write_test', { entries: [1, 2] })).data?.test).toContain('toBe(422)')
  })

  test('sees and changes its own sandbox only', async () => {
    const [a, b] = [await make(), await make()]
    const [ofA, ofB] = [await connected(a.adminToken), await connected(b.adminToken)]
    await ofA.call('records', { type: 'invoices', create: INVOICE })
    await ofA.call('advance_time', { duration: '40 days' })
    expect((await ofA.call('records', { type: 'invoices' })).data).toMatchObject({ count: 1 })
    expect((await ofB.call('records', { type: 'invoices' })).data).toMatchObject({ count: 0 })
    expect((await ofB.call('timeline')).data).toMatchObject({ lines: [] })
    const foreign = { method: 'GET', path: '/public/v1/invoices/', headers: { 'X-API-KEY': a.apiKey } }
    expect((await ofB.call('request', foreign)).data).toMatchObject({ status: 403 })
  })

  test('runs nothing on the machine of the sandbox, and reaches no other server from there', async () => {
    const { call } = await connected((await make()).adminToken)
    for (const [name, given] of [
      ['explore', { program: ['true'] }],
      ['replay', { file: '/etc/passwd' }],
      ['request', { method: 'POST', path: '/__simulator/webhooks/connect', body: {} }],
    ] as const)
      expect(await call(name, given), name).toMatchObject({ isError: true })
  })

  test.each<[what: string, token: (made: Made, other: Made) => string, host: boolean, status: number]>([
    ['its token', ({ adminToken }) => adminToken, true, 200],
    ['no token of a sandbox', () => 'nothing', true, 401],
    ['the token of another sandbox', (_, { adminToken }) => adminToken, true, 401],
    ['its key', ({ apiKey }) => apiKey, true, 401],
    ['the token of the team', () => TEAMS.web, true, 401],
    ['a guessed end of its token', ({ id }) => `st_${id}_aaaaaaaaaaaaaaaa`, false, 401],
    ['a guessed id', () => `st_${'a'.repeat(22)}_aaaaaaaaaaaaaaaa`, false, 404],
    ['no id', () => 'nothing', false, 404],
  ])('with %s', async (_, token, isByHost, status) => {
    const [made, other] = [await make(), await make()]
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
    const headers = {
      authorization: `Bearer ${token(made, other)}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    }
    const { host } = new URL(isByHost ? made.url : server.url)
    // fetch would not let the name of the host differ from its address.
    const sent = request(`${server.url}/mcp`, { method: 'POST', headers: { ...headers, host } }).end(body)
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    answer.resume()
    expect(answer.statusCode).toBe(status)
  })

  test.each<[what: string, init: RequestInit, status: number]>([
    ['a GET', {}, 405],
    ['a DELETE', { method: 'DELETE' }, 405],
    ['no JSON', { method: 'POST', body: '{' }, 400],
    ['another type', { method: 'POST', body: 'a=1', headers: { 'content-type': 'text/plain' } }, 415],
    ['a long message', { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) }, 413],
  ])('that sends %s', async (_, init, status) => {
    const { adminToken } = await make()
    const headers = {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(init.headers as Record<string, string>),
      authorization: `Bearer ${adminToken}`,
    }
    expect((await fetch(`${server.url}/mcp`, { ...init, headers })).status).toBe(status)
  })
})
