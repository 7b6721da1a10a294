import { once } from 'node:events'
import { get } from 'node:http'
import http2 from 'node:http2'
import { connect } from 'node:net'
import { createSimulator } from 'accounting-simulator'
import { runTest } from 'accounting-simulator/matchers'
import { type SimulatorServer, serve } from 'accounting-simulator/node'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { rawExchange } from './raw-exchange'

const init = { headers: { 'x-api-key': 'test-api-key' } }

const servers: SimulatorServer[] = []
async function start(...given: Parameters<typeof serve>): Promise<SimulatorServer> {
  const server = await serve(...given)
  servers.push(server)
  return server
}

afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  for (const server of servers.splice(0)) await server.close()
})

/** A stand-in that answers every request with what it saw of it. */
const echo = {
  baseUrl: 'https://accounting.test',
  async fetch(request: Request) {
    return Response.json({
      method: request.method,
      url: request.url,
      headers: Object.fromEntries(request.headers),
      body: await request.text(),
    })
  },
}

describe('serve', () => {
  it('lets a client give up whose answer is held back, so that a test of it passes', async () => {
    const simulator = createSimulator()
    const { url } = await start(simulator)
    const path = '/public/v1/invoices/'
    await runTest(simulator, async () => {
      simulator.faults.inject({ on: `GET ${path}`, then: { delay: '30 seconds' } })
      const call = fetch(url + path, { ...init, signal: AbortSignal.timeout(100) })
      await expect(call).rejects.toThrow('aborted due to timeout')
      await vi.waitFor(() => expect(simulator.traffic.at(-1)?.why).toContain('the client gave up waiting'))
      expect((await fetch(url + path, init)).status).toBe(200)
    })
  })

  it('lets a client of a fork below the controls give up, too, and tells of no error', async () => {
    const told = vi.spyOn(console, 'error')
    const { url } = await start(createSimulator(), { controls: true })
    const { path, apiKey } = await (await fetch(`${url}/__simulator/forks`, { method: 'POST' })).json()
    const fault = { on: 'GET /public/v1/invoices/', then: { delay: '30 seconds' } }
    await fetch(`${url}${path}/__simulator/faults`, { method: 'POST', body: JSON.stringify(fault) })
    const given = { headers: { 'X-API-KEY': apiKey }, signal: AbortSignal.timeout(100) }
    await expect(fetch(`${url}${path}/public/v1/invoices/`, given)).rejects.toThrow('aborted due to timeout')
    const traffic = async () => (await fetch(`${url}${path}/__simulator/traffic`)).text()
    await vi.waitFor(async () => expect(await traffic()).toContain('the client gave up waiting'))
    expect(told).not.toHaveBeenCalled()
    told.mockRestore()
  })

  it.each(['url', 'port', 'close'] as const)('refuses to give %s before it is awaited', async (member) => {
    const serving = serve(createSimulator())
    expect(() => (serving as unknown as SimulatorServer)[member]).toThrow(
      `serve(simulator) gives a promise, which has no ${member}: await it`,
    )
    servers.push(await serving)
  })

  it('tells once of clients that speak HTTP/2, and refuses them', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { url } = await start(createSimulator())
    for (let n = 0; n < 2; n += 1) {
      const client = http2.connect(url).on('error', () => undefined)
      const request = client.request({ ':path': '/public/health/' })
      const [error] = await once(request, 'error')
      expect(error).toMatchObject({ code: 'ERR_HTTP2_ERROR' })
      client.destroy()
    }
    expect(told.mock.calls).toEqual([
      [expect.stringContaining(`a client speaks HTTP/2 to ${url}, which speaks`)],
    ])
  })

  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
    ['endless headers', `GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 'HTTP/1.1 431 '],
  ])('answers %s as Node does', async (_, sent, answered) => {
    const { port } = await start(createSimulator())
    expect(await rawExchange(port, sent)).toContain(answered)
  })

  it('listens on this machine only', async () => {
    const server = await start(createSimulator())
    expect(server.url).toBe(`http://127.0.0.1:${server.port}`)
  })

  it('refuses a port that is taken', async () => {
    const server = await start(createSimulator())
    await expect(serve(createSimulator(), { port: server.port })).rejects.toMatchObject({
      name: 'OptionError',
      option: 'port',
      code: 'EADDRINUSE',
      message: `port ${server.port} of 127.0.0.1 is in use (EADDRINUSE); give another one, or 0 for any free port`,
    })
  })

  it('refuses a host that is no address of this machine', async () => {
    await expect(serve(createSimulator(), { host: '192.0.2.1' })).rejects.toMatchObject({
      name: 'OptionError',
      option: 'host',
      message: "host must be an address of this machine, such as 127.0.0.1 or 0.0.0.0, not '192.0.2.1'",
    })
  })

  it('listens again on the same port, with the same world, after close', async () => {
    const simulator = createSimulator()
    const first = await start(simulator)
    await fetch(`${first.url}/public/health/`, init)
    await first.close()
    await expect(fetch(`${first.url}/public/health/`, init)).rejects.toThrow(TypeError)
    const second = await start(simulator, { port: first.port })
    const response = await fetch(`${second.url}/public/health/`, init)
    expect(response.headers.get('x-ratelimit-remaining')).toBe('8')
  })

  it('serves two simulators side by side', async () => {
    const one = await start(createSimulator({ apiKeys: [{ key: 'key-one' }] }))
    const two = await start(createSimulator({ apiKeys: [{ key: 'key-two' }] }))
    const headers = { 'x-api-key': 'key-one' }
    expect((await fetch(`${one.url}/public/health/`, { headers })).status).toBe(200)
    expect((await fetch(`${two.url}/public/health/`, { headers })).status).toBe(403)
  })

  it('needs no timer of the host', async () => {
    const { url } = await start(createSimulator())
    vi.useFakeTimers()
    expect((await fetch(`${url}/public/health/`, init)).status).toBe(200)
  })
})

