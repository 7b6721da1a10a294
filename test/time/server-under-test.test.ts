import { AsyncResource } from 'node:async_hooks'
import { Agent, createServer, get, type RequestListener, request } from 'node:http'
import { connect, createServer as createTcpServer, type Server as NetServer } from 'node:net'
import { createSimulator } from 'accounting-simulator'
import { withVirtualTime } from 'accounting-simulator/time'
import { useSimulator } from 'accounting-simulator/vitest'
import axios from 'axios'
import got from 'got'
import * as undici from 'undici'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { internalsOf } from '../../src/simulator/internals-of'
import { at, HEADERS } from './instants'

// As in vitest by default: what waits in vain would not end within it.
vi.setConfig({ testTimeout: 5000 })

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })

/** Where code has real time, as in beforeAll. */
const outside = new AsyncResource('outside')

const servers: (NetServer & { closeAllConnections?(): void })[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections?.()
    server.close()
  }
  vi.restoreAllMocks()
})

/** Starts a server as a test does; returns its address. */
async function listening(server: NetServer): Promise<string> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve as () => void))
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/`
}

const slow: RequestListener = (incoming, response) => {
  incoming.resume()
  setTimeout(() => response.end('x'.repeat(300_000)), 1000)
}
/** As a framework does it: awaits its handler, reads the body, answers JSON. */
const likeExpress: RequestListener = async (incoming, response) => {
  let length = 0
  for await (const chunk of incoming) length += chunk.length
  await sleep(1000)
  response
    .setHeader('Content-Type', 'application/json')
    .end(JSON.stringify({ length, rest: 'x'.repeat(300_000) }))
}

const byNode = (url: string, agent?: Agent): Promise<string> =>
  new Promise((resolve, reject) => {
    get(url, agent ? { agent } : {}, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve(text))
    }).on('error', reject)
  })
const uploading = (url: string, size: number): Promise<void> =>
  new Promise((resolve, reject) => {
    request(url, { method: 'POST' }, (response) => response.resume().on('end', resolve))
      .on('error', reject)
      .end('x'.repeat(size))
  })

/** One request. */
const CLIENTS: Record<string, (url: string) => Promise<unknown>> = {
  fetch: async (url) => (await fetch(url)).text(),
  'fetch of undici': async (url) => (await undici.fetch(url)).text(),
  'an agent of undici': async (url) =>
    (await undici.request(url, { dispatcher: new undici.Agent({ pipelining: 1 }) })).body.text(),
  'node:http': (url) => byNode(url),
  'node:http, kept alive': (url) => byNode(url, new Agent({ keepAlive: true })),
  'node:http with a large body': (url) => uploading(url, 20_000_000),
  axios: (url) => axios.get(url, { adapter: 'http' }),
  got: (url) => got(url).text(),
}

describe.each([
  ['a slow handler', slow],
  ['an asynchronous handler', likeExpress],
])('a server under test with %s', (_, handler) => {
  it.each(Object.keys(CLIENTS))('answers on virtual time: %s', async (name) => {
    const simulator = createSimulator()
    await withVirtualTime(simulator, async () => {
      const url = await listening(createServer(handler))
      for (let second = 1; second <= 3; second += 1) {
        await CLIENTS[name]?.(url)
        expect(simulator.clock.now).toBe(at(second))
      }
      expect(await Promise.all([1, 2, 3].map(() => CLIENTS[name]?.(url)))).toHaveLength(3)
      expect(simulator.clock.now).toBe(at(4))
    })
  })
})

describe('a server under test', () => {
  it('of raw sockets', async () => {
    const simulator = createSimulator()
    await withVirtualTime(simulator, async () => {
      const server = createTcpServer((socket) =>
        socket.on('data', (word) => void sleep(1000).then(() => socket.write(word))),
      )
      const { port } = new URL(await listening(server))
      const socket = connect(Number(port), '127.0.0.1')
      for (const word of ['one', 'two', 'three']) {
        socket.write(word)
        expect(String(await new Promise((resolve) => socket.once('data', resolve)))).toBe(word)
      }
      socket.destroy()
    })
    expect(simulator.clock.now).toBe(at(3))
  })

  it('that calls the service, whose answer is held back', async () => {
    const simulator = createSimulator()
    simulator.faults.inject({ then: { delay: '1 minute' } })
    await withVirtualTime(simulator, async () => {
      const address = await listening(
        createServer(async (_, response) => {
          const { status } = await simulator.fetch(`${simulator.baseUrl}/public/v1/invoices/`, {
            headers: HEADERS,
          })
          response.end(String(status))
        }),
      )
      expect(await (await fetch(address)).text()).toBe('200')
    })
    expect(simulator.clock.now).toBe(at(60))
  })

  it('answers while the program advances the clock itself', async () => {
    const simulator = createSimulator()
    await withVirtualTime(simulator, async () => {
      const call = listening(createServer(slow)).then((address) => fetch(address))
      await simulator.clock.advance('2 seconds')
      expect((await call).status).toBe(200)
    })
    expect(simulator.clock.now).toBe(at(2))
  })

  it('that was started outside of the program holds up an advance, which says so', async () => {
    const simulator = createSimulator()
    await withVirtualTime(simulator, async () => {
      const patient: RequestListener = (_, response) => void setTimeout(() => response.end(), 300)
      const call = fetch(await outside.runInAsyncScope(() => listening(createServer(patient))))
      const advance = simulator.clock.advance('1 day')
      await outside.runInAsyncScope(() => sleep(100))
      expect(internalsOf(simulator).unfinished('all')).toEqual([
        expect.stringMatching(
          /^an advance was still under way at 2026-01-15T09:00:00.000Z, because real I\/O is under way \(a socket to /,
        ),
      ])
      await Promise.all([call, advance])
    })
    expect(simulator.clock.now).toBe(at(86_400))
  })

  it('that was started outside of the program has real time, and is named after a second', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const simulator = createSimulator()
    await withVirtualTime(simulator, async () => {
      const patient: RequestListener = (_, response) => void setTimeout(() => response.end(), 1300)
      const address = await outside.runInAsyncScope(() => listening(createServer(patient)))
      await fetch(address, { signal: AbortSignal.timeout(30_000) })
    })
    expect(simulator.clock.now).toBe(at(0))
    expect(told.mock.calls.map(([text]) => String(text).replace(/:\d+/, ':PORT'))).toEqual([
      'accounting-simulator/time: time has stood still for a second of real time, because real I/O is under way ' +
        '(a socket to 127.0.0.1:PORT, whose server is in this process but was started outside of the program). It ' +
        "goes on when that ends, or has shown no sign of life for 5 seconds. With realIo: 'ignore', an option of " +
        'withVirtualTime and useSimulator, it does not wait.',
    ])
  })

  describe('in a test of useSimulator', () => {
    const simulator = useSimulator({ time: 'virtual' })

    test('answers on virtual time', async () => {
      const address = await listening(createServer(likeExpress))
      await fetch(address)
      const call = fetch(address)
      await simulator.clock.advance('1 minute')
      expect((await call).status).toBe(200)
      expect(simulator.clock.now).toBe(at(61))
    })
  })

  describe('in a test of useSimulator that ignores real I/O', () => {
    const simulator = useSimulator({ time: 'virtual', realIo: 'ignore' })

    test('time goes on whatever answers', async () => {
      const address = await outside.runInAsyncScope(() => listening(createServer(slow)))
      const signal = AbortSignal.timeout(30_000)
      const pause = sleep(60_000)
      const call = fetch(address, { signal }).catch(({ name }: Error) => name)
      expect([await call, simulator.clock.now]).toEqual(['TimeoutError', at(30)])
      await pause
    })
  })
})
