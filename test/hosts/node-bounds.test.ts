import { connect, type Socket } from 'node:net'
import { createSimulator } from 'accounting-simulator'
import { type SimulatorServer, serve } from 'accounting-simulator/node'
import { afterEach, describe, expect, it } from 'vitest'
import { rawExchange } from './raw-exchange'

const MIB = 1024 * 1024
const servers: SimulatorServer[] = []
const sockets: Socket[] = []

async function start(options: Parameters<typeof serve>[1] = {}, simulator = createSimulator()) {
  const server = await serve(simulator, { grace: 100, ...options })
  servers.push(server)
  return { simulator, server }
}

function open(port: number, text: string): Socket {
  const socket = connect(port, '127.0.0.1', () => socket.write(text))
  socket.on('error', () => undefined)
  sockets.push(socket)
  return socket
}

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) await server.close()
})

const head = (method: string, path: string, ...headers: string[]) =>
  [`${method} ${path} HTTP/1.1`, 'Host: localhost', 'X-API-KEY: test-api-key', ...headers, '', ''].join(
    '\r\n',
  )

const HALF = `${head('POST', '/public/v1/invoices/', 'Content-Length: 100')}{"memo":`
const HEALTH = head('GET', '/public/health/')

describe('close ends', () => {
  it.each([
    ['a half-sent body', HALF, undefined],
    ['nothing sent at all', '', undefined],
    ['half a head', 'GET /public/health/ HTTP/1.1\r\nHos', undefined],
    ['a response held back', HEALTH, { delay: '1 hour' }],
    ['two at once, the first with a network error', HEALTH + HEALTH, { networkError: true }],
    ['two at once, the first with its response lost', HEALTH + HEALTH, { loseResponse: true }],
    ['two at once, the first held back', HEALTH + HEALTH, { delay: '1 hour' }],
    ['two at once, the first a TRACE', head('TRACE', '/public/health/') + HEALTH, undefined],
  ] as const)('with %s', async (_, text, then) => {
    const { simulator, server } = await start()
    if (then) simulator.faults.inject({ then })
    open(server.port, text)
    if (text.includes('\r\n\r\n') && text !== HALF)
      while (simulator.traffic.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    await server.close()
    await expect(fetch(server.url)).rejects.toThrow(TypeError)
  })

  it('when the clients of two requests at once are gone', async () => {
    const { simulator, server } = await start({ grace: 60_000 })
    simulator.faults.inject({ then: { networkError: true } })
    const socket = open(server.port, HEALTH + HEALTH)
    await new Promise((resolve) => socket.once('close', resolve))
    await server.close()
    await expect(fetch(server.url)).rejects.toThrow(TypeError)
  })
})

describe('a method that fetch does not send', () => {
  it.each([
    ['TRACE', '/public/health/', 'test-api-key', '405'],
    ['TRACE', '/public/nowhere/', 'test-api-key', '404'],
    ['TRACE', '/public/health/', 'wrong', '403'],
  ])('%s %s with key %s is answered %s', async (method, path, key, status) => {
    const { simulator, server } = await start()
    const text = head(method, path, 'Connection: close').replace('test-api-key', key)
    expect(await rawExchange(server.port, text)).toContain(`HTTP/1.1 ${status} `)
    expect(simulator.traffic[0]?.request.method).toBe(method)
  })
})

describe('the name that a client uses', () => {
  const asked = (port: number, host: string, path = '/public/health/', more = '') =>
    rawExchange(
      port,
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}X-API-KEY: test-api-key\r\nConnection: close\r\n\r\n`,
    )

  it.each([
    ['localhost:4010', {}, '200'],
    ['127.0.0.1', {}, '200'],
    ['[::1]:4010', {}, '200'],
    ['192.168.0.7:4010', {}, '200'],
    ['simulator:4010', {}, '200'],
    ['simulator.internal', {}, '200'],
    ['evil.example', {}, '403'],
    ['evil.example:4010', {}, '403'],
    ['evil.example', { hosts: ['evil.example'] }, '200'],
    ['other.example', { hosts: ['evil.example'] }, '403'],
    ['evil.example', { hosts: 'any' }, '200'],
    ['evil.example', { host: '0.0.0.0' }, '200'],
  ] as const)('%s, with %j: %s', async (name, options, status) => {
    const { server } = await start(options)
    expect(await asked(server.port, name)).toContain(`HTTP/1.1 ${status} `)
  })

  it.each([
    ['evil.example', '', {}, '403'],
    ['evil.example', 'Origin: http://evil.example\r\n', {}, '403'],
    ['evil.example', 'Origin: http://evil.example\r\n', { hosts: ['evil.example'] }, '200'],
    ['simulator:4010', '', {}, '200'],
    ['simulator:4010', 'Origin: http://evil.example\r\n', {}, '403'],
  ] as const)('%s with "%s" for controls of anyone, with %j: %s', async (name, origin, options, status) => {
    const { server } = await start({ controls: 'anyone', ...options })
    expect(await asked(server.port, name, '/__simulator/clock', origin)).toContain(`HTTP/1.1 ${status} `)
  })
})

describe('controls', () => {
  it('read a body up to their limit', async () => {
    const { server } = await start({ controls: true })
    const body = `{"on":"${'x'.repeat(11 * MIB)}"}`
    const response = await fetch(`${server.url}/__simulator/faults`, { method: 'POST', body })
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: 'the body has more than 10485760 bytes', option: 'body' },
    ])
  })

  it('show the traffic of large requests', async () => {
    const { server, simulator } = await start({ controls: true })
    for (let time = 0; time < 30; time += 1)
      await simulator.fetch('/public/v1/bills/', { method: 'POST', body: 'x'.repeat(9 * MIB) })
    const response = await fetch(`${server.url}/__simulator/traffic`)
    expect(response.status).toBe(200)
    expect((await response.text()).length).toBeLessThan(70 * MIB)
  })

  const strange = { toString: 1 }
  it.each([
    ['/webhooks/deliver', { id: strange }],
    ['/webhooks/duplicate', { id: 'x' }],
    ['/webhooks/drop', { id: [1] }],
    ['/webhooks/replay', { event_id: strange }],
    ['/webhooks/reorder', { ids: [strange] }],
    ['/webhooks/connect', { prefix: strange, target: 'http://127.0.0.1:1' }],
    ['/webhooks/disconnect', { prefix: strange }],
    ['/scenarios/play', { name: strange }],
    ['/scenarios/play', { scenario: strange }],
    ['/clock/advance', { duration: strange }],
    ['/clock/advance-to', { instant: strange }],
    ['/faults', { then: strange }],
    ['/faults', { on: strange, then: { status: 500 } }],
    ['/admin/keys/issue', { organization: true }],
    ['/admin/keys/issue', { label: strange }],
    ['/admin/keys/issue', { permissions: strange }],
    ['/admin/keys/issue', { person: strange }],
    ['/admin/keys/revoke', { key: strange }],
    ['/admin/rateLimits/override', { key: strange, burst: 1, refillPerSecond: 1 }],
    ['/admin/rateLimits/override', { route: strange, burst: 1, refillPerSecond: 1 }],
    ['/admin/subscriptions/lapse', { group: strange }],
    ['/admin/periods/lockThrough', { companyId: strange, date: '2026-01-01' }],
    ['/admin/periods/lockThrough', { companyId: 1, date: strange }],
    ['/admin/approvals/approve', { record: strange }],
    ['/admin/approvals/describe', { id: strange, first_name: strange, last_name: strange }],
    ['/admin/maintenance/start', { for: strange }],
    ['/admin/contracts/terminate', { id: strange, date: strange }],
    ['/admin/contracts/achieveMilestone', { id: 1, name: strange, date: strange }],
    ['/admin/exchangeRates/set', { from: strange, to: 'USD', rate: '1' }],
    ['/admin/exchangeRates/set', { from: 'EUR', to: 'USD', rate: strange }],
    ['/admin/customFields/define', { name: strange, field_type: strange, applies_to: strange }],
  ])('answer the mistake in %s %j with 4xx', async (path, body) => {
    const { server } = await start({ controls: true })
    const init = { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(`${server.url}/__simulator${path}`, init)
    expect([response.status >= 400 && response.status < 500, await response.text()]).toEqual([
      true,
      expect.stringContaining('error'),
    ])
  })
})
