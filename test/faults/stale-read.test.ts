import { createSimulator } from 'accounting-simulator'
import { describe, expect, it } from 'vitest'
import { clientOf, itemsOf } from '../support/client'
import { INVOICE, INVOICES, shop, why } from '../support/worlds/shop'

/** A read that is answered by a copy which has not heard of the last writes yet (docs/faults.md). */
describe('staleRead', () => {
  it('answers a get and a list from the world as it was when the fault was armed', async () => {
    const { simulator, send } = shop(1)
    const fault = simulator.faults.inject({ times: 3, then: { staleRead: true } })
    await simulator.clock.advance('1 hour')
    expect((await send('POST', INVOICES, INVOICE)).status).toBe(200)
    expect((await send('GET', `${INVOICES}2/`)).status).toBe(404)
    expect(why(simulator)).toContain('; fault 1: answered from the world of 2026-01-15T09:00:00.000Z')
    expect((await send('GET', INVOICES)).body.count).toBe(1)
    expect((await send('GET', `${INVOICES}1/`)).body).toMatchObject({ number: 1, amount_due: '100.00' })
    expect(fault.hits).toBe(3)
    expect((await send('GET', INVOICES)).body.count).toBe(2)
  })

  it('shows the state before an update, whose write stays', async () => {
    const { simulator, send } = shop(1)
    simulator.faults.inject({ then: { staleRead: true } })
    await send('PUT', `${INVOICES}1/`, { ...INVOICE, memo: 'corrected' })
    const memos = []
    for (let call = 0; call < 2; call += 1) memos.push((await send('GET', `${INVOICES}1/`)).body.memo)
    expect(memos).toEqual([null, 'corrected'])
    expect(simulator.books.check()).toEqual([])
  })

  it('spends tokens of today and goes by the keys of today', async () => {
    const simulator = createSimulator()
    const { key } = simulator.admin.keys.issue()
    const send = clientOf(simulator, key)
    simulator.faults.inject({ times: 2, then: { staleRead: true } })
    expect((await send('GET', INVOICES)).headers.get('x-ratelimit-remaining')).toBe('9')
    simulator.admin.keys.revoke(key)
    expect((await send('GET', INVOICES)).status).toBe(403)
  })

  it('waits for a GET', async () => {
    const { simulator, send } = shop()
    const fault = simulator.faults.inject({ then: { staleRead: true } })
    await send('POST', INVOICES, INVOICE)
    await send('GET', '/public/v1/nothing/')
    expect(fault.hits).toBe(0)
  })

  it('keeps its past through a restore and in a fork, and gives it up on reset', async () => {
    const { simulator } = shop(1)
    simulator.faults.inject({ times: 9, then: { staleRead: true } })
    const mark = simulator.snapshot()
    simulator.records.invoices.create(INVOICE)
    const twin = simulator.fork()
    const count = async (one = simulator): Promise<unknown> =>
      (await clientOf(one)('GET', INVOICES)).body.count
    expect([await count(), await count(twin)]).toEqual([1, 1])
    simulator.restore(mark)
    simulator.records.invoices.create(INVOICE)
    simulator.records.invoices.create(INVOICE)
    expect([await count(), await count(twin)]).toEqual([1, 1])
    simulator.reset()
    simulator.records.invoices.create(INVOICE)
    simulator.records.invoices.create(INVOICE)
    expect([await count(), await count(twin)]).toEqual([2, 1])
  })

  it('a fault armed anew under the same id has a past of its own', async () => {
    const { simulator, send } = shop(1)
    const mark = simulator.snapshot()
    simulator.faults.inject({ then: { staleRead: true } })
    simulator.restore(mark)
    simulator.records.invoices.create(INVOICE)
    simulator.faults.inject({ then: { staleRead: true } })
    simulator.records.invoices.create(INVOICE)
    expect(itemsOf(await send('GET', INVOICES)).map(({ number }) => number)).toEqual([1, 2])
  })

  it('cannot be exported while it is armed', async () => {
    const { simulator, send } = shop(1)
    simulator.faults.inject({ then: { staleRead: true } })
    expect(() => simulator.export()).toThrow(
      'fault 1 answers from the past, which no file can hold; clear it first',
    )
    await send('GET', INVOICES)
    expect(simulator.export().format).toBe(2)
  })

  it('can be exported again once its time is over', async () => {
    const { simulator } = shop(1)
    simulator.faults.inject({ after: '1 hour', during: '5 minutes', then: { staleRead: true } })
    await simulator.clock.advance('64 minutes')
    expect(() => simulator.export()).toThrow('answers from the past')
    await simulator.clock.advance('1 minute')
    expect(simulator.export().format).toBe(2)
  })
})
