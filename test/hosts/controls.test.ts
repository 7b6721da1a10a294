import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSimulator } from 'accounting-simulator'
import { serve } from 'accounting-simulator/node'
import { scenarios } from 'accounting-simulator/scenarios'
import { describe, expect, it, test, vi } from 'vitest'
import { CONTROLS, openControls } from '../../src/tools/controls/open-controls'
import { serveEachTest } from '../support/served'
import { rawExchange } from './raw-exchange'

const served = serveEachTest()

const items = [{ item_id: 1, quantity: 1, rate: '100.00' }]
const invoice = { date: '2026-01-15', company_id: 1, customer_id: 1, items }

/** A call of the controls: status and body, JSON or text. */
async function call(method: string, path: string, body?: unknown, accept = 'application/json') {
  const response = await fetch(`${served.server.url}/__simulator${path}`, {
    method,
    headers: { accept, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type') === 'application/json'
  return { status: response.status, body: isJson ? JSON.parse(text) : text }
}

const ok = async (method: string, path: string, body?: unknown, accept?: string) => {
  const answer = await call(method, path, body, accept)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

const service = (path: string, method = 'GET') =>
  fetch(served.server.url + path, { method, headers: { 'X-API-KEY': served.simulator.apiKey } })

describe('what can be done', () => {
  it('begins with a list of it all', async () => {
    const index = await ok('GET', '/')
    expect(index).toMatchObject({ apiKey: 'test-api-key', now: '2026-01-15T09:00:00.000Z' })
    expect(index.controls).toHaveLength(CONTROLS.length)
    expect(await ok('GET', '')).toEqual(index)
  })

  test('time', async () => {
    expect(await ok('GET', '/clock')).toEqual({
      now: '2026-01-15T09:00:00.000Z',
      kind: 'manual',
      next: null,
      pending: [],
    })
    expect(await ok('POST', '/clock/advance', { duration: '2 days' })).toEqual({
      from: '2026-01-15T09:00:00.000Z',
      to: '2026-01-17T09:00:00.000Z',
      fired: [],
    })
    await ok('POST', '/clock/advance-to/', { instant: '2026-02-01T00:00:00Z' })
    expect(served.simulator.clock.now).toBe('2026-02-01T00:00:00.000Z')
  })

  test('the world', async () => {
    const { id } = await ok('POST', '/snapshots')
    await ok('POST', '/records/invoices', invoice)
    expect(served.simulator.records.invoices.count()).toBe(1)
    expect((await ok('GET', '/export')).format).toBe(2)
    expect(createSimulator({ world: await ok('GET', '/export') }).records.invoices.count()).toBe(1)
    expect(await ok('POST', `/snapshots/${id}/restore`)).toEqual({ ok: true })
    expect(served.simulator.records.invoices.count()).toBe(0)
    await ok('POST', '/clock/advance', { duration: '2 days' })
    await ok('POST', '/reset')
    expect(served.simulator.clock.now).toBe('2026-01-15T09:00:00.000Z')
    await service('/public/v1/invoices/')
    expect(await ok('GET', '/assumptions')).toEqual(served.simulator.assumptions.used())
    expect((await ok('GET', '/openapi')).openapi).toMatch(/^3\.1/)
  })

  test('faults', async () => {
    const fault = { on: 'GET /public/v1/invoices/', then: { status: 429, retryAfter: 7 } }
    const [from, none] = ['2026-01-15T09:00:00.000Z', { request: null, attempt: null, probability: null }]
    const untold = { hits: 0, remaining: 1, from, until: null, skip: 0, times: 1, when: null, ...none }
    expect(await ok('POST', '/faults', fault)).toEqual({ id: 1, ...fault, ...untold })
    expect(await ok('GET', '/faults/unfired')).toHaveLength(1)
    expect((await service('/public/v1/invoices/')).headers.get('retry-after')).toBe('7')
    expect(await ok('GET', '/faults/unfired')).toEqual([])
    expect(await ok('GET', '/faults')).toMatchObject([{ id: 1, hits: 1 }])
    await ok('POST', '/faults', { probability: 1, then: { status: 503 } })
    served.simulator.faults.inject({ when: () => true, then: { status: 503 } })
    expect((await ok('GET', '/faults')).at(-1).when).toBe('a predicate')
    await ok('DELETE', '/faults')
    expect((await service('/public/v1/invoices/')).status).toBe(200)
  })

  test('scenarios', async () => {
    const known = await ok('GET', '/scenarios')
    expect(known.map(({ name }: { name: string }) => name)).toEqual(Object.keys(scenarios))
    const play = await ok('POST', '/scenarios/play', { name: 'maintenance-window' })
    expect(play).toMatchObject({ id: 1, name: 'maintenance-window', fired: [] })
    await ok('POST', '/clock/advance', { duration: '1 minute' })
    expect((await service('/public/v1/invoices/')).status).toBe(503)
    const own = { name: 'own', steps: [{ create: { record: 'invoices', body: invoice } }] }
    expect(await ok('POST', '/scenarios/play', { scenario: own })).toMatchObject({ fired: [{ step: 0 }] })
    expect(await ok('GET', '/plays')).toMatchObject([{ id: 1, unfired: [] }, { id: 2 }])
    expect(await ok('GET', '/plays/1')).toMatchObject({ fired: [{ action: 'admin maintenance.start' }] })
    expect(await ok('GET', '/plays/1', undefined, 'text/plain')).toBe(
      `${String(served.simulator.plays[0])}\n`,
    )
  })

  test('webhooks', async () => {
    const heard: string[] = []
    const receiver = createServer((request, response) => {
      heard.push(`${request.method} ${request.url}`)
      response.end()
    })
    await once(receiver.listen(0, '127.0.0.1'), 'listening')
    const target = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
    await served.simulator.fetch('/public/v2/webhooks/', {
      method: 'POST',
      headers: { 'X-API-KEY': served.simulator.apiKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: 'https://hooks.example.com/in', topics: ['core.invoice/created'] }),
    })
    await ok('POST', '/webhooks/connect', { prefix: 'https://hooks.example.com/', target })
    await ok('POST', '/webhooks/hold')
    await ok('POST', '/records/invoices', invoice)
    await ok('POST', '/records/invoices', invoice)
    const [first, second] = await ok('GET', '/webhooks/queue')
    await ok('POST', '/webhooks/reorder', { ids: [second.id, first.id] })
    expect((await ok('GET', '/webhooks/queue')).map(({ id }: { id: number }) => id)).toEqual([2, 1])
    expect(await ok('POST', '/webhooks/duplicate', { id: 1 })).toEqual({ id: 3 })
    await ok('POST', '/webhooks/drop', { id: 2 })
    await ok('POST', '/webhooks/deliver', { id: 1 })
    expect(heard).toEqual(['POST /in'])
    await ok('POST', '/webhooks/release')
    await ok('POST', '/webhooks/flush')
    expect(heard).toHaveLength(2)
    const [attempt] = await ok('GET', '/webhooks/attempts')
    await ok('POST', '/webhooks/replay', { event_id: attempt.event_id })
    await ok('POST', '/webhooks/disconnect', { prefix: 'https://hooks.example.com/' })
    await ok('POST', '/webhooks/flush')
    expect([heard.length, served.simulator.webhooks.attempts.length]).toEqual([2, 3])
    receiver.close()
  })

  test('traffic and books', async () => {
    await service('/public/v1/invoices/')
    await service('/public/v1/bills/')
    expect(await ok('GET', '/traffic')).toHaveLength(2)
    expect(await ok('GET', '/traffic?last=1')).toMatchObject([{ request: { method: 'GET' } }])
    expect(await ok('GET', '/traffic', undefined, 'text/plain')).toBe(`${String(served.simulator.traffic)}\n`)
    expect(await ok('GET', '/traffic?format=text')).toContain('/public/v1/bills/')
    await ok('DELETE', '/traffic')
    expect(served.simulator.traffic).toHaveLength(0)

    await ok('POST', '/records/invoices', invoice)
    expect(await ok('GET', '/books/trial-balance?company_id=1')).toEqual(
      served.simulator.books.trialBalance(1),
    )
    expect(await ok('GET', '/books/entries?account_number=4000&type=invoices&number=1')).toHaveLength(1)
    expect(await ok('GET', '/books/entries?end_date=2026-01-01')).toEqual([])
    expect(await ok('GET', '/books/check')).toEqual([])
    expect(await ok('GET', '/books/journal')).toBe(served.simulator.books.toJournal())
  })

  test('records of any type, without a rate limit', async () => {
    expect(await ok('GET', '/records')).toEqual(Object.keys(served.simulator.records))
    for (let n = 0; n < 20; n += 1) await ok('POST', '/records/invoices', invoice)
    expect(await ok('GET', '/records/invoices/7')).toEqual(served.simulator.records.invoices.get(7))
    expect((await ok('GET', '/records/invoices?limit=2&number=3&number=4&number=5')).count).toBe(3)
    expect(await ok('PUT', '/records/invoices/7', { ...invoice, memo: 'changed' })).toMatchObject({
      memo: 'changed',
    })
    expect(await ok('DELETE', '/records/invoices/7')).toEqual({ success: true })
    await ok('POST', '/records/invoices?organization=other', invoice)
    expect(served.simulator.organization('other').records.invoices.count()).toBe(1)
    expect(served.simulator.records.invoices.count()).toBe(20)
  })

  test('the administration', async () => {
    expect(await ok('GET', '/admin')).toMatchObject({ 'approvals.reject': ['record', 'by?', 'reason'] })
    const { key } = await ok('POST', '/admin/keys/issue', { permissions: ['READ_ONLY'] })
    expect(key).toMatch(/^key-/)
    await ok('POST', '/admin/subscriptions/lapse', { group: 'invoices' })
    expect((await service('/public/v1/invoices/')).status).toBe(402)
    await ok('POST', '/admin/periods/lockThrough', { companyId: 1, date: '2026-01-31' })
    expect((await call('POST', '/records/invoices', invoice)).status).toBe(422)
  })
})

describe('a mistake is named', () => {
  it.each<[string, string, unknown, number, string | undefined]>([
    ['POST', '/clock/advance', { duration: 'a while' }, 400, 'duration'],
    ['POST', '/clock/advance', { days: 2 }, 400, 'days'],
    ['POST', '/clock/advance', '{', 400, 'body'],
    ['POST', '/clock/advance', '[]', 400, 'body'],
    ['POST', '/clock/advance-to', { instant: '2020-01-01T00:00:00Z' }, 400, 'instant'],
    ['POST', '/snapshots/9/restore', {}, 400, 'id'],
    ['POST', '/faults', { then: { status: 99 } }, 400, 'then.status'],
    ['POST', '/scenarios/play', {}, 400, 'name'],
    ['POST', '/scenarios/play', { name: 'sunshine' }, 400, 'name'],
    ['POST', '/scenarios/play', { scenario: { name: 'x', steps: [{}] } }, 400, 'steps[0]'],
    ['GET', '/plays/9', undefined, 400, 'id'],
    ['POST', '/webhooks/connect', { prefix: 'https://hooks.example.com/' }, 400, 'target'],
    ['POST', '/webhooks/connect', { prefix: 'x', target: 'https://elsewhere.example/' }, 400, 'prefix'],
    ['POST', '/webhooks/disconnect', { prefix: 'https://hooks.example.com/' }, 400, 'prefix'],
    ['POST', '/webhooks/reorder', { ids: 7 }, 400, 'ids'],
    ['POST', '/webhooks/drop', { id: 7 }, 400, 'id'],
    ['GET', '/traffic?last=all', undefined, 400, 'last'],
    ['GET', '/records/invoice', undefined, 400, 'type'],
    ['GET', '/records/constructor', undefined, 400, 'type'],
    ['GET', '/records/invoices/x', undefined, 400, 'id'],
    ['GET', '/records/invoices/7', undefined, 404, undefined],
    ['POST', '/records/invoices', {}, 422, undefined],
    ['POST', '/admin/keys/steal', {}, 400, 'call'],
    ['POST', '/admin/keys/revoke', { key: 'none' }, 400, 'key'],
    ['POST', '/admin/keys/revoke', {}, 400, 'key'],
    ['POST', '/admin/keys/issue', { permission: [] }, 400, 'permission'],
    ['POST', '/admin/rateLimits/override', { burst: 1 }, 400, 'refillPerSecond'],
    ['GET', '/records?organization=', undefined, 400, 'organization'],
    ['GET', '/records/invoice/1/events', undefined, 400, 'type'],
    ['GET', '/nowhere', undefined, 404, undefined],
    ['DELETE', '/clock', undefined, 405, undefined],
  ])('%s %s %j: %i %s', async (method, path, body, status, option) => {
    const answer = await call(method, path, body)
    expect([answer.status, answer.body.option], JSON.stringify(answer.body)).toEqual([status, option])
    expect(typeof answer.body.error).toBe('string')
  })

  it('a second advance while one is under way goes with it; a rewind is a conflict', async () => {
    const request = (path: string, body: object = {}) =>
      new Request(`https://accounting.test/__simulator${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
      })
    const controls = openControls(served.simulator, scenarios)
    const { id } = (await (await controls(request('/snapshots'))).json()) as { id: string }
    const before = Date.parse(served.simulator.clock.now)
    const answers = await Promise.all([
      controls(request('/clock/advance', { duration: '1 day' })),
      controls(request('/clock/advance', { duration: '1 day' })),
      controls(request(`/snapshots/${id}/restore`)),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 409])
    expect(Date.parse(served.simulator.clock.now) - before).toBe(86_400_000)
  })

  it('a bug is a 500 and is reported', async () => {
    const reported = vi.spyOn(console, 'error').mockReturnValue(undefined)
    vi.spyOn(served.simulator.books, 'check').mockImplementation(() => {
      throw new RangeError('a bug')
    })
    expect((await call('GET', '/books/check')).status).toBe(500)
    expect(reported).toHaveBeenCalledOnce()
    vi.restoreAllMocks()
  })
})

describe('who is let in', () => {
  const get = (headers: string) =>
    rawExchange(
      served.server.port,
      `GET /__simulator/clock HTTP/1.1\r\nConnection: close\r\n${headers}\r\n\r\n`,
    )

  it.each([
    ['a program of this machine', 'Host: localhost:4010', '200 OK'],
    ['by address', 'Host: 127.0.0.1', '200 OK'],
    ['by the other address', 'Host: [::1]:4010', '200 OK'],
    ['a page of this server', 'Host: localhost:4010\r\nOrigin: http://localhost:4010', '200 OK'],
    ['a name that leads here', 'Host: evil.example:4010', '403 Forbidden'],
    ['a name that looks alike', 'Host: localhost.evil.example', '403 Forbidden'],
    ['a page of another site', 'Host: localhost:4010\r\nOrigin: https://evil.example', '403 Forbidden'],
    ['a page of another port', 'Host: localhost:4010\r\nOrigin: http://localhost:3000', '403 Forbidden'],
    ['a page without an origin', 'Host: localhost:4010\r\nOrigin: null', '403 Forbidden'],
    ['an image of another site', 'Host: localhost:4010\r\nSec-Fetch-Site: cross-site', '403 Forbidden'],
    ['what a person typed', 'Host: localhost:4010\r\nSec-Fetch-Site: none', '200 OK'],
  ])('%s: %s', async (_, headers, status) => {
    expect((await get(headers)).split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`)
  })

  it('nobody, unless the controls are asked for: this machine is told how, and others get the service', async () => {
    await served.again({})
    expect(await get('Host: localhost:4010')).toMatch(
      /404 .*controls are not served here: --controls loopback/s,
    )
    for (const others of [
      'Host: simulator.example.com',
      'Host: localhost:4010\r\nOrigin: https://evil.example',
    ])
      expect(await get(others)).not.toContain('controls')
    expect((await service('/__simulators')).status).toBe(404)
    expect(await (await service('/__simulators')).text()).not.toContain('controls')
  })

  it("anyone, if that is asked for, but still no other site's page", async () => {
    await served.again({ controls: 'anyone' })
    expect(await get('Host: simulator.internal:4010')).toContain('200 OK')
    expect(await get('Host: simulator.internal\r\nOrigin: https://evil.example')).toContain('403 Forbidden')
  })

  it('only a whole simulator has controls', async () => {
    const part = { baseUrl: 'https://accounting.test', fetch: async () => new Response() }
    await expect(serve(part, { controls: true })).rejects.toThrow(TypeError)
  })

  it('does not spend or store anything of the service', async () => {
    await ok('GET', '/clock')
    expect(served.simulator.traffic).toHaveLength(0)
    expect((await service('/public/health/')).headers.get('x-ratelimit-remaining')).toBe('9')
  })
})
