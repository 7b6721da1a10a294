import { createSimulator, type Simulator } from 'accounting-simulator'
import { runTest } from 'accounting-simulator/matchers'
import { describe, expect, test } from 'vitest'
import { fault, HOOKS, hearsAt, opened, register, throwing, warned } from '../face/left-behind'

describe('a test that passed is warned of what it may have meant:', () => {
  const read = (own: Simulator) => own.fetch('/public/v1/invoices/', { headers: { 'X-API-KEY': own.apiKey } })
  const connect = (own: Simulator, below = HOOKS) => own.webhooks.connect(below, () => new Response())

  /** Those of the second column are told over HTTP, too. */
  const DOUBTS: readonly [string, 'everywhere' | 'in process', (own: Simulator) => unknown, string][] = [
    [
      'a fault that a restore took away',
      'in process',
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
      'in process',
      (own) => {
        own.faults.inject({ ...fault, on: 'PUT /public/v1/items/{}/' })
        own.reset()
      },
      'fault 1 on PUT /public/v1/items/{}/ hit nothing, and reset or restore took it away',
    ],
    [
      'a receiver that waits for what nobody sent',
      'in process',
      async (own) => {
        await register(own, `${HOOKS}in`)
        connect(own)
        own.make.customers(2)
      },
      `the receiver of ${HOOKS} got nothing, and deliveries to it wait (2): await webhooks.flush() sends them`,
    ],
    [
      'a receiver whose deliveries are held',
      'in process',
      async (own) => {
        own.webhooks.hold()
        await hearsAt(own, `${HOOKS}in`)
      },
      `the receiver of ${HOOKS} got nothing, and deliveries to it wait (1): webhooks.release() lets them go`,
    ],
    [
      'records in a fork that nobody asked',
      'in process',
      (own) => {
        own.make.invoice()
        own.fork().make.invoices(3)
        return read(own)
      },
      'the test made invoices in a fork, which nobody asked or looked at, and its own was asked for them: ' +
        'is it the right one?',
    ],
    [
      'records in a simulator that nobody asked',
      'in process',
      (own) => {
        createSimulator().make.invoices(3)
        return read(own)
      },
      'the test made invoices in another simulator, which nobody asked or looked at, and its own was asked for them: ' +
        'is it the right one?',
    ],
    [
      'an organisation whose name is almost that of another',
      'everywhere',
      (own) => expect(own.organization('org1').records.invoices.count()).toBe(0),
      'nothing happened to the organisation org1, which the test made: is org-1 meant?',
    ],
  ]

  test.each(DOUBTS)('%s, %s', async (_, where, work, told) => {
    expect(await warned(work)).toEqual([expect.stringMatching(/doubts\.test\.ts > a test that passed .*: /)])
    const { simulator, call } = opened()
    await work(simulator)
    expect(await call('GET', '/__simulator/ending')).toEqual({
      problems: [],
      ...(where === 'everywhere' && { warnings: [told] }),
    })
    const own = createSimulator()
    const failed = runTest(own, async () => {
      await work(own)
      throwing()
    })
    // The hints of a failed test have their own words for receivers.
    const isHint = !told.startsWith('the receiver')
    await expect(failed).rejects.toThrow(isHint ? told : 'not my event')
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
    ['a receiver that got something', (own) => hearsAt(own, `${HOOKS}in`)],
    [
      'a receiver that got something, and for which more waits',
      async (own) => {
        await hearsAt(own, `${HOOKS}in`)
        own.make.customer()
      },
    ],
    [
      'a receiver that is taken away',
      async (own) => {
        connect(own)()
        await register(own, 'https://gone.example.com/in')
        own.make.customer()
        await own.webhooks.flush()
      },
    ],
    [
      'a receiver whose webhook is not due yet',
      async (own) => {
        connect(own)
        await register(own, `${HOOKS}in`)
      },
    ],
    [
      'another simulator that makes up data for a request',
      async (own) => {
        const { name } = createSimulator().make.customer()
        await own.fetch('/public/v1/customers/', {
          method: 'POST',
          headers: {},
          body: JSON.stringify({ name }),
        })
      },
    ],
    [
      'another simulator that makes up data beside records of its own',
      (own) => {
        own.make.invoice()
        createSimulator().make.invoice()
        return read(own)
      },
    ],
    [
      'a fork that is a template of the one that is asked',
      async (own) => {
        const template = own.fork()
        template.make.invoice()
        await read(template.fork())
        await read(own)
      },
    ],
    [
      'a fork that shows what would be',
      async (own) => {
        const fork = own.fork()
        fork.make.invoice()
        expect(fork.records.invoices.count()).toBe(1)
        await read(own)
      },
    ],
    [
      'organisations with names alike, which both have records',
      (own) => {
        for (const name of ['acme-1', 'acme1']) own.organization(name).make.customer()
      },
    ],
    [
      'organisations of a series',
      (own) => {
        for (const name of ['shop-1', 'shop-2', 'org-2'])
          expect(own.organization(name).records.invoices.count()).toBe(0)
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
