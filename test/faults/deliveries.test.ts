import { type FaultOptions, verifyWebhook } from 'accounting-simulator'
import { describe, expect, it } from 'vitest'
import { table } from '../support/table'
import { first, opened } from '../support/worlds/faulty-office'
import { eventOf, INVOICES, Office } from '../support/worlds/office'

type Then = FaultOptions['then']

/** Faults between the service and a receiver, in both directions (docs/faults.md). */
describe('one delivery, one fault, then a retry after a minute', () => {
  it.each([
    // what the service sees first                          heard  first attempt's why
    [
      { status: 503 },
      503,
      1,
      'answered 503: will be retried (docs/service.md §14.4); fault 1: nothing was sent',
    ],
    [{ status: 500, body: { oops: 1 } }, 500, 1, 'answered 500: will be retried'],
    [{ networkError: true }, null, 1, 'connection refused: will be retried'],
    [
      { timeout: true },
      null,
      1,
      'timed out: will be retried (docs/service.md §14.4); fault 1: nothing was sent',
    ],
    [
      { loseResponse: true },
      null,
      2,
      'connection reset before the answer: will be retried (docs/service.md §14.4); fault 1: the receiver had answered 200',
    ],
  ] as [Then, number | null, number, string][])('%j', async (then, status, heard, why) => {
    const { office, arrived, armed, clock, hook } = await opened(first(then))
    office.sell()
    await clock.advance('2 minutes')
    const [one, two] = office.attempts
    expect(one?.why).toContain(why)
    expect([one?.response?.status ?? null, two?.response?.status, arrived.length]).toEqual([
      status,
      200,
      heard,
    ])
    expect([armed.hits, (await office.lastLog(hook)).status]).toEqual([1, 'delivered'])
    expect(new Set(arrived.map(({ body }) => body)).size).toBe(1)
  })

  it('a time-out costs ten seconds of the virtual clock and none of the host', async () => {
    const { office, clock } = await opened(first({ timeout: true }))
    office.sell()
    await clock.advance('69 seconds')
    expect(office.attempts).toHaveLength(1)
    await clock.advance('1 second')
    expect(office.attempts).toHaveLength(2)
  })

  it.each([
    [{ status: 400 }, 'failed', 1],
    [{ status: 410 }, 'failed', 1],
    [{ status: 204 }, 'delivered', 1],
    [{ status: 429, retryAfter: 300 }, 'delivered', 2],
  ] as [Then, string, number][])('%j: %s after %i', async (then, status, attempts) => {
    const { office, clock, hook, arrived } = await opened(first(then))
    office.sell()
    await clock.advance('5 minutes')
    expect(await office.lastLog(hook)).toMatchObject({ status, attempts })
    expect(arrived).toHaveLength(attempts - 1)
  })

  it.each([
    [{ truncateBody: 20 }, '{"event_id":"', 'body cut to 20 characters', 'application/json'],
    [{ malformedJson: true }, '{"event_id":"', 'body is no longer JSON', 'application/json'],
    [{ contentType: 'text/plain' }, '{"event_id":"', 'content type text/plain', 'text/plain'],
  ] as [Then, string, string, string][])('%j arrives', async (then, begin, what, type) => {
    const { office, arrived, hook, webhooks } = await opened(first(then))
    office.sell()
    await webhooks.flush()
    const [one] = office.attempts
    expect(one?.why).toBe(`answered 200: delivered (docs/service.md §14.4); fault 1: ${what}`)
    expect(one?.request.body).toBe(arrived[0]?.body)
    expect(arrived[0]?.body.startsWith(begin)).toBe(true)
    expect(arrived[0]?.headers.get('content-type')).toBe(type)
    const verified = verifyWebhook({
      secret: hook.secret,
      headers: arrived[0]?.headers as Headers,
      body: arrived[0]?.body ?? '',
      now: Date.parse(one?.at ?? ''),
    })
    expect(verified.ok).toBe('contentType' in then)
  })
})

