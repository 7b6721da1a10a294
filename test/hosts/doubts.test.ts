import { createSimulator, type Simulator } from 'accounting-simulator'
import { controls } from 'accounting-simulator/controls'
import { runTest } from 'accounting-simulator/matchers'
import { describe, expect, test } from 'vitest'
import { fault, HEADERS, HOOKS, hearsAt, look, opened, throwing, warned } from '../simulator/left-behind'

describe('a correct test', () => {
  const trap = {
    on: 'POST /public/v1/customers/',
    times: Number.POSITIVE_INFINITY,
    then: { status: 500 },
  } as const
  test.each<[string, (own: Simulator) => unknown]>([
    [
      'a trap that the test looks at when all has come',
      async (own) => {
        const { faults } = own
        const set = faults.inject(trap)
        await look(own)
        expect(set.hits).toBe(0)
      },
    ],
    [
      'a trap of a test that sends nothing',
      (own) => expect(own.faults.inject(trap)).toMatchObject({ hits: 0 }),
    ],
    [
      'a trap that the test looks at before a last request',
      async (own) => {
        expect(own.faults.inject(trap).hits).toBe(0)
        await look(own)
      },
    ],
    [
      'the 404 of a path beside those of the service',
      async (own) => expect((await own.fetch('/health/', { headers: HEADERS })).status).toBe(404),
    ],
  ])('runTest says nothing of %s', async (_, work) => {
    expect(await warned(work)).toEqual([])
  })
})

describe('a test that passed is warned of what it may have meant:', () => {
  const read = (own: Simulator) => own.fetch('/public/v1/invoices/', { headers: { 'X-API-KEY': own.apiKey } })

  const DOUBTS: readonly [string, (own: Simulator) => unknown, string][] = [
    [
      'a fault that a restore took away',
      (own) => {
        const before = own.snapshot()
        own.faults.inject(fault)
        own.restore(before)
        own.faults.inject(fault).disarm()
      },
      'fault 1 on GET /public/v1/items/ hit nothing, and reset or restore took it away',
    ],
    [
      'a fault that a reset took away',
      (own) => {
        own.faults.inject({ ...fault, on: 'PUT /public/v1/items/{}/' })
        own.reset()
      },
      'fault 1 on PUT /public/v1/items/{}/ hit nothing, and reset or restore took it away',
    ],
    [
      'a fault that a restore took away, though its controls looked at the faults',
      (own) => {
        const before = own.snapshot()
        own.faults.inject({ ...fault, on: 'POST /public/v1/items/' })
        controls(own)
        own.restore(before)
      },
      'fault 1 on POST /public/v1/items/ hit nothing, and reset or restore took it away',
    ],
    [
      'a fault that a reset took away, though a fork was asked what hit nothing',
      (own) => {
        own.faults.inject({ ...fault, on: 'GET /public/v1/vendors/' })
        expect(own.fork().faults.unfired()).toHaveLength(1)
        own.reset()
      },
      'fault 1 on GET /public/v1/vendors/ hit nothing, and reset or restore took it away',
    ],
  ]

  test.each(DOUBTS)('%s', async (_, work, told) => {
    expect(await warned(work)).toEqual([expect.stringMatching(/doubts\.test\.ts > a test that passed .*: /)])
    // A reset is the end of a test over HTTP, where there are no forks.
    const { simulator, call } = opened()
    await work(simulator)
    expect(await call('GET', '/__simulator/ending')).toEqual({ problems: [] })
    const own = createSimulator()
    const failed = runTest(own, async () => {
      await work(own)
      throwing()
    })
    await expect(failed).rejects.toThrow(told)
  })

  test('a fault that it looked at, and that may well be meant to hit', async () => {
    const told = await warned(async (own) => {
      const { faults } = own
      const once = faults.inject({ ...fault, on: 'DELETE /public/v1/items/{}/' })
      await read(own)
      expect(once.hits).toBeLessThan(2)
    })
    expect(told).toEqual([
      expect.stringContaining(
        'items/{}/ hit nothing: {"status":503}, as the test saw; if that is meant, disarm it',
      ),
    ])
  })

  const FINE: readonly [string, (own: Simulator) => unknown][] = [
    [
      'a sweep over operations whose faults it looks at',
      (own) => {
        const before = own.snapshot()
        for (const on of ['GET /public/v1/items/', 'GET /public/v1/customers/']) {
          const { hits } = own.faults.inject({ on, then: { status: 503 } })
          expect(hits).toBe(0)
          own.restore(before)
        }
      },
    ],
    [
      'a fault of which it asks whether it hit before the world is put back',
      (own) => {
        const before = own.snapshot()
        own.faults.inject({ ...fault, on: 'PUT /public/v1/vendors/{}/' })
        expect(own.faults.unfired()).toHaveLength(1)
        own.restore(before)
      },
    ],
    [
      'a sweep that puts the world back after each fault',
      (own) => {
        const before = own.snapshot()
        for (const on of ['GET /public/v1/items/', 'GET /public/v1/customers/']) {
          own.faults.inject({ on, then: { status: 503 } })
          own.restore(before)
        }
      },
    ],
    [
      'a fault of its own that hits in a fork alone',
      async (own) => {
        own.faults.inject(fault)
        await own.fork().fetch('/public/v1/items/')
        await read(own)
      },
    ],
    [
      'a fault of chance before the world is put back',
      (own) => {
        own.faults.inject({ ...fault, probability: 0.5 })
        own.reset()
      },
    ],
    [
      'a fault that hit something before the world was put back',
      async (own) => {
        own.faults.inject({ ...fault, times: 2 })
        await own.fetch('/public/v1/items/')
        own.reset()
      },
    ],
    [
      'a fault that is cleared before the world is put back',
      (own) => {
        own.faults.inject(fault)
        own.faults.clear()
        own.faults.inject(fault).disarm()
        own.reset()
      },
    ],
    [
      'a receiver that is to get nothing while deliveries are held',
      async (own) => {
        own.webhooks.hold()
        await hearsAt(own, `${HOOKS}in`)
        expect(own.webhooks.queue).toHaveLength(1)
      },
    ],
    [
      'another simulator or fork that makes up data',
      async (own) => {
        const [{ name }, { name: other }] = [createSimulator().make.customer(), own.fork().make.customer()]
        const { items } = await (await read(own)).json()
        expect(items).not.toContainEqual(expect.objectContaining({ name: name + other }))
      },
    ],
    [
      'a fork whose books are looked at',
      async (own) => {
        const fork = own.fork()
        fork.make.invoice()
        expect(fork.books.check()).toEqual([])
        await read(own)
      },
    ],
    [
      'organisations of which one is to have nothing',
      (own) => {
        const [first, second] = ['org1', 'org2'].map((name) => own.organization(name))
        second?.make.invoice()
        expect(first?.records.invoices.count()).toBe(0)
      },
    ],
  ]
  test.each(FINE)('but not of %s', async (_, work) => {
    expect(await warned(async (own) => void (await work(own)))).toEqual([])
    const { simulator, call } = opened()
    await work(simulator)
    expect(await call('GET', '/__simulator/ending')).toEqual({ problems: [] })
  })
})
