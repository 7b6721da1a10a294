import { expect, test } from 'vitest'
import { parkedIn, tinyWire } from './tiny-wire'

const PATH = '/public/v1/invoices/'
const key = { 'Idempotency-Key': 'k' }
const turns = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

function delayed() {
  const wire = tinyWire()
  wire.wire.faults.inject({ on: `POST ${PATH}`, then: { delay: '2 seconds' } })
  return wire
}

test('a delayed answer comes when the clock passes it; its key is in progress until then', async () => {
  const { wire, world, send, at } = delayed()
  let settled = false
  const call = send('POST', PATH, { a: 1 }, key).finally(() => {
    settled = true
  })
  await turns()
  expect(world.store.table('org-1', 'invoices').size).toBe(1)
  const refused = await send('POST', PATH, { a: 1 }, key)
  expect([refused.status, refused.headers.has('retry-after')]).toEqual([409, false])
  expect(await refused.json()).toEqual({
    success: false,
    errors: { __all__: ['A request with this idempotency key is in progress'] },
  })
  expect((await send('POST', PATH, { a: 2 }, key)).status).toBe(422)
  at(1001.999)
  await turns()
  expect([settled, wire.traffic[0]?.response]).toEqual([false, null])
  at(1002)
  const response = await call
  expect([response.status, response.headers.get('x-ratelimit-remaining')]).toEqual([200, '9'])
  expect(await response.text()).toBe('{"number":1,"a":1}')
  expect(wire.traffic[0]?.response?.status).toBe(200)
  expect(wire.traffic[0]?.why).toBe(
    'created Invoice 1; fault 1: response held back until 1970-01-01T00:16:42.000Z',
  )
  expect((await send('POST', PATH, { a: 1 }, key)).status).toBe(200)
  expect(world.store.table('', 'parkedResponses').size).toBe(0)
})

test('calls end with a network error when the world is rewound', async () => {
  const { wire, world, send } = delayed()
  const mark = world.store.history.mark()
  const call = send('POST', PATH, {}, key)
  await turns()
  world.store.history.rewind(mark)
  wire.held.endAll('the simulator was restored')
  const error = await call.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(TypeError)
  expect((error as Error).cause).toEqual(
    new Error('the simulator was restored while the response to POST /public/v1/invoices/ was held back'),
  )
  expect(wire.traffic[0]?.why).toContain('; the simulator was restored')
  expect(world.clock.pending()).toEqual([])
  wire.held.endAll('again')
})

test('a client that gives up waiting leaves the record, and the retry gets its answer', async () => {
  const { wire, world, port, send, at } = delayed()
  const giveUp = new AbortController()
  const call = port(
    new Request(`https://accounting.test${PATH}`, {
      method: 'POST',
      headers: { 'X-API-KEY': 'test-api-key', 'Content-Type': 'application/json', ...key },
      body: '{"a":1}',
      signal: giveUp.signal,
    }),
  )
  await turns()
  giveUp.abort(new Error('enough'))
  await expect(call).rejects.toThrow('enough')
  expect(wire.traffic[0]?.why).toContain('gave up')
  at(1002)
  expect(world.store.table('org-1', 'invoices').size).toBe(1)
  expect((await send('POST', PATH, { a: 1 }, key)).status).toBe(200)
})

test('a world taken elsewhere drops what nobody waits for', async () => {
  const { world, send } = delayed()
  void send('POST', PATH, {}, key)
  await turns()
  const [timer] = world.clock.pending()
  expect(timer?.kind).toBe('parked-response')
  const elsewhere = parkedIn(world)
  if (timer) elsewhere.release(timer)
  expect(world.store.table('', 'parkedResponses').size).toBe(0)
})

test('several are released in the order of their times', async () => {
  const { wire, send, at } = tinyWire()
  wire.faults.inject({ then: { delay: '3 seconds' } })
  wire.faults.inject({ then: { delay: 'PT1S' } })
  wire.faults.inject({ then: { delay: { seconds: 1 } } })
  const order: number[] = []
  const calls = [1, 2, 3].map((call) => send('GET', PATH).then(() => order.push(call)))
  at(1010)
  await Promise.all(calls)
  expect(order).toEqual([2, 3, 1])
})
