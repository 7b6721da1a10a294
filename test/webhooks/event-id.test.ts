import { describe, expect, it } from 'vitest'
import { INVOICES, Office } from '../support/worlds/office'
import { uuid5 } from './uuid5'

/** The same event has the same id everywhere and always (docs/service.md §14.2). */
const opened = async (topics: readonly string[] = INVOICES) => {
  const office = new Office()
  await office.register(topics)
  return { office, simulator: office.simulator }
}
const customerBody = { name: 'Short-lived', address: '', country: '', email: '', website: '', phone: '' }

describe('the event id', () => {
  it('counts the changes of its record', async () => {
    const { office, simulator } = await opened()
    const number = office.sell()
    office.pay(number, '1.00')
    office.pay(number, '2.00')
    await simulator.webhooks.flush()
    expect(office.attempts.map(({ event_id }) => event_id)).toEqual([
      uuid5('org-1|core.Invoice|1|created|1'),
      uuid5('org-1|core.Invoice|1|updated|2'),
      uuid5('org-1|core.Invoice|1|updated|3'),
    ])
  })

  it('of a deletion counts it as a change', async () => {
    const { simulator } = await opened(['core.customer/deleted'])
    const customer = simulator.records.customers.create(customerBody)
    simulator.records.customers.remove(customer.id)
    expect(simulator.webhooks.queue[0]?.event_id).toBe(uuid5(`org-1|core.Customer|${customer.id}|deleted|2`))
  })

  it('differs between simulators with texts of their own, also after their rows were stored', async () => {
    const idOf = async (prefix?: string) => {
      const office = new Office({ ...(prefix && { assumptions: { 'event-id-prefix': prefix } }) })
      await office.register()
      const journal = office.simulator.journal()
      const world = { rows: journal.take(), version: journal.version, options: journal.options }
      const again = new Office({ world, trusted: true })
      again.sell()
      return again.simulator.webhooks.queue[0]?.event_id
    }
    const name = 'org-1|core.Invoice|1|created|1'
    expect([await idOf(), await idOf('a|'), await idOf('b|')]).toEqual([
      uuid5(name),
      uuid5(`a|${name}`),
      uuid5(`b|${name}`),
    ])
  })

  it('is that of the example', () => {
    expect(uuid5('org-1|core.Invoice|501|updated|2')).toBe('9fa90358-8e39-568f-9119-fd083b419e1a')
  })

  it('of invoice 501, changed once, is the example', async () => {
    const { office: busy, simulator } = await opened(['core.invoice/updated'])
    busy.sell()
    const world = JSON.parse(
      JSON.stringify(simulator.export()).replace(
        '"invoices.number","last":1',
        '"invoices.number","last":500',
      ),
    )
    const office = new Office({ world })
    const number = office.sell()
    expect(number).toBe(501)
    office.pay(number, '1.00')
    expect(office.simulator.webhooks.queue[0]?.event_id).toBe('9fa90358-8e39-568f-9119-fd083b419e1a')
  })

  it('is one for retries, copies, replays and webhooks', async () => {
    const { office, simulator } = await opened()
    await office.register()
    office.receive(500, 500, 200)
    office.sell()
    const { webhooks } = simulator
    webhooks.duplicate(webhooks.queue[0]?.id ?? 0)
    await simulator.clock.advance('1 day')
    webhooks.replay(office.attempts[0]?.event_id ?? '')
    await webhooks.flush()
    expect(office.attempts).toHaveLength(7)
    expect(new Set(office.attempts.map(({ event_id }) => event_id)).size).toBe(1)
    expect(new Set(office.attempts.map(({ request }) => request.body)).size).toBe(2)
  })

  it('is the same in every world that lives through the same', async () => {
    const idsOf = async (seed: number) => {
      const office = new Office({ seed })
      await office.register()
      office.sell()
      return office.simulator.webhooks.queue.map(({ event_id }) => event_id)
    }
    expect(await idsOf(1)).toEqual(await idsOf(2))
  })
})
