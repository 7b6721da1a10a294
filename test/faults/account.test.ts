import { describe, expect, it } from 'vitest'
import { clientOf } from '../support/client'
import { HOOKS } from '../support/worlds/office'
import { INVOICE, INVOICES, shop, why } from '../support/worlds/shop'

/** Changes to the caller's account during a run (docs/faults.md). */
describe('revokeKey', () => {
  it('from the request that it hits on, the key is refused', async () => {
    const { simulator, send } = shop()
    const fault = simulator.faults.inject({ on: `POST ${INVOICES}`, skip: 1, then: { revokeKey: true } })
    const statuses = []
    for (let call = 0; call < 3; call += 1) statuses.push((await send('POST', INVOICES, INVOICE)).status)
    expect([statuses, fault.hits]).toEqual([[200, 403, 403], 1])
    expect(simulator.records.invoices.count()).toBe(1)
    expect(simulator.traffic[1]?.why).toBe(
      '403: the key is revoked; no key was good then (docs/service.md §6); fault 1: the key was revoked just before',
    )
    const { key } = simulator.admin.keys.issue()
    expect((await clientOf(simulator, key)('GET', INVOICES)).status).toBe(200)
  })

  it('waits for a request with a key that can be revoked', async () => {
    const { simulator, send } = shop()
    const fault = simulator.faults.inject({ then: { revokeKey: true } })
    expect((await clientOf(simulator, null)('GET', INVOICES)).status).toBe(401)
    expect((await clientOf(simulator, 'guessed')('GET', INVOICES)).status).toBe(403)
    expect(fault.hits).toBe(0)
    expect((await send('GET', INVOICES)).errors).toEqual({ __all__: ['API key authentication failed'] })
    expect(fault.hits).toBe(1)
  })

  it('is undone by a restore', async () => {
    const { simulator, send } = shop()
    const mark = simulator.snapshot()
    simulator.faults.inject({ then: { revokeKey: true } })
    expect((await send('GET', INVOICES)).status).toBe(403)
    simulator.restore(mark)
    expect((await send('GET', INVOICES)).status).toBe(200)
  })
})

describe('losePermission', () => {
  it.each([
    [true, 200, 403, 403],
    [['INTEGRATION'], 200, 200, 403],
  ] as const)('%j: reads %i, writes %i, webhooks %i', async (lost, reads, writes, webhooks) => {
    const { simulator, send } = shop()
    simulator.faults.inject({ skip: 1, then: { losePermission: lost } })
    expect((await send('POST', INVOICES, INVOICE)).status).toBe(200)
    expect([
      (await send('GET', INVOICES)).status,
      (await send('POST', INVOICES, INVOICE)).status,
      (await send('GET', HOOKS)).status,
    ]).toEqual([reads, writes, webhooks])
  })

  it('takes from a key what it held, and says so', async () => {
    const { simulator } = shop()
    const { key } = simulator.admin.keys.issue({ permissions: ['INTEGRATION', 'READ_ONLY'] })
    const send = clientOf(simulator, key)
    expect((await send('GET', HOOKS)).status).toBe(200)
    simulator.faults.inject({ then: { losePermission: ['INTEGRATION'] } })
    expect((await send('GET', HOOKS)).errors).toEqual({ __all__: ['API key lacks the required permission'] })
    expect(why(simulator)).toContain('; fault 1: the key lost INTEGRATION just before')
  })
})

describe('lapseSubscription', () => {
  it.each([
    [true, 402, 200, 200],
    [['bills', 'customers'], 200, 402, 402],
  ] as const)('%j: invoices %i, bills %i, customers %i', async (lapsed, invoices, bills, customers) => {
    const { simulator, send } = shop()
    simulator.faults.inject({ then: { lapseSubscription: lapsed } })
    const statuses = []
    for (const group of ['invoices', 'bills', 'customers'])
      statuses.push((await send('GET', `/public/v1/${group}/`)).status)
    expect(statuses).toEqual([invoices, bills, customers])
  })

  it('says so in the words of the service, until the subscription is renewed', async () => {
    const { simulator, send } = shop()
    simulator.faults.inject({ then: { lapseSubscription: true } })
    expect((await send('GET', INVOICES)).errors).toEqual({
      __all__: ['Subscription required for this feature'],
    })
    simulator.admin.subscriptions.renew('invoices')
    expect((await send('GET', INVOICES)).status).toBe(200)
  })

  it('waits for a path that belongs to a group', async () => {
    const { simulator, send } = shop()
    const fault = simulator.faults.inject({ then: { lapseSubscription: true } })
    expect((await send('GET', '/public/v1/nothing/')).status).toBe(404)
    expect(fault.hits).toBe(0)
  })
})
