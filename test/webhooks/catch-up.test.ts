import { createSimulator } from 'accounting-simulator'
import { controls } from 'accounting-simulator/controls'
import { beforeEach, describe, expect, it } from 'vitest'
import { clientOf } from '../support/client'
import { INVOICE, INVOICES } from '../support/worlds/shop'

const IN = 'https://warehouse.example.com/in'
const OTHER = 'https://crm.example.com/in'

let simulator: ReturnType<typeof createSimulator>
let send: ReturnType<typeof clientOf>
let uuid: string

const control = async (method: string, path: string, body?: object) => {
  const response = await controls(simulator)(
    new Request(`http://simulator.test/__simulator${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    }),
  )
  return response.json()
}

const endpoint = async (url = IN) =>
  (await control('GET', '/webhooks/endpoints')).find((one: { url: string }) => one.url === url)

const invoices = async (count: number) => {
  for (let made = 0; made < count; made++) await send('POST', INVOICES, INVOICE)
}

beforeEach(() => begin())

async function begin(clock: 'manual' | 'live' = 'manual'): Promise<void> {
  simulator = createSimulator({ rateLimits: false, clock })
  send = clientOf(simulator)
  simulator.webhooks.connect(OTHER, () => new Response())
  simulator.webhooks.connect(IN, () => new Response('gone', { status: 502 }))
  for (const url of [IN, OTHER])
    await send('POST', '/public/v2/webhooks/', { url, topics: ['core.invoice/created'] })
  uuid = (simulator.webhooks.registered.find((one) => one.url === IN) as { uuid: string }).uuid
}

/** Fails for five days, in which so many events are attempted. */
async function disabledAfter(count: number): Promise<void> {
  await invoices(count)
  await simulator.clock.advance('6 days')
}

describe('what an endpoint missed', () => {
  it('is told as sent on a live clock, too, which sends by itself', async () => {
    await begin('live')
    using _ = simulator
    await disabledAfter(3)
    let open = (): void => undefined
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    simulator.webhooks.connect(IN, async () => {
      await gate
      return new Response()
    })
    const { failed } = await endpoint()
    const caughtUp = control('POST', '/webhooks/catch-up', { webhook_uuid: uuid })
    await expect.poll(() => simulator.webhooks.attempts.at(-1)?.why).toBe('under way')
    expect(await endpoint()).toMatchObject({ failed, attempts: failed })
    open()
    expect(await caughtUp).toEqual({ sent: 3, waiting: 0, failed: 0 })
    expect(await endpoint()).toMatchObject({ failed, attempts: failed + 3 })
  })

  it('is counted over the whole log and sent at once, each event once', async () => {
    await disabledAfter(20)
    await invoices(7)
    expect(simulator.webhooks.attempts.length).toBeGreaterThan(200)
    const { attempts, failed, failing, ...known } = await endpoint()
    expect([attempts - failed, failing.attempts === attempts]).toEqual([0, true])
    expect(known).toMatchObject({
      is_active: false,
      missed: 20,
      unqueued: 7,
      last: { response: { status: 502 } },
    })
    const heard: string[] = []
    simulator.webhooks.connect(IN, async (request) => {
      heard.push(JSON.parse(await request.text()).event_id)
      return new Response()
    })
    expect(await control('POST', '/webhooks/catch-up', { webhook_uuid: uuid })).toEqual({
      sent: 20,
      waiting: 0,
      failed: 0,
    })
    expect([heard.length, new Set(heard).size]).toEqual([20, 20])
    expect(await endpoint()).toMatchObject({ is_active: true, missed: 0, unqueued: 0 })
    expect(await endpoint(OTHER)).toMatchObject({ attempts: 20, failed: 0, missed: 0 })
    expect(await control('POST', '/webhooks/catch-up', { webhook_uuid: uuid })).toEqual({
      sent: 0,
      waiting: 0,
      failed: 0,
    })
  })

  it('has only later events of its own topics that nobody undid', async () => {
    await disabledAfter(1)
    await send('PUT', `${INVOICES}1/`, INVOICE)
    await invoices(1)
    const before = simulator.snapshot()
    await invoices(3)
    simulator.restore(before)
    expect(await endpoint()).toMatchObject({ unqueued: 1 })
  })

  it('waits where the receiver still fails, and is not queued twice', async () => {
    await disabledAfter(3)
    expect(await control('POST', '/webhooks/catch-up', { webhook_uuid: uuid })).toEqual({
      sent: 0,
      waiting: 3,
      failed: 0,
    })
    expect(await endpoint()).toMatchObject({ is_active: true, missed: 0 })
    expect(await control('POST', '/webhooks/catch-up', { webhook_uuid: uuid })).toEqual({
      sent: 0,
      waiting: 0,
      failed: 0,
    })
  })

  it('has failed for good where the receiver says so', async () => {
    await disabledAfter(3)
    simulator.webhooks.connect(IN, () => new Response(null, { status: 400 }))
    expect(await control('POST', '/webhooks/catch-up', { webhook_uuid: uuid })).toEqual({
      sent: 0,
      waiting: 2,
      failed: 1,
    })
  })

  it('goes out also while deliveries are held', async () => {
    await disabledAfter(2)
    simulator.webhooks.connect(IN, () => new Response())
    simulator.webhooks.hold()
    expect(await control('POST', '/webhooks/catch-up', { webhook_uuid: uuid })).toEqual({
      sent: 2,
      waiting: 0,
      failed: 0,
    })
  })

  it('is told apart from what has left the log after 30 days, which the timeline still has', async () => {
    await disabledAfter(20)
    const { failed } = await endpoint()
    expect(await endpoint()).toMatchObject({ forgotten: null })
    const before = simulator.snapshot()
    await invoices(1)
    await simulator.clock.advance('28 days')
    // Nothing removed the events yet, so they can be sent, though the log shows them no more.
    expect(await endpoint()).toMatchObject({
      attempts: failed - (await endpoint()).forgotten.failed,
      missed: 20,
      forgotten: { before: '2026-01-19T09:00:00.000Z', missed: 0 },
    })
    await simulator.clock.advance('10 days')
    await invoices(1)
    expect(await endpoint()).toMatchObject({
      ...{ attempts: 0, failed: 0, missed: 0, is_active: false },
      forgotten: { attempts: failed, failed, missed: 20 },
    })
    expect(await endpoint(OTHER)).toMatchObject({
      ...{ attempts: 0, failed: 0, missed: 0 },
      forgotten: { attempts: 21, failed: 0, missed: 0 },
    })
    simulator.restore(before)
    expect(await endpoint()).toMatchObject({ failed, missed: 20, forgotten: null })
  })

  it('is missed on each of the days on which the log forgets its attempts', async () => {
    await disabledAfter(20)
    for (let day = 0; day < 40; day += 1) {
      await simulator.clock.advance('1 day')
      await invoices(1)
      const { missed, forgotten } = await endpoint()
      expect([day, missed + (forgotten?.missed ?? 0)]).toEqual([day, 20])
    }
  })

  it('is no event of an earlier registration or of another webhook at the same URL, and none that is not old', async () => {
    await invoices(1)
    await simulator.clock.advance('40 days')
    await invoices(2)
    const none = { attempts: 0, failed: 0, missed: 0 }
    const topics = ['core.invoice/updated']
    await send('POST', '/public/v2/webhooks/', { url: OTHER, topics })
    await send('DELETE', `/public/v2/webhooks/${uuid}/`)
    for (const [url, own] of [
      [IN, ['core.invoice/created']],
      ['https://late.example.com/in', ['core.invoice/created']],
    ] as const) {
      simulator.webhooks.connect(url, () => new Response('gone', { status: 502 }))
      const register = () => send('POST', '/public/v2/webhooks/', { url, topics: own })
      await register()
      await invoices(2)
      await simulator.clock.advance('1 hour')
      const again = simulator.webhooks.registered.find((one) => one.url === url)
      await send('DELETE', `/public/v2/webhooks/${again?.uuid}/`)
      await register()
      expect(await endpoint(url)).toMatchObject({ attempts: 0, missed: 0, forgotten: none })
    }
    const all = (await control('GET', '/webhooks/endpoints')) as { url: string; forgotten: object }[]
    expect(all.filter(({ url }) => url === OTHER).map((one) => one.forgotten)).toMatchObject([
      { ...none, attempts: 1 },
      none,
    ])
  })

  it('is no event that was delivered and failed only when it was sent again', async () => {
    await invoices(1)
    await simulator.webhooks.flush()
    const [{ event_id } = { event_id: '' }] = simulator.webhooks.attempts
    simulator.webhooks.connect(OTHER, () => new Response(null, { status: 400 }))
    simulator.webhooks.replay(event_id)
    await simulator.clock.advance('40 days')
    await invoices(1)
    expect(await endpoint(OTHER)).toMatchObject({ forgotten: { attempts: 2, failed: 1, missed: 0 } })
  })

  it('is refused for a webhook that is not there', async () => {
    expect(await control('POST', '/webhooks/catch-up', { webhook_uuid: 'x' })).toMatchObject({
      error: `there is no webhook x; there are ${simulator.webhooks.registered.map((one) => one.uuid).join(', ')}`,
    })
  })
})