describe('disorder', () => {
  it('delay: later ones overtake', async () => {
    const { office, numbers, clock, webhooks } = await opened(first({ delay: '3 seconds' }))
    office.sell()
    office.sell()
    await webhooks.flush()
    expect([numbers(), webhooks.queue.map(({ due }) => due)]).toEqual([[2], ['2026-01-15T09:00:03.000Z']])
    await clock.advance('3 seconds')
    expect(numbers()).toEqual([2, 1])
    expect(office.attempts[1]?.why).toBe(
      'answered 200: delivered (docs/service.md §14.4); ' +
        'fault 1: held back from 2026-01-15T09:00:00.000Z until 2026-01-15T09:00:03.000Z',
    )
  })

  it('delay: once for each attempt, however often it may hit', async () => {
    const { office, clock } = await opened(
      { on: 'DELIVERY *', during: '1 year', then: { delay: '1 minute' } },
      500,
      200,
    )
    office.sell()
    await clock.advance('1 hour')
    expect(office.minutes()).toEqual([0, 2])
  })

  it('by itself, the same for the same seed', async () => {
    const told = async (seed: number): Promise<unknown[]> => {
      const office = new Office({ seed })
      await office.register()
      const arrived = office.receive(200)
      office.simulator.faults.inject({ probability: 0.3, then: { duplicate: true } })
      office.simulator.faults.inject({ on: 'DELIVERY *', probability: 0.3, then: { delay: '3 seconds' } })
      for (let sold = 0; sold < 12; sold += 1) office.sell()
      await office.simulator.clock.advance('1 minute')
      return arrived.map((one) => (eventOf(one).object as { id: number }).id)
    }
    const [one, again, other] = [await told(1), await told(1), await told(2)]
    expect(again).toEqual(one)
    expect(other).not.toEqual(one)
    expect(new Set(one).size).toBe(12)
    expect(one.length).toBeGreaterThan(12)
    expect(one).not.toEqual([...one].sort((a, b) => Number(a) - Number(b)))
  })
})

describe('which deliveries', () => {
  it.each(
    table(`
      on                                            | hits
      DELIVERY *                                    | 3
      delivery *                                    | 3
      DELIVERY core.invoice/created                 | 2
      DELIVERY core.invoice/*                       | 3
      DELIVERY core.invoice/updated                 | 1
      DELIVERY core.inv*                            | 3
      DELIVERY core.bill/*                          | 0
      DELIVERY https://hooks.example.com/in         | 3
      DELIVERY https://hooks.example.com/*          | 3
      DELIVERY https://hooks.example.com/           | 0
      DELIVERY https://other.example.com/*          | 0
      POST /*                                       | 0
    `),
  )('$on: $hits', async ({ on, hits }) => {
    const { office, armed, webhooks } = await opened({ on, times: 9, then: { status: 200 } })
    office.sell()
    office.sell()
    office.pay(1, '10.00')
    await webhooks.flush()
    expect(armed.hits).toBe(Number(hits))
  })

  it('those that a predicate picks, and those after some, for a while, under a condition', async () => {
    for (const [options, hit] of [
      [{ on: ({ body }) => body?.includes('"id":2') === true, then: { timeout: true } }, '2'],
      [{ on: 'DELIVERY *', skip: 1, then: { status: 500 } }, '2'],
      [{ on: 'DELIVERY *', times: 2, then: { status: 500 } }, '1,2'],
      [{ on: 'DELIVERY *', when: { records: 'invoices', atLeast: 4 }, then: { status: 500 } }, ''],
      [{ on: 'DELIVERY *', after: '1 second', then: { status: 500 } }, ''],
    ] as [FaultOptions, string][]) {
      const { office, numbers, webhooks } = await opened(options)
      for (let sold = 0; sold < 3; sold += 1) office.sell()
      await webhooks.flush()
      const missing = [1, 2, 3].filter((number) => !numbers().includes(number))
      expect(missing.join(), JSON.stringify(options)).toBe(hit)
    }
  })

  it('requests have faults of their own', async () => {
    const { office, armed, webhooks, faults } = await opened({ then: { status: 500 } })
    const timeout = faults.inject({ then: { timeout: true } })
    office.sell()
    await webhooks.flush()
    expect([armed.hits, timeout.hits]).toEqual([0, 1])
    expect((await office.send('GET', '/public/health/')).status).toBe(500)
  })

  it('one sent by hand meets them, too', async () => {
    const { office, numbers, webhooks } = await opened(first({ delay: '1 second' }))
    office.sell()
    await webhooks.deliver(1)
    expect([numbers(), webhooks.queue.map(({ due }) => due)]).toEqual([[], ['2026-01-15T09:00:01.000Z']])
    await webhooks.deliver(1)
    expect(numbers()).toEqual([1])
  })

  it('five days of them disable the webhook', async () => {
    const { office, hook, clock } = await opened({
      on: `DELIVERY ${INVOICES[0]}`,
      during: '6 days',
      then: { timeout: true },
    })
    office.sell()
    await clock.advance('6 days')
    expect((await office.send('GET', hook.path)).body).toMatchObject({
      is_active: false,
      disabled_reason: 'webhook_disabled',
    })
  })
})
