import { createSimulator, type Simulator } from 'accounting-simulator'
import * as fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { checked } from '../support/checked'
import { invoice, Office } from '../support/worlds/office'

/** Deliveries and the clock, and every way back in time. */
afterEach(() => vi.useRealTimers())

/** An office in the middle of an outage that ends at an instant. */
const outage = async (ends = '2026-01-17T00:00:00.000Z', office = new Office()) => {
  const hook = await office.register()
  const { simulator } = office
  const connect = (to: Simulator) =>
    to.webhooks.connect(
      'https://hooks.example.com/',
      () => new Response(null, { status: to.clock.now < ends ? 503 : 200 }),
    )
  connect(simulator)
  office.sell()
  return { office, hook, simulator, connect }
}
const textOf = (simulator: Simulator): string => JSON.stringify(simulator.export())

const everyOtherDay = {
  name: 'Rent',
  memo: '',
  date: '2026-01-16',
  company_id: 1,
  status: 'active',
  recurring_type: 'automatic',
  rrule: 'FREQ=DAILY;INTERVAL=2',
  record_payload: invoice('10.00'),
} as const

describe('advancing', () => {
  it('in one step or in many is the same, byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 2 * 86_400 }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 0, max: 9 * 86_400 }),
        async (steps, endsAfter) => {
          const ends = new Date(Date.parse('2026-01-15T09:00:00Z') + endsAfter * 1000).toISOString()
          const live = async (seconds: readonly number[]) => {
            const { simulator, office } = await outage(ends)
            simulator.records.recurringInvoices.create(everyOtherDay)
            for (const step of seconds) await simulator.clock.advance({ seconds: step })
            return [textOf(simulator), JSON.stringify(office.attempts)]
          }
          expect(await live(steps)).toEqual(await live([steps.reduce((sum, step) => sum + step, 0)]))
        },
      ),
      { numRuns: 40 },
    )
  })

  it('sends to a receiver that calls the service, whose writes emit in turn', async () => {
    const office = new Office()
    await office.register(['core.invoice/created', 'core.customer/updated'])
    const heard: string[] = []
    office.simulator.webhooks.connect('https://hooks.example.com/', async (request) => {
      const { topic } = (await request.json()) as { topic: string }
      heard.push(topic)
      if (topic === 'core.customer/updated') return new Response()
      const read = await office.send('GET', '/public/v2/invoices/1/')
      const written = await office.send('PUT', '/public/v2/customers/1/', {
        name: `owes ${read.body.amount_due}`,
      })
      return new Response(null, { status: written.status })
    })
    office.sell('75.00')
    const { fired, to } = await office.simulator.clock.advance('1 second')
    expect(heard).toEqual(['core.invoice/created', 'core.customer/updated'])
    expect([fired.map(({ kind }) => kind), to]).toEqual([
      ['webhook-delivery', 'webhook-delivery'],
      '2026-01-15T09:00:01.000Z',
    ])
    expect(office.simulator.records.customers.get(1).name).toBe('owes 75.00')
  })

  it('by a receiver goes with the time that moves; a flush by it is refused', async () => {
    const { office, simulator } = await outage()
    const told: unknown[] = []
    office.receive(async () => {
      told.push(await simulator.webhooks.flush().catch(({ name }: Error) => name))
      told.push((await simulator.clock.advance('5 seconds')).to)
      return new Response()
    })
    const { to } = await simulator.clock.advance('1 hour')
    expect(told).toEqual(['UsageError', '2026-01-15T09:00:05.000Z'])
    expect([to, office.attempts[0]?.why.split(':')[0]]).toEqual(['2026-01-15T10:00:00.000Z', 'answered 200'])
  })

  it('until the endpoint is disabled', async () => {
    const { office, hook, simulator } = await outage('9999')
    const isDisabled = () => simulator.webhooks.queue.length === 0
    await simulator.clock.runUntil(isDisabled)
    expect(simulator.clock.now).toBe('2026-01-20T14:03:00.000Z')
    expect((await office.send('GET', hook.path)).body.is_active).toBe(false)
  })
})

/** docs/service.md §14.4: what else is due at the same instant waits for the clock. */
describe('a flush', () => {
  it('delivers and runs no other timer', async () => {
    const office = new Office({ now: '2026-01-16T00:00:00Z' })
    await office.register(['core.invoice/created'])
    const { simulator } = office
    const { invoices, recurringInvoices } = simulator.records
    recurringInvoices.create({
      ...everyOtherDay,
      record_payload: { ...invoice('10.00'), date: '2026-01-16' },
    })
    expect(simulator.clock.pending().map(({ kind, due }) => [kind, due])).toEqual([
      ['recurrence', '2026-01-16T00:00:00.000Z'],
    ])
    office.sell('75.00')
    await simulator.webhooks.flush()
    expect([invoices.count(), office.attempts.length]).toEqual([1, 1])
    expect(simulator.clock.pending()[0]?.kind).toBe('recurrence')
    await simulator.clock.advance('1 second')
    expect([invoices.count(), office.attempts.length]).toEqual([2, 2])
  })
})

