import https from 'node:https'
import { createSimulator } from 'accounting-simulator'
import { handlers } from 'accounting-simulator/msw'
import { serve } from 'accounting-simulator/node'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterEach, describe, expect, it, vi } from 'vitest'

const HEALTH = 'https://accounting.test/public/health/'
const init = { headers: { 'x-api-key': 'test-api-key' } }

type Server = ReturnType<typeof setupServer>
let server: Server | undefined
function listen(...given: Parameters<typeof setupServer>): Server {
  const listening = setupServer(...given)
  listening.listen({ onUnhandledRequest: 'error' })
  server = listening
  return listening
}

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  server?.close()
})

describe('handlers', () => {
  it('is two handlers however much there is to answer, because msw tries them one after the other', () => {
    expect(handlers(createSimulator())).toHaveLength(2)
  })

  it('answers again, from the same world, after close and listen', async () => {
    const simulator = createSimulator()
    const first = listen(...handlers(simulator))
    await fetch(HEALTH, init)
    first.close()
    first.listen({ onUnhandledRequest: 'error' })
    const response = await fetch(HEALTH, init)
    expect(response.headers.get('x-ratelimit-remaining')).toBe('8')
  })

  it('serves two simulators side by side', async () => {
    const one = createSimulator({ baseUrl: 'https://one.test', apiKeys: [{ key: 'key-one' }] })
    const two = createSimulator({ baseUrl: 'https://two.test:8443', apiKeys: [{ key: 'key-two' }] })
    listen(...handlers(one), ...handlers(two))
    const ask = async (origin: string, key: string) =>
      (await fetch(`${origin}/public/health/`, { headers: { 'x-api-key': key } })).status
    expect(await ask('https://one.test', 'key-one')).toBe(200)
    expect(await ask('https://two.test:8443', 'key-one')).toBe(403)
    expect(await ask('https://two.test:8443', 'key-two')).toBe(200)
  })

  it('carries each request out once, also if another server listens before', async () => {
    const simulator = createSimulator()
    const other = setupServer()
    other.listen({ onUnhandledRequest: 'bypass' })
    listen(...handlers(simulator))
    const { headers } = init
    await fetch('https://accounting.test/public/v1/items/', { headers })
    const body = new Blob(['{}'], { type: 'application/json' })
    await fetch('https://accounting.test/public/v1/customers/', { method: 'POST', headers, body })
    other.close()
    expect(simulator.traffic.map(({ response }) => response?.status)).toEqual([200, 422])
  })

  it('warns once if handlers of another simulator for the same origin are never asked', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue()
    const [first, second] = [createSimulator(), createSimulator()]
    listen(...handlers(first), ...handlers(second))
    await fetch(HEALTH, init)
    await fetch(HEALTH, init)
    expect([first.traffic.length, second.traffic.length]).toEqual([2, 0])
    expect(warned.mock.calls).toEqual([
      [
        `accounting-simulator: GET ${HEALTH} was answered by the first of several simulators whose handlers serve ` +
          'https://accounting.test. In one msw server the first handler wins: give each simulator its own baseUrl.',
      ],
    ])
  })

  it('does not warn of one simulator in two servers', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue()
    const simulator = createSimulator()
    listen(...handlers(simulator))
    const other = setupServer(...handlers(simulator))
    other.listen()
    await fetch(HEALTH, init)
    other.close()
    expect(simulator.traffic).toHaveLength(1)
    expect(warned).not.toHaveBeenCalled()
  })

  it('does not warn of simulators that follow one another', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue()
    const server = listen()
    for (const simulator of [createSimulator(), createSimulator()]) {
      server.use(...handlers(simulator))
      await fetch(HEALTH, init)
      expect(simulator.traffic).toHaveLength(1)
    }
    expect(warned).not.toHaveBeenCalled()
  })

  it('does not warn of simulators that each have a boundary of their own', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue()
    const server = listen()
    const simulators = [createSimulator(), createSimulator(), createSimulator()]
    let made = 0
    let go = (): void => undefined
    const allMade = new Promise<void>((resolve) => {
      go = resolve
    })
    const ask = async (simulator: (typeof simulators)[number]) => {
      // A test runner begins each test in a flow of its own.
      await null
      await server.boundary(async () => {
        server.use(...handlers(simulator))
        made += 1
        if (made === simulators.length) go()
        await allMade
        await fetch(HEALTH, init)
      })()
    }
    await Promise.all(simulators.map(ask))
    expect(simulators.map(({ traffic, hosting }) => [traffic.length, hosting.handlers])).toEqual(
      simulators.map(() => [1, 'used']),
    )
    expect(warned).not.toHaveBeenCalled()
  })

  it('a body that breaks off is a network error, and nothing is written', async () => {
    const simulator = createSimulator()
    const body = () =>
      new ReadableStream({ pull: (controller) => controller.error(new Error('the disk is gone')) })
    const ask = (url: string) =>
      fetch(url, { ...init, method: 'POST', body: body(), duplex: 'half' } as RequestInit)
    const served = await serve(simulator)
    await expect(ask(`${served.url}/public/v1/customers/`)).rejects.toThrow(TypeError)
    listen(...handlers(simulator))
    await expect(ask('https://accounting.test/public/v1/customers/')).rejects.toThrow(TypeError)
    expect(simulator.traffic.at(-1)).toMatchObject({
      response: null,
      why: expect.stringMatching(/^the body of the request broke off, and the service did nothing: /),
    })
    await served.close()
  })

  it('lets requests to a server of the simulator pass', async () => {
    const simulator = createSimulator()
    const served = await serve(simulator)
    listen(...handlers(simulator))
    expect((await fetch(`${served.url}/public/health/`, init)).status).toBe(200)
    await served.close()
  })

  it.each([
    ['https://accounting.test', true],
    ['https://accounting.test?company=1', true],
    ['https://accounting.test/anything/%zz/%2F', true],
    ['https://ACCOUNTING.test/public/health/', true],
    ['http://accounting.test/public/health/', false],
    ['https://accounting.test:8443/public/health/', false],
    ['https://accounting.test.example/public/health/', false],
    ['https://accountingxtest/public/health/', false],
    ['https://other.test/?next=https://accounting.test/', false],
  ])('%s: ours is %s', async (url, ours) => {
    listen(
      ...handlers(createSimulator()),
      http.all(/./, () => HttpResponse.text('elsewhere')),
    )
    const body = await (await fetch(url, init)).text()
    expect(body !== 'elsewhere').toBe(ours)
  })

  it('needs no timer of the host', async () => {
    vi.useFakeTimers()
    listen(...handlers(createSimulator()))
    expect((await fetch(HEALTH, init)).status).toBe(200)
    const posted = await fetch(HEALTH, { ...init, method: 'POST', body: '{}' })
    expect(posted.status).toBe(405)
  })

  it('reaches clients of node:https, too', async () => {
    listen(...handlers(createSimulator()))
    const status = await new Promise((resolve, reject) => {
      https.get(HEALTH, init, (response) => resolve(response.resume().statusCode)).on('error', reject)
    })
    expect(status).toBe(200)
  })

  it('knows a method in lower case, which fetch passes on as it is', async () => {
    listen(...handlers(createSimulator()))
    const answered = (method: string) =>
      fetch(HEALTH, { ...init, method, body: '{}' }).then((response) => response.text())
    expect(await answered('patch')).toBe(await answered('PATCH'))
  })

  it('gives HEAD no body', async () => {
    listen(...handlers(createSimulator()))
    const response = await fetch(HEALTH, { ...init, method: 'HEAD' })
    expect(await response.text()).toBe('')
  })

  it('does not mind a listener that looks at the request', async () => {
    const looked = vi.fn()
    listen(...handlers(createSimulator())).events.on('request:start', async ({ request }) => {
      looked(await request.clone().text())
    })
    const url = 'https://accounting.test/public/v1/customers/'
    const response = await fetch(url, { ...init, method: 'POST', body: '{"name"' })
    expect(response.status).toBe(400)
    expect(looked).toHaveBeenCalledWith('{"name"')
  })
})

describe('what simulator.fetch may throw', () => {
  const failing = (error: unknown) => ({
    baseUrl: 'https://accounting.test',
    fetch: () => Promise.reject(error),
  })

  it('a TypeError is a network error for the client', async () => {
    listen(...handlers(failing(new TypeError('fetch failed'))))
    await expect(fetch(HEALTH)).rejects.toThrow(TypeError)
  })

  it("anything else is the service's own 500, without a stack, and is reported", async () => {
    const reported = vi.spyOn(console, 'error').mockReturnValue(undefined)
    listen(...handlers(failing(new RangeError('a bug'))))
    const response = await fetch(HEALTH)
    expect(response.status).toBe(500)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.text()).toBe('{"success":false,"errors":{"__all__":["Internal server error"]}}')
    expect(reported).toHaveBeenCalledOnce()
  })
})
