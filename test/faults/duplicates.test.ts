import { describe, expect, it } from 'vitest'
import { pause } from '../support/pause'
import { first, opened } from '../support/worlds/faulty-office'
import { Office, RECEIVER } from '../support/worlds/office'

describe('a delivery that comes twice', () => {
  it('duplicate: the same bytes twice, one entry in the log', async () => {
    const { office, hook, arrived, armed, webhooks } = await opened(first({ duplicate: true }))
    office.sell()
    await webhooks.flush()
    expect(arrived).toHaveLength(2)
    expect(arrived[1]?.body).toBe(arrived[0]?.body)
    expect(office.attempts[0]?.why).toContain('; fault 1: sent twice')
    expect([armed.hits, (await office.log(hook)).length]).toEqual([1, 1])
  })

  it.each([
    ['at once: before the first is answered', { after: '0 seconds' }, [0, 0]],
    ['2 seconds: while the first is handled', { after: '2 seconds' }, [0, 2]],
    ['7 seconds: after the first was handled', { after: '7 seconds' }, [0, 7]],
  ] as const)('duplicate, %s', async (_, after, seconds) => {
    const office = new Office()
    const { webhooks, clock, faults } = office.simulator
    await office.register()
    const begun = Date.parse(clock.now)
    const heard: number[] = []
    webhooks.connect(RECEIVER, async () => {
      heard.push((Date.parse(clock.now) - begun) / 1000)
      await clock.sleep('5 seconds')
      return new Response(null, { status: 204 })
    })
    const armed = faults.inject(first({ duplicate: true, ...after }))
    office.sell()
    await clock.advance('1 minute')
    expect(heard).toEqual(seconds)
    expect([armed.hits, office.attempts.map(({ response }) => response?.status)]).toEqual([1, [204, 204]])
  })

  it.each([
    ['2 days', '2 days'],
    [{ hours: 1, minutes: 30 }, '1 hour 30 minutes'],
  ] as const)(
    'duplicate after %j: is said to leave later while only the first has left',
    async (after, later) => {
      const { office, webhooks } = await opened(first({ duplicate: true, after }))
      office.sell()
      await webhooks.flush()
      expect(office.attempts[0]?.why).toContain(`; fault 1: a copy leaves ${later} after it`)
      expect(office.attempts[0]?.why).not.toContain('twice')
    },
  )

  it.each([
    ['when the first is answered', {}, 1],
    ['at once', { after: '0 seconds' }, 2],
  ] as const)('duplicate, to a receiver that does not wait for the clock: %s', async (_, after, expected) => {
    const office = new Office()
    await office.register()
    let open = 0
    let most = 0
    office.simulator.webhooks.connect(RECEIVER, async () => {
      most = Math.max(most, ++open)
      await pause(5)
      open -= 1
      return new Response(null, { status: 204 })
    })
    office.simulator.faults.inject(first({ duplicate: true, ...after }))
    office.sell()
    await office.simulator.webhooks.flush()
    expect([most, office.attempts.length]).toEqual([expected, 2])
  })

  it('duplicate at once: in live time, too, and a copy is one entry in the log', async () => {
    const office = new Office({ clock: 'live' })
    const hook = await office.register()
    let open = 0
    let most = 0
    office.simulator.webhooks.connect(RECEIVER, async () => {
      most = Math.max(most, ++open)
      await pause(20)
      open -= 1
      return new Response(null, { status: 204 })
    })
    office.simulator.faults.inject(first({ duplicate: true, after: '0 seconds' }))
    office.sell()
    await office.simulator.webhooks.flush()
    expect([most, office.attempts.length, (await office.log(hook)).length]).toEqual([2, 2, 1])
    office.simulator[Symbol.dispose]()
  })

  it.each([{ after: 'soon' }, { after: -1 }, { after: '1 second', skip: 2 }])(
    'duplicate refuses %j',
    (after) => {
      const inject = () => new Office().simulator.faults.inject(first({ duplicate: true, ...after } as never))
      expect(inject).toThrow(/then\.(after|skip)/)
    },
  )

  it('duplicate: copies are not copied, however often it may hit', async () => {
    const { office, numbers, webhooks } = await opened({
      times: Number.POSITIVE_INFINITY,
      then: { duplicate: true },
    })
    office.sell()
    office.sell()
    await webhooks.flush()
    expect(numbers()).toEqual([1, 2, 1, 2])
  })
})
