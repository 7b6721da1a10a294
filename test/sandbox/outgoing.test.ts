import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { responseOf } from '../../src/hosts/node/many/deliver'
import { deliverWithoutRedirects } from '../../src/hosts/worker/object-host'
import { Deliveries } from '../../src/sandbox/deliveries'
import { Outgoing } from '../../src/sandbox/outgoing'

/** docs/service.md §14.4: the status counts as soon as it arrives. */
const HOOK = 'https://hooks.example.org/'
const cleanUp: (() => unknown)[] = []
afterEach(() => {
  for (const work of cleanUp.splice(0)) work()
})

const trickle = () =>
  new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('thank')),
  })

const sandboxOf = (send: () => Promise<Response>) => {
  const quotas = { deliveriesPerMinute: 60 }
  const host = { domain: 'example.com', quotas, now: () => 0, send } as never
  return new Outgoing(
    host,
    new Deliveries(
      'live',
      host,
      () => false,
      () => undefined as never,
    ),
    () => undefined,
  )
}

it('a worker has the response as soon as its status is there', async () => {
  const response = await deliverWithoutRedirects(new Request(HOOK, { method: 'POST' }), async (request) => {
    expect(request.redirect).toBe('manual')
    return new Response(trickle(), { status: 202 })
  })
  expect(response.status).toBe(202)
})

describe('a server of many', () => {
  /** What a client has of a server whose body trickles. */
  async function answered(status: number): Promise<{ response: () => Response; gone: Promise<unknown> }> {
    const server = createServer((_, response) => {
      response.writeHead(status, { 'x-trace': 'abc' }).flushHeaders()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    cleanUp.push(
      () => server.closeAllConnections(),
      () => server.close(),
    )
    const asked = get({ port: (server.address() as AddressInfo).port, agent: false })
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    return { response: () => responseOf(answer), gone: new Promise((resolve) => answer.on('close', resolve)) }
  }

  it.each([202, 500])('has the response %i before its body', async (status) => {
    const { response, gone } = await answered(status)
    const read = response()
    expect([read.status, read.headers.get('x-trace')]).toEqual([status, 'abc'])
    await read.body?.cancel()
    await gone
  })

  it('has no body where the status has none', async () => {
    const { response } = await answered(204)
    expect(response()).toMatchObject({ status: 204, body: null })
  })

  it('refuses a status that no response has', async () => {
    const { response, gone } = await answered(799)
    expect(response).toThrow('the receiver answered with 799')
    await gone
  })
})

describe('a delivery is under way until its body is read', () => {
  it.each<[string, () => Response, (response: Response) => unknown]>([
    ['read', () => new Response('thanks'), (response) => response.text()],
    ['cancelled', () => new Response(trickle()), (response) => response.body?.cancel()],
    [
      'broken off',
      () => new Response(new ReadableStream({ pull: (to) => to.error(new Error('reset')) })),
      (response) => response.text().catch(() => undefined),
    ],
  ])('%s', async (_, answer, end) => {
    const outgoing = sandboxOf(async () => answer())
    const response = await outgoing.send(new Request(HOOK, { method: 'POST' }))
    expect(outgoing.isQuiet(1e6)).toBe(false)
    await end(response)
    expect(outgoing.isQuiet(1e6)).toBe(true)
  })

  it.each<[string, () => Promise<Response>]>([
    ['without a body', async () => new Response(null, { status: 204 })],
    ['that failed', async () => Promise.reject(new Error('refused'))],
  ])('one %s is over at once', async (_, send) => {
    const outgoing = sandboxOf(send)
    await outgoing.send(new Request(HOOK, { method: 'POST' })).catch(() => undefined)
    expect(outgoing.isQuiet(1e6)).toBe(true)
  })
})