describe('the request that the simulator sees', () => {
  it.each([
    ['/a//b/../c/?q=%zz&q=1', 'https://accounting.test/a//c/?q=%zz&q=1'],
    ['//elsewhere.example/a', 'https://accounting.test//elsewhere.example/a'],
    ['http://elsewhere.example/a', 'https://accounting.test/a'],
    ['http://elsewhere.example?q', 'https://accounting.test/?q'],
    ['/%zz/%2F/', 'https://accounting.test/%zz/%2F/'],
    ['*', 'https://accounting.test/*'],
  ])('%s is addressed to its own origin', async (target, url) => {
    const { port } = await start(echo)
    const text = await rawExchange(port, `OPTIONS ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect(text).toContain(JSON.stringify(url))
  })

  it('has repeated headers joined, raw bytes kept and nothing about the connection', async () => {
    const { port } = await start(echo)
    const head =
      'PATCH / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Api-Key: a\r\nX-API-KEY: b\r\nX-Latin: \xe9\r\n'
    const text = await rawExchange(port, `${head}Content-Length: 4\r\n\r\n{\xc3\xa9}`)
    const seen = JSON.parse(Buffer.from(text.split('\r\n\r\n')[1] ?? '', 'latin1').toString())
    expect(seen).toEqual({
      method: 'PATCH',
      url: 'https://accounting.test/',
      headers: { 'content-length': '4', 'x-api-key': 'a, b', 'x-latin': 'é' },
      body: '{é}',
    })
  })

  it('has no body with GET', async () => {
    const { port } = await start(echo)
    const text = await rawExchange(
      port,
      'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}',
    )
    expect(text).toContain('"body":""')
  })

  it('is bounded by the simulator, which answers although the client is still sending', async () => {
    const { url } = await start(createSimulator())
    const body = '['.padEnd(11 * 1024 * 1024, ' ')
    const response = await fetch(`${url}/public/v1/customers/`, { ...init, method: 'POST', body })
    expect(response.status).toBe(400)
    expect((await fetch(`${url}/public/health/`, init)).status).toBe(200)
  })
})

describe('the response', () => {
  it('has no date of the host and a length', async () => {
    const { url } = await start(createSimulator())
    const response = await fetch(`${url}/public/health/`, init)
    expect(response.headers.has('date')).toBe(false)
    expect(response.headers.get('content-length')).toBe(String((await response.arrayBuffer()).byteLength))
  })

  it('a network error cuts the connection, and the next request is answered', async () => {
    const answers = [() => Promise.reject(new TypeError('fetch failed')), async () => new Response('fine')]
    const { url } = await start({
      ...echo,
      fetch: () => (answers.shift() ?? echo.fetch)(new Request(echo.baseUrl)),
    })
    await expect(fetch(url)).rejects.toThrow(TypeError)
    expect(await (await fetch(url)).text()).toBe('fine')
  })

  it("any other error is the service's own 500, and is reported", async () => {
    const reported = vi.spyOn(console, 'error').mockReturnValue(undefined)
    const { url } = await start({ ...echo, fetch: () => Promise.reject(new RangeError('a bug')) })
    const response = await fetch(url)
    expect(response.status).toBe(500)
    expect(await response.text()).toBe('{"success":false,"errors":{"__all__":["Internal server error"]}}')
    expect(reported).toHaveBeenCalledOnce()
  })

  it.each([
    ['not HTTP at all', 'hello\r\n\r\n'],
    ['a method that fetch refuses', 'TRACE / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a tunnel', 'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('%s harms nobody', async (_, text) => {
    const { url, port } = await start(createSimulator())
    await rawExchange(port, text)
    expect((await fetch(`${url}/public/health/`, init)).status).toBe(200)
  })

  it('a client that leaves in the middle of its body harms nobody', async () => {
    const { url, port } = await start(createSimulator())
    const socket = connect(port, '127.0.0.1')
    socket.write('POST /public/v1/customers/ HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{')
    await new Promise((resolve) => setTimeout(resolve, 50))
    socket.destroy()
    expect((await fetch(`${url}/public/health/`, init)).status).toBe(200)
  })
})

describe('close', () => {
  it('lets a request under way finish', async () => {
    let finish: (response: Response) => void = () => undefined
    const called = new Promise<void>((arrived) => {
      finish = () => arrived()
    })
    let release: () => void = () => undefined
    const held = new Promise<Response>((resolve) => {
      release = () => resolve(new Response('late'))
    })
    const server = await start({
      ...echo,
      fetch: () => {
        finish(new Response())
        return held
      },
    })
    const response = fetch(server.url)
    await called
    const closed = server.close()
    release()
    expect(await (await response).text()).toBe('late')
    await closed
  })

  it('cuts connections that are idle or have not said anything yet, and may be called twice', async () => {
    const server = await start(createSimulator())
    await fetch(`${server.url}/public/health/`, init)
    const silent = connect(server.port, '127.0.0.1')
    await once(silent, 'connect')
    const gone = once(silent, 'close')
    await Promise.all([server.close(), server.close()])
    expect(await gone).toHaveLength(1)
  })
})

it.each([
  ['a program', {}, 'keep-alive'],
  ['a page of the same origin', { 'sec-fetch-site': 'same-origin' }, 'close'],
  ['a page of another origin', { origin: 'https://app.example.com' }, 'close'],
])('the connection of %s', async (_, headers, connection) => {
  const { url } = await start(createSimulator())
  // The fetch of Node sends sec-fetch-mode, too.
  const more = { 'sec-fetch-mode': 'cors', connection: 'keep-alive', ...headers }
  const [response] = await once(get(`${url}/public/v1/customers/`, { headers: more }), 'response')
  response.resume()
  expect(response.headers.connection).toBe(connection)
})

it('the framing of an answer is that of its connection, whatever a fault says', async () => {
  const simulator = createSimulator()
  const names = ['transfer-encoding', 'connection', 'keep-alive', 'trailer', 'upgrade']
  const headers = { ...Object.fromEntries(names.map((name) => [name, 'identity'])), 'x-own': 'own' }
  simulator.faults.inject({
    on: 'GET /public/v1/customers/',
    then: { status: 200, headers, body: 'the body' },
  })
  const { port } = await start(simulator)
  const text = await rawExchange(
    port,
    'GET /public/v1/customers/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  )
  expect(text.replaceAll('Connection: close', '')).not.toMatch(/identity/i)
  expect(text).toContain('x-own: own\r\n')
  expect(text.toLowerCase()).toMatch(/content-length: 8\r\n(.+\r\n)*\r\nthe body$/)
})