describe('fake timers of the host', () => {
  it('do not freeze an advance, an answer or the patience with a silent receiver', async () => {
    const office = new Office({ webhooks: { patience: 20 } })
    await office.register()
    vi.useFakeTimers()
    office.receive(() => new Promise(() => undefined), 200)
    office.sell()
    await office.simulator.clock.advance('1 day')
    expect(office.attempts.map(({ why }) => why.split(':')[0])).toEqual(['timed out', 'answered 200'])
  })
})

describe('rewinding', () => {
  it('a snapshot in the middle of an outage is restored exactly, and the future is the same', async () => {
    const { office, simulator } = await outage()
    await simulator.clock.advance('1 day')
    const before = textOf(simulator)
    const queue = simulator.webhooks.queue
    const mark = simulator.snapshot()
    const futures: string[] = []
    for (let times = 0; times < 2; times += 1) {
      office.sell()
      await simulator.clock.advance('10 days')
      futures.push(textOf(simulator))
      simulator.restore(mark)
      expect(textOf(simulator)).toBe(before)
      expect(simulator.webhooks.queue).toEqual(queue)
    }
    expect(futures[0]).toBe(futures[1])
    expect(futures[0]).toContain('"delivered"')
  })

  it.each(['restore', 'fork'] as const)('%s is refused while time advances', async (what) => {
    const { office, simulator } = await outage()
    const mark = simulator.snapshot()
    let refusal: unknown
    office.receive(() => {
      try {
        what === 'fork' ? simulator.fork() : simulator.restore(mark)
      } catch (error) {
        refusal = error
      }
      return new Response()
    })
    await simulator.clock.advance('1 hour')
    expect(String(refusal)).toBe(
      `UsageError: ${what} is refused while time advances; await the advance first`,
    )
    expect(office.attempts).toHaveLength(1)
    simulator.restore(mark)
    expect(office.attempts).toHaveLength(0)
  })

  it('reset ends an advance; what its receiver answers is for nobody', async () => {
    const { office, simulator } = await outage()
    const born = textOf(createSimulator({ rateLimits: false }))
    let answer = (_: Response) => {}
    let asked = () => {}
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve
    })
    office.receive(() => {
      asked()
      return new Promise((resolve) => {
        answer = resolve
      })
    })
    const advance = simulator.clock.advance('5 days')
    await isAsked
    simulator.reset()
    expect(textOf(simulator)).toBe(born)
    answer(new Response())
    await advance
    expect(textOf(simulator)).toBe(born)
    expect(await simulator.clock.advance('1 day')).toMatchObject({
      fired: [],
      to: '2026-01-16T09:00:00.000Z',
    })
  })

  it('a reset by the receiver itself', async () => {
    const { office, simulator } = await outage()
    office.receive(() => {
      simulator.reset()
      return new Response()
    })
    await simulator.clock.advance('5 days')
    expect([simulator.clock.now, office.attempts, simulator.webhooks.queue]).toEqual([
      '2026-01-15T09:00:00.000Z',
      [],
      [],
    ])
  })

  it('what was being sent when a snapshot or a file was made is sent again: at least once', async () => {
    const { office, simulator } = await outage()
    let mark = simulator.snapshot()
    let file = simulator.export()
    office.receive(() => {
      mark = simulator.snapshot()
      file = simulator.export()
      return new Response()
    })
    await simulator.webhooks.flush()
    expect(simulator.webhooks.queue).toEqual([])
    const arrived = office.receive(200)
    simulator.restore(mark)
    await simulator.webhooks.flush()
    const imported = new Office({ world: file })
    const elsewhere = imported.receive(200)
    await imported.simulator.webhooks.flush()
    expect([arrived.length, elsewhere.length]).toEqual([1, 1])
    expect(elsewhere[0]?.body).toBe(arrived[0]?.body)
  })

  it('connections are wiring: restore and reset leave them, forks share them, files lack them', async () => {
    const { office, simulator } = await outage()
    const arrived = office.receive(200)
    const twin = simulator.fork()
    await twin.webhooks.flush()
    expect(arrived).toHaveLength(1)
    expect([twin.webhooks.attempts.length, office.attempts.length]).toEqual([1, 0])
    const imported = createSimulator({ world: checked(simulator.export()) })
    await imported.webhooks.flush()
    expect(arrived).toHaveLength(1)
    expect(imported.webhooks.attempts[0]?.why).toContain('nothing is connected')
    simulator.reset()
    await office.register()
    office.sell()
    await simulator.webhooks.flush()
    expect(arrived).toHaveLength(2)
  })

  it('a fork and an imported world have the same future as the original', async () => {
    const { simulator, connect } = await outage()
    await simulator.clock.advance('5 hours')
    const worlds = [
      simulator,
      simulator.fork(),
      createSimulator({ rateLimits: false, world: checked(simulator.export()) }),
    ]
    const futures = []
    for (const world of worlds) {
      connect(world)
      await world.clock.advance('10 days')
      futures.push(textOf(world))
    }
    expect(new Set(futures).size).toBe(1)
  })
})
