import { describe, expect, it } from 'vitest'
import { table } from '../support/table'
import { eventOf, Office } from '../support/worlds/office'

/** At least once and in no order, on request (docs/service.md §14.4). */
const opened = async (invoices = 3) => {
  const office = new Office()
  const hook = await office.register(['core.invoice/created'])
  const arrived = office.receive(200)
  for (let made = 0; made < invoices; made += 1) office.sell()
  const { webhooks, clock } = office.simulator
  const ids = () => webhooks.queue.map(({ id }) => id)
  const numbers = () => arrived.map((one) => (eventOf(one).object as { id: number }).id)
  return { office, hook, webhooks, clock, ids, numbers }
}

describe('before flush or advance', () => {
  it('nothing is sent', async () => {
    const { webhooks, numbers, ids } = await opened()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect([numbers(), ids(), webhooks.attempts]).toEqual([[], [1, 2, 3], []])
  })

  it('flush sends what is due now and nothing later', async () => {
    const { office, webhooks, numbers, clock } = await opened()
    await webhooks.flush()
    expect(numbers()).toEqual([1, 2, 3])
    office.receive(500)
    office.sell()
    await webhooks.flush()
    await webhooks.flush()
    expect([webhooks.attempts.length, clock.now]).toEqual([4, '2026-01-15T09:00:00.000Z'])
  })
})

describe('hold and release', () => {
  it('holds back what is queued and what comes, and lets all go in order', async () => {
    const { office, webhooks, clock, numbers } = await opened(2)
    webhooks.hold()
    office.sell()
    await clock.advance('2 days')
    expect(numbers()).toEqual([])
    expect(webhooks.queue.map(({ due }) => due)).toEqual(Array(3).fill('2026-01-15T09:00:00.000Z'))
    webhooks.release()
    expect(webhooks.queue.map(({ due }) => due)).toEqual(Array(3).fill('2026-01-17T09:00:00.000Z'))
    await webhooks.flush()
    expect(numbers()).toEqual([1, 2, 3])
  })

  it('leaves a later retry its time', async () => {
    const { office, webhooks, clock } = await opened(0)
    office.receive(500)
    office.sell()
    await clock.advance('8 minutes')
    webhooks.hold()
    await clock.advance('1 minute')
    webhooks.release()
    expect(webhooks.queue[0]?.due).toBe('2026-01-15T09:15:00.000Z')
  })

  it('twice is once', async () => {
    const { webhooks, numbers } = await opened()
    webhooks.hold()
    webhooks.hold()
    webhooks.release()
    webhooks.release()
    await webhooks.flush()
    expect(numbers()).toEqual([1, 2, 3])
  })

  it('by the receiver itself holds the next attempt', async () => {
    const { office, webhooks, clock } = await opened(0)
    office.receive(() => {
      webhooks.hold()
      return new Response(null, { status: 500 })
    })
    office.sell()
    await clock.advance('1 day')
    expect([webhooks.attempts.length, webhooks.queue.length]).toEqual([1, 1])
    office.receive(200)
    webhooks.release()
    await webhooks.flush()
    expect([webhooks.attempts.length, webhooks.queue.length]).toEqual([2, 0])
  })
})

describe('one by one', () => {
  it('deliver sends one out of turn, also while all are held', async () => {
    const { webhooks, numbers, ids } = await opened()
    webhooks.hold()
    await webhooks.deliver(2)
    expect([numbers(), ids()]).toEqual([[2], [1, 3]])
  })

  it('deliver that fails is followed by a retry', async () => {
    const { office, webhooks } = await opened(0)
    office.receive(500)
    office.sell()
    await webhooks.deliver(1)
    expect(webhooks.queue).toMatchObject([
      { id: 1, attempts: 1, status: 'retrying', due: '2026-01-15T09:01:00.000Z' },
    ])
  })

  it('duplicate sends the same bytes twice', async () => {
    const { office, webhooks, numbers, hook } = await opened(1)
    expect(webhooks.duplicate(1)).toBe(2)
    await webhooks.flush()
    expect(numbers()).toEqual([1, 1])
    const [first, second] = office.attempts
    expect(second?.request.body).toBe(first?.request.body)
    expect(await office.log(hook)).toHaveLength(1)
    webhooks.duplicate(1)
    await webhooks.flush()
    expect(numbers()).toEqual([1, 1, 1])
  })

  it('drop loses one for good', async () => {
    const { office, webhooks, clock, numbers, hook } = await opened()
    webhooks.drop(2)
    await clock.advance('6 days')
    expect(numbers()).toEqual([1, 3])
    expect((await office.log(hook))[1]).toMatchObject({
      status: 'failed',
      attempts: 0,
      last_error: 'dropped',
    })
  })

  it('replay sends an event again, whatever became of it', async () => {
    const { office, webhooks, numbers, hook } = await opened(2)
    webhooks.drop(1)
    await webhooks.flush()
    const dropped = (await office.log(hook)).at(-1)
    webhooks.replay(String(dropped?.event_id))
    await webhooks.flush()
    expect(numbers()).toEqual([2, 1])
  })
})

