import { createSimulator } from 'accounting-simulator'
import { expect, test } from 'vitest'
import { tinyWire } from './tiny-wire'

const URL_ = 'https://accounting.test/public/v1/invoices/'
const headers = { 'X-API-KEY': 'test-api-key' }

test('is called like fetch, and needs no this', async () => {
  const { port } = tinyWire()
  const { call } = { call: port }
  expect((await call(new Request(URL_, { headers }))).status).toBe(200)
  expect((await call(URL_, { headers })).status).toBe(200)
  expect((await call(new URL(URL_), { headers })).status).toBe(200)
  expect((await call(new Request(URL_, { headers }), { method: 'DELETE' })).status).toBe(405)
  await expect(call('no address')).rejects.toBeInstanceOf(TypeError)
})

test('methods in lower case', async () => {
  const { port } = tinyWire()
  expect((await port(URL_, { method: 'patch', headers, body: '{}' })).status).toBe(405)
  expect((await port(URL_, { method: 'get', headers })).status).toBe(200)
})

test('an aborted call does not reach the service', async () => {
  const { wire, port } = tinyWire()
  const reason = new Error('enough')
  await expect(port(URL_, { headers, signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  const error = await port(URL_, { headers, signal: AbortSignal.abort() }).catch((thrown: unknown) => thrown)
  expect((error as DOMException).name).toBe('AbortError')
  expect(wire.traffic.length).toBe(0)
})

test('a call aborted while its body is read neither', async () => {
  const { wire, port } = tinyWire()
  const controller = new AbortController()
  const call = port(URL_, { method: 'POST', headers, body: '{}', signal: controller.signal })
  controller.abort(new Error('enough'))
  await expect(call).rejects.toThrow('enough')
  expect(wire.traffic.length).toBe(0)
})

test('a body that was read before', async () => {
  const { wire, port } = tinyWire()
  const request = new Request(URL_, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: '{}',
  })
  await request.text()
  await expect(port(request)).rejects.toMatchObject({ name: 'TypeError', message: 'Failed to fetch' })
  expect(wire.traffic[0]?.why).toMatch(/broke off, and the service did nothing: .*(unusable|locked|read)/i)
})

test('a body that breaks off', async () => {
  const { wire, port } = tinyWire()
  const body = new ReadableStream({
    pull: (controller) => controller.error(new Error('connection lost')),
  })
  const call = port(
    new Request(URL_, { method: 'POST', headers, body, duplex: 'half' } as RequestInit & { duplex: 'half' }),
  )
  const why = 'the body of the request broke off, and the service did nothing: connection lost'
  await expect(call).rejects.toMatchObject({ name: 'TypeError', cause: { message: why } })
  expect(wire.traffic.map(({ response, why: told }) => [response, told])).toEqual([[null, why]])
})

test('reading is done before anything happens: writes come in the order in which their bodies end', async () => {
  const { wire, port } = tinyWire()
  let finish = (): void => {}
  const slow = new ReadableStream({
    start(controller) {
      finish = () => {
        controller.enqueue(new TextEncoder().encode('{"memo":"slow"}'))
        controller.close()
      }
    },
  })
  const init = { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' } }
  const first = port(
    new Request(URL_, { ...init, body: slow, duplex: 'half' } as RequestInit & { duplex: 'half' }),
  )
  const second = await port(URL_, { ...init, body: '{}' })
  expect(await second.json()).toMatchObject({ number: 1 })
  finish()
  expect(await (await first).json()).toMatchObject({ number: 2, memo: 'slow' })
  expect(wire.traffic.length).toBe(2)
})

test('a fragment of the address is dropped', async () => {
  const { wire, port } = tinyWire()
  await port(`${URL_}?#top`, { headers })
  expect(wire.traffic[0]?.request.url).toBe(`${URL_}?`)
})

test.each([
  ['https://api.stripe.com/public/v1/customers/1/', 'https://api.stripe.com'],
  ['http://accounting.test/public/v1/customers/1/', 'http://accounting.test'],
  ['https://accounting.test:8443/', 'https://accounting.test:8443'],
  ['https://accounting.test.example/', 'https://accounting.test.example'],
])('another origin is refused: %s', async (url, origin) => {
  const simulator = createSimulator()
  const message =
    `simulator.fetch was called for ${origin}, but the simulator answers for https://accounting.test only: give ` +
    `the client simulator.baseUrl, or make the simulator with { baseUrl: '${origin}' }`
  for (const input of [url, new URL(url), new Request(url)])
    await expect(simulator.fetch(input, { headers })).rejects.toThrow(message)
  expect(simulator.traffic).toHaveLength(0)
})

test.each([
  '/public/health/',
  'https://accounting.test/public/health/',
  'HTTPS://ACCOUNTING.TEST:443/public/health/',
])('the own origin may be written as %s', async (url) => {
  expect((await createSimulator().fetch(url, { headers })).status).toBe(200)
})
