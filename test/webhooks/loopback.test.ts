import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifyWebhook } from 'accounting-simulator'
import { handlers } from 'accounting-simulator/msw'
import { setupServer } from 'msw/node'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Office } from '../support/worlds/office'

/** Deliveries to a real server of this machine, on its own or while msw lets no request out. */
const cleanUp: (() => unknown)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const work of cleanUp.splice(0).reverse()) await work()
})

async function listen(answer: (request: IncomingMessage, response: ServerResponse, body: string) => void) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    answer(request, response, Buffer.concat(chunks).toString())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    server.close()
  }
  cleanUp.push(close)
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

const opened = async (options = {}) => {
  const office = new Office(options)
  return { office, hook: await office.register(), simulator: office.simulator }
}

describe('a loopback server', () => {
  it.each([
    ['https://hooks.example.com/', '', '/in'],
    ['https://hooks.example.com/', '/accounting', '/accounting/in'],
    ['https://hooks.example.com/', '/accounting/', '/accounting/in'],
    ['https://hooks.example.com/in', '/accounting', '/accounting'],
  ])('connected to %s as %s gets POST %s', async (prefix, at, path) => {
    const { office, hook, simulator } = await opened()
    const seen: unknown[] = []
    const { url } = await listen((request, response, body) => {
      seen.push([request.method, request.url])
      const checked = verifyWebhook({ secret: hook.secret, body, headers: request.headers })
      response.writeHead(checked.ok ? 204 : 400).end()
    })
    simulator.webhooks.connect(prefix, url + at, { timestamps: 'wall' })
    office.sell()
    await simulator.webhooks.flush()
    expect(seen).toEqual([['POST', path]])
    expect(office.attempts[0]?.response).toMatchObject({ status: 204, body: '' })
  })

  it('answers with headers and a body, which the attempt keeps; a redirect is not followed', async () => {
    const { office, simulator } = await opened()
    let requests = 0
    const { url } = await listen((_, response) => {
      requests += 1
      response.writeHead(302, { location: '/elsewhere', 'x-trace': 'abc' }).end('moved')
    })
    simulator.webhooks.connect('https://hooks.example.com/', url)
    office.sell()
    await simulator.webhooks.flush()
    expect(requests).toBe(1)
    expect(office.attempts[0]?.response).toMatchObject({
      status: 302,
      body: 'moved',
      headers: { 'x-trace': 'abc' },
    })
  })

  it('that is down is retried until it is back', async () => {
    const { office, hook, simulator } = await opened()
    const { url, close } = await listen((_, response) => response.end())
    simulator.webhooks.connect('https://hooks.example.com/', url)
    await close()
    office.sell()
    await simulator.clock.advance('5 minutes')
    expect(await office.lastLog(hook)).toMatchObject({
      status: 'retrying',
      attempts: 3,
      last_error: 'fetch failed (ECONNREFUSED)',
    })
  })

  it('that never answers times out, with fake timers too', async () => {
    const { office, hook, simulator } = await opened({ webhooks: { patience: 50 } })
    const { url } = await listen(() => undefined)
    simulator.webhooks.connect('https://hooks.example.com/', url)
    office.sell()
    vi.useFakeTimers()
    await simulator.webhooks.flush()
    expect(await office.lastLog(hook)).toMatchObject({ status: 'retrying', last_error: 'timed out' })
  })

  it.each([202, 500, 422])(
    'that answers %i at once has answered, however long its body trickles',
    async (status) => {
      const { office, hook, simulator } = await opened({ webhooks: { patience: 1000 } })
      const { url } = await listen((_, response) => {
        response.writeHead(status).write('hal')
        const trickling = setInterval(() => response.write('f'), 10)
        response.on('close', () => clearInterval(trickling))
      })
      simulator.webhooks.connect('https://hooks.example.com/', url)
      office.sell()
      await simulator.webhooks.flush()
      const end = { 202: 'delivered', 500: 'retrying', 422: 'failed' }[status]
      expect(await office.lastLog(hook)).toMatchObject({ status: end, response_status: status })
      expect(office.attempts[0]?.response?.body).toMatch(/^half+… \[cut\]$/)
    },
  )

  it('that cuts the connection in the middle of its answer is a network error', async () => {
    const { office, hook, simulator } = await opened()
    const { url } = await listen((_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half')
      setTimeout(() => response.destroy(), 5)
    })
    simulator.webhooks.connect('https://hooks.example.com/', url)
    office.sell()
    await simulator.webhooks.flush()
    expect(await office.lastLog(hook)).toMatchObject({ status: 'retrying', response_status: null })
  })
})

describe("msw with onUnhandledRequest: 'error'", () => {
  it('lets deliveries to connected servers through, and nothing else', async () => {
    const { office, simulator } = await opened()
    const mocked = setupServer(...handlers(simulator))
    mocked.listen({ onUnhandledRequest: 'error' })
    cleanUp.push(() => mocked.close())
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    const arrived: string[] = []
    const receiver = await listen((_, response, body) => {
      arrived.push(body)
      response.writeHead(204).end()
    })
    const stranger = await listen((_, response) => response.end('reached'))
    const ask = (url: string) =>
      fetch(url, { method: 'POST', body: '{}' }).then(
        (response) => response.status,
        () => 'blocked',
      )

    expect(await ask(receiver.url)).toBe('blocked')
    const disconnect = simulator.webhooks.connect('https://hooks.example.com/', receiver.url)
    office.sell()
    await simulator.clock.advance('1 second')
    expect(arrived).toEqual([office.attempts[0]?.request.body])
    expect(await ask(stranger.url)).toBe('blocked')
    expect(await ask('https://hooks.example.com/in')).toBe('blocked')
    disconnect()
    expect(await ask(receiver.url)).toBe('blocked')
  })

  it('reaches tells which requests those are', () => {
    const { simulator } = new Office()
    simulator.webhooks.connect('https://hooks.example.com/', 'http://127.0.0.1:3000/accounting')
    const reached = [
      'http://127.0.0.1:3000/x',
      'http://127.0.0.1:30001/',
      'http://127.0.0.1/',
      'https://127.0.0.1:3000/',
      'https://hooks.example.com/*',
    ]
    expect(reached.map((url) => simulator.webhooks.reaches(url))).toEqual([true, false, false, false, false])
    for (const part of ['/accounting', 'nonsense', ''])
      expect(() => simulator.webhooks.reaches(part)).toThrow(
        `url must be a whole URL such as http://127.0.0.1:3000, not '${part}'`,
      )
  })
})