describe('reorder', () => {
  it.each(
    table(`
      order    | arrive
      1,2,3,4  | 1,2,3,4
      4,3,2,1  | 4,3,2,1
      2,1      | 2,1,3,4
      4,2      | 1,4,3,2
      3,1,2    | 3,1,2,4
      3        | 1,2,3,4
    `),
  )('$order', async ({ order, arrive }) => {
    const { webhooks, numbers } = await opened(4)
    webhooks.reorder(order.split(',').map(Number))
    expect(webhooks.queue.map(({ id }) => id).join()).toBe(arrive)
    await webhooks.flush()
    expect(numbers().join()).toBe(arrive)
  })

  it('holds while all are held, and exchanges the times of retries', async () => {
    const { office, webhooks, numbers, clock } = await opened(0)
    office.receive(500)
    office.sell()
    await webhooks.flush()
    const arrived = office.receive(200)
    office.sell()
    webhooks.hold()
    webhooks.reorder([1, 2])
    webhooks.release()
    await webhooks.flush()
    expect([numbers().length, arrived.length]).toEqual([0, 1])
    await clock.advance('1 minute')
    expect(arrived.map((one) => (eventOf(one).object as { id: number }).id)).toEqual([1, 2])
  })
})

describe('what cannot be directed', () => {
  const attempt: Record<string, (webhooks: Awaited<ReturnType<typeof opened>>['webhooks']) => unknown> = {
    'deliver 9': (webhooks) => webhooks.deliver(9),
    'deliver 1 again': (webhooks) => webhooks.deliver(1),
    'duplicate 9': async (webhooks) => webhooks.duplicate(9),
    'drop 1 again': async (webhooks) => webhooks.drop(1),
    'reorder 1,2': async (webhooks) => webhooks.reorder([1, 2]),
    'reorder 2,2': async (webhooks) => webhooks.reorder([2, 2]),
    'replay nothing': async (webhooks) => webhooks.replay('nothing'),
  }
  it.each(
    table(`
      what              | message
      deliver 9         | there is no delivery 9
      deliver 1 again   | delivery 1 is delivered and no longer in the queue
      duplicate 9       | there is no delivery 9
      drop 1 again      | delivery 1 is delivered and no longer in the queue
      reorder 1,2       | delivery 1 is delivered and no longer in the queue
      reorder 2,2       | ids must not contain an id twice
      replay nothing    | no event nothing was sent
    `),
  )('$what: $message', async ({ what, message }) => {
    const { webhooks, ids } = await opened(2)
    await webhooks.deliver(1)
    await expect(attempt[what]?.(webhooks)).rejects.toThrow(
      expect.objectContaining({ name: 'OptionError', message }),
    )
    expect(ids()).toEqual([2])
  })

  it('copies for a webhook that is inactive', async () => {
    const { office, webhooks, hook, ids } = await opened(1)
    await webhooks.flush()
    await office.send('PATCH', hook.path, { is_active: false })
    const eventId = office.attempts[0]?.event_id ?? ''
    expect(() => webhooks.duplicate(1)).toThrow('inactive')
    expect(() => webhooks.replay(eventId)).toThrow('inactive')
    expect(ids()).toEqual([])
  })

  it('a delivery that is being sent', async () => {
    const { office, webhooks } = await opened(0)
    const refusals: string[] = []
    office.receive(() => {
      for (const act of [() => webhooks.drop(1), () => webhooks.reorder([1])])
        try {
          act()
        } catch (error) {
          refusals.push(String(error))
        }
      return new Response()
    })
    office.sell()
    await webhooks.flush()
    expect(refusals).toEqual(Array(2).fill('OptionError: delivery 1 is being sent right now'))
  })

  it.each([
    ['hooks.example.com', () => new Response(), 'prefix'],
    ['https://hooks.example.com/', 'https://hooks.example.com/', 'target'],
    ['https://hooks.example.com/', 'http://192.168.0.1/', 'target'],
    ['https://hooks.example.com/', 'http://127.0.0.1.example.com/', 'target'],
    ['https://hooks.example.com/', 7, 'target'],
  ])('connect(%s, %s)', (prefix, target, option) => {
    const { simulator } = new Office()
    expect(() => simulator.webhooks.connect(prefix, target as string)).toThrow(
      expect.objectContaining({ option }),
    )
  })
})

describe('connections', () => {
  it.each(
    table(`
      prefix                          url                                     | heard
      https://hooks.example.com/      https://hooks.example.com/in            | yes
      https://hooks.example.com       https://hooks.example.com/in            | yes
      https://hooks.example.com/      https://hooks.example.com               | yes
      https://hooks.example.com       https://HOOKS.example.com:443/          | yes
      https://hooks.example.com/in    https://hooks.example.com/in?x=1        | yes
      https://hooks.example.com/in    https://hooks.example.com/out           | no
      https://hooks.example.com       https://hooks.example.com.evil.example/ | no
      https://hooks.example.com/      https://hooks.example.com:8443/         | no
    `),
  )('$prefix, $url: $heard', async ({ prefix, url, heard }) => {
    const office = new Office()
    await office.register(undefined, url)
    let calls = 0
    office.simulator.webhooks.connect(prefix, () => {
      calls += 1
      return new Response()
    })
    office.sell()
    await office.simulator.webhooks.flush()
    expect(calls).toBe(heard === 'yes' ? 1 : 0)
  })

  it('the longest prefix hears, the newest of two equal ones, none once disconnected', async () => {
    const office = new Office()
    await office.register()
    const heard: string[] = []
    const hear = (name: string) => () => {
      heard.push(name)
      return new Response()
    }
    const { webhooks } = office.simulator
    webhooks.connect('https://hooks.example.com/', hear('host'))
    webhooks.connect('https://hooks.example.com/in', hear('old'))
    const disconnect = webhooks.connect('https://hooks.example.com/in', hear('new'))
    for (const next of [() => undefined, disconnect]) {
      next()
      office.sell()
      await webhooks.flush()
    }
    expect(heard).toEqual(['new', 'host'])
  })
})
