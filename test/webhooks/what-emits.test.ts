import type { Simulator } from 'accounting-simulator'
import { describe, expect, it } from 'vitest'
import { fixedAsset } from '../support/worlds/fixed-asset'
import { INVOICES, invoice, Office } from '../support/worlds/office'
import { trading } from '../support/worlds/trade'

const newsOf =
  ({ webhooks }: Simulator) =>
  (): string[] => {
    const told = webhooks.queue.map(({ topic }) => topic)
    for (const { id } of webhooks.queue) webhooks.drop(id)
    return told
  }

/** With the switch, drafts emit no event (docs/service.md §14.2). */
describe('where drafts emit nothing', () => {
  const opened = async (events: 'derived-and-drafts' | 'without-drafts') => {
    const office = new Office({ assumptions: { 'webhook-events': events } })
    await office.register([...INVOICES, 'core.customer/created', 'core.customer/updated'])
    const { simulator } = office
    const edit = (number: number, record_status: string) =>
      office.send('PUT', `/public/v1/invoices/${number}/`, { ...invoice('2.00'), record_status })
    return { office, edit, simulator, news: newsOf(simulator) }
  }

  it('a draft is told of when it is posted', async () => {
    const { office, edit, news } = await opened('without-drafts')
    const number = office.sell('1.00', { record_status: 'draft' })
    expect((await edit(number, 'draft')).status).toBe(200)
    expect(news()).toEqual([])
    expect((await edit(number, 'posted')).status).toBe(200)
    expect(news()).toEqual(['core.invoice/updated'])
  })

  it('what is no draft is told of, and what has no state', async () => {
    const { office, edit, simulator, news } = await opened('without-drafts')
    const number = office.sell()
    expect(news()).toEqual(['core.invoice/created'])
    await edit(number, 'archived')
    expect(news()).toEqual(['core.invoice/updated'])
    const customer = { name: 'New', address: '', country: '', email: '', website: '', phone: '' }
    const { id } = simulator.records.customers.create(customer)
    simulator.records.customers.update(id, { ...customer, name: 'Newer' })
    expect(news()).toEqual(['core.customer/created', 'core.customer/updated'])
  })

  it('otherwise each change of a draft is told of', async () => {
    const { office, edit, news } = await opened('derived-and-drafts')
    const number = office.sell('1.00', { record_status: 'draft' })
    await edit(number, 'draft')
    expect(news()).toEqual(['core.invoice/created', 'core.invoice/updated'])
  })
})

/** An event for a DELETE, also of a fixed asset (docs/service.md §14.2). */
it('a fixed asset that is removed is told of as deleted, one that is archived as updated', async () => {
  const simulator = trading()
  const office = new Office({}, simulator)
  await office.register(['created', 'updated', 'deleted'].map((action) => `core.fixedasset/${action}`))
  const news = newsOf(simulator)
  const { fixedAssets } = simulator.records
  fixedAssets.create(fixedAsset())
  expect(news()).toEqual(['core.fixedasset/created'])
  fixedAssets.update(1, fixedAsset({ name: 'Larger lathe' }))
  expect(news()).toEqual(['core.fixedasset/updated'])
  fixedAssets.remove(1)
  expect(news()).toEqual(['core.fixedasset/deleted'])
})

it('nothing rests on the rules of events where no webhook is registered', async () => {
  const office = new Office()
  office.sell()
  const of = ['webhook-events', 'webhook-body', 'event-id', 'delivery-status'] as const
  const used = (): string[] =>
    office.simulator.assumptions.used().filter((id) => of.includes(id as 'event-id'))
  expect(used()).toEqual([])
  await office.register(['core.invoice/created'])
  office.simulator.records.terms.count()
  await office.send('POST', '/public/v1/customers/', { name: '' })
  expect(used()).toEqual([])
  office.sell()
  expect(used().sort()).toEqual([...of].sort())
})

it('an event names the request that caused it', async () => {
  const office = new Office()
  await office.register(['core.invoice/created'])
  await office.send('POST', '/public/v1/invoices/', invoice())
  const [queued] = office.simulator.webhooks.queue
  const cause = office.simulator.timeline.find(({ sequence }) => sequence === queued?.cause)
  expect(cause).toMatchObject({ kind: 'request', route: 'POST /public/v1/invoices/' })
})

it('a storage keeps the causes of the events that a webhook gets, and of no others', async () => {
  const office = new Office()
  await office.register(['core.invoice/created'])
  await office.send('POST', '/public/v1/invoices/', invoice())
  await office.send('PUT', '/public/v1/invoices/1/', invoice('200.00'))
  await office.send('POST', '/public/v1/terms/', { name: '' })
  const [queued] = office.simulator.webhooks.queue
  expect(office.simulator.journal().timeline(100).causes).toEqual([[queued?.event_id, queued?.cause]])
})
