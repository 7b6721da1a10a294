import { describe, expect, it } from 'vitest'
import { quarter } from '../contracts/quarter'
import { checked } from '../support/checked'
import { clientOf, type Json } from '../support/client'
import { eventOf, INVOICES, invoice, Office, payment } from '../support/worlds/office'
import { write, writeAll } from '../support/worlds/sentences'
import { uuid5 } from './uuid5'

/** Committed changes become events (docs/service.md §14.2). */
const opened = async (topics: readonly string[] = INVOICES) => {
  const office = new Office()
  const hook = await office.register(topics)
  const { webhooks } = office.simulator
  /** The deliveries queued since the last call, by topic and object. */
  const news = (): string[] => {
    const told = webhooks.queue.map(({ topic }) => topic)
    for (const { id } of webhooks.queue) webhooks.drop(id)
    return told
  }
  return { ...office, office, hook, news, send: office.send, simulator: office.simulator }
}
const V1 = '/public/v1/invoices/'
const customerBody = { name: 'Short-lived', address: '', country: '', email: '', website: '', phone: '' }

describe('what emits', () => {
  it('a create, a change and an archiving over HTTP', async () => {
    const { send, news } = await opened()
    await send('POST', V1, invoice())
    expect(news()).toEqual(['core.invoice/created'])
    await send('PUT', `${V1}1/`, invoice('200.00'))
    expect(news()).toEqual(['core.invoice/updated'])
    await send('PUT', `${V1}1/`, { ...invoice('200.00'), record_status: 'archived' })
    expect(news()).toEqual(['core.invoice/updated'])
  })

  it('version 2 and the records of the simulator alike', async () => {
    const { send, office, news } = await opened()
    await send('POST', '/public/v2/invoices/', invoice())
    office.sell()
    expect(news()).toEqual(['core.invoice/created', 'core.invoice/created'])
  })

  it('drafts', async () => {
    const { office, news } = await opened()
    office.sell('1.00', { record_status: 'draft' })
    expect(news()).toEqual(['core.invoice/created'])
  })

  it('not what follows from the payment of another record', async () => {
    const { simulator, news } = await opened([
      'core.invoice/updated',
      'core.contract/updated',
      'core.customerprepaymentapplication/updated',
    ])
    const { contracts, customerPayments, customerPrepaymentApplications } = simulator.records
    contracts.create(quarter())
    writeAll(simulator, 'customer credit 10.00 > customer application of credit 1: 10.00 on invoice 1')
    const due = () => customerPrepaymentApplications.get(1).items?.[0]?.amount_due
    const paid = () => contracts.get(1).invoices[0]?.paid_total
    const before = [due(), paid()]
    news()
    customerPayments.create(payment(1, '40.00') as never)
    expect(news()).toEqual(['core.invoice/updated'])
    expect([before, due(), paid()]).toEqual([['290.00', '10.00'], '250.00', '50.00'])
  })

  it('an upload', async () => {
    const { office, send, news } = await opened()
    const number = office.sell()
    news()
    const form = new FormData()
    form.append('files', new File(['receipt'], 'receipt.txt'))
    expect((await send('POST', `${V1}${number}/attachments/`, form)).status).toBe(200)
    expect(news()).toEqual(['core.invoice/updated'])
  })

  it('a deletion', async () => {
    const { simulator, news } = await opened(['core.customer/created', 'core.customer/deleted'])
    const customer = simulator.records.customers.create(customerBody)
    simulator.records.customers.remove(customer.id)
    expect(news()).toEqual(['core.customer/created', 'core.customer/deleted'])
  })

  it('a record that changes along with another: the invoice of a payment', async () => {
    const { office, news } = await opened([...INVOICES, 'core.customerpayment/created'])
    const number = office.sell()
    news()
    office.pay(number, '40.00')
    expect(news().sort()).toEqual(['core.customerpayment/created', 'core.invoice/updated'])
  })

  /** They show its number, date, amount, memo and status. */
  it.each([
    [{ memo: 'edited' }, ['core.cashsale/updated']],
    [{ date: '2026-01-16' }, ['core.cashsale/updated']],
    [{ items: [{ amount: '1.00', account_number: 4000 }] }, ['core.cashsale/updated']],
    [{ check_number: '77' }, []],
    [{ record_status: 'archived' }, ['core.cashsale/updated']],
  ])('the sources of a deposit, with %j', async (change, sources) => {
    const topics = ['core.cashsale/updated', 'core.customerdeposit/updated']
    const { simulator, news } = await opened(topics)
    write(simulator, 'cash sale 10.00; account null')
    const made = write(simulator, 'deposit 10.00 of sale 1')
    news()
    const { cashSales, customerDeposits } = simulator.records
    const items = [...customerDeposits.get(1).items, ...(((change as Json).items as object[]) ?? [])]
    await simulator.clock.advance('1 hour')
    customerDeposits.update(made.number, { ...customerDeposits.get(1), ...change, items } as never)
    expect(news().sort()).toEqual([...sources, 'core.customerdeposit/updated'])
    const { number, date, amount, memo, record_status } = customerDeposits.get(1)
    const isLive = record_status === 'posted'
    expect(cashSales.get(1).customer_deposits).toEqual(
      isLive ? [{ number, date, amount, memo, record_status }] : [],
    )
  })

  it('each record once, however often one write changes it', async () => {
    const { office, simulator, news } = await opened()
    const [one, two] = [office.sell(), office.sell()]
    news()
    simulator.records.customerPayments.create({
      ...payment(one, '10.00'),
      items: [
        { invoice_number: one, amount: '10.00' },
        { invoice_number: two, amount: '20.00' },
      ],
    })
    expect(news()).toEqual(['core.invoice/updated', 'core.invoice/updated'])
  })

  it('every webhook that asked for the topic and is active', async () => {
    const { office, simulator } = await opened(['core.invoice/created'])
    await office.register(['core.invoice/created', 'core.invoice/updated'])
    await office.register(['core.customer/created'])
    const paused = await office.register()
    await office.send('PATCH', paused.path, { is_active: false })
    office.sell()
    const { queue } = simulator.webhooks
    expect(queue).toHaveLength(2)
    expect(new Set(queue.map(({ event_id }) => event_id)).size).toBe(1)
    expect(new Set(queue.map(({ webhook_uuid }) => webhook_uuid)).size).toBe(2)
  })
})

describe('what emits nothing', () => {
  const REFUSED: [string, string, string, unknown][] = [
    ['an invoice without a date', 'POST', V1, { ...invoice(), date: undefined }],
    ['an unknown customer', 'POST', V1, { ...invoice(), customer_id: 999 }],
    ['too many places', 'POST', V1, invoice('1.1234567')],
    ['malformed JSON', 'POST', V1, '{'],
    ['a missing invoice', 'PUT', `${V1}99/`, invoice()],
    ['more than is due', 'POST', '/public/v1/customer-payments/', payment(1, '100.01')],
    ['a read', 'GET', `${V1}1/`, undefined],
    ['a list', 'GET', V1, undefined],
  ]
  it.each(REFUSED)('%s', async (_, method, path, body) => {
    const { office, send, news } = await opened([...INVOICES, 'core.customerpayment/created'])
    office.sell()
    news()
    const { status } = await send(method, path, body)
    expect(status === 200).toBe(method === 'GET')
    expect(news()).toEqual([])
  })

  it('a write that is rolled back half way: one of two lines pays too much', async () => {
    const { office, simulator, send, news } = await opened()
    const [one, two] = [office.sell(), office.sell()]
    news()
    const items = [
      { invoice_number: one, amount: '50.00' },
      { invoice_number: two, amount: '100.01' },
    ]
    const answer = await send('POST', '/public/v1/customer-payments/', { ...payment(one, '0.00'), items })
    expect(answer.status).toBe(422)
    expect(news()).toEqual([])
    expect(simulator.records.invoices.get(one).amount_due).toBe('100.00')
  })

  it('a PUT that changes nothing', async () => {
    const { send, news } = await opened()
    const { body } = await send('POST', V1, invoice())
    news()
    const same = {
      ...invoice(),
      items: (body.items as Json[]).map(({ id }) => ({ ...invoice().items[0], id })),
    }
    expect((await send('PUT', `${V1}1/`, same)).status).toBe(200)
    expect(news()).toEqual([])
  })

  it('a replayed request', async () => {
    const { send, news } = await opened()
    const key = { 'Idempotency-Key': 'once' }
    const first = await send('POST', V1, invoice(), key)
    expect(news()).toEqual(['core.invoice/created'])
    expect((await send('POST', V1, invoice(), key)).text).toBe(first.text)
    expect(news()).toEqual([])
  })

  it('a write whose response was lost emits once, with its retry', async () => {
    const { send, simulator, news } = await opened()
    simulator.faults.inject({ on: `POST ${V1}`, then: { loseResponse: true } })
    const key = { 'Idempotency-Key': 'once' }
    await expect(send('POST', V1, invoice(), key)).rejects.toThrow(TypeError)
    expect((await send('POST', V1, invoice(), key)).status).toBe(200)
    expect(news()).toEqual(['core.invoice/created'])
  })

  it('time before the registration', async () => {
    const office = new Office()
    office.sell()
    const hook = await office.register()
    expect(office.simulator.webhooks.queue).toEqual([])
    expect(await office.log(hook)).toEqual([])
  })

  it('another organisation', async () => {
    const { office, simulator, hook } = await opened()
    const other = simulator.organization('other')
    const abroad = clientOf(simulator, other.apiKey)
    expect((await abroad('POST', V1, invoice())).status).toBe(200)
    expect([simulator.webhooks.queue, other.webhooks.queue]).toEqual([[], []])
    for (const path of [hook.path, `${hook.path}deliveries/`])
      expect((await abroad('GET', path)).status).toBe(404)
    expect((await abroad('PATCH', hook.path, { is_active: false })).status).toBe(404)
    expect((await abroad('DELETE', hook.path)).status).toBe(404)
    office.sell()
    expect(other.webhooks.queue).toEqual([])
    other.webhooks.hold()
    await simulator.webhooks.flush()
    expect([simulator.webhooks.attempts.length, other.webhooks.attempts.length]).toEqual([1, 0])
  })
})

describe('the envelope', () => {
  it('is the members in order without a space', async () => {
    const { office, hook, simulator } = await opened()
    await simulator.clock.advance({ milliseconds: 1 })
    office.sell()
    const [arrived] = office.receive()
    expect(arrived).toBeUndefined()
    await simulator.webhooks.flush()
    const id = uuid5('org-1|core.Invoice|1|created|1')
    expect(office.attempts[0]?.request.body).toBe(
      `{"event_id":"${id}","api_version":"2026-06-27","topic":"core.invoice/created","object_type":"core.Invoice",` +
        `"object":{"id":1},"webhook_uuid":"${hook.uuid}","created_at":"2026-01-15T09:00:00.001Z"}`,
    )
  })

  it('names the object by what its item path takes', async () => {
    const { simulator, send } = await opened(['core.journalentry/created', 'core.customer/updated'])
    await send('PUT', '/public/v1/customers/2/', { name: 'Renamed' })
    const [queued] = simulator.webhooks.queue
    expect(queued?.topic).toBe('core.customer/updated')
    await simulator.webhooks.flush()
    expect(simulator.webhooks.attempts.map(({ request }) => eventOf(request).object)).toEqual([{ id: 2 }])
  })

  it('keeps the version that it was queued under', async () => {
    const { office, simulator } = await opened()
    office.sell()
    const later = new Office({
      world: checked(simulator.export()),
      assumptions: { 'webhook-api-version': '2027-01-01' },
    })
    later.sell()
    await later.simulator.webhooks.flush()
    expect(later.attempts.map(({ request }) => eventOf(request).api_version)).toEqual([
      '2026-06-27',
      '2027-01-01',
    ])
  })

  it('goes to the url of the day in the bytes of the first', async () => {
    const { office, hook, simulator, send } = await opened()
    office.sell()
    await simulator.webhooks.flush()
    await send('PATCH', hook.path, { url: 'https://elsewhere.example.com/' })
    await simulator.clock.advance('1 minute')
    const [first, second] = office.attempts
    expect([first?.request.url, second?.request.url]).toEqual([
      'https://hooks.example.com/in',
      'https://elsewhere.example.com/',
    ])
    expect(second?.request.body).toBe(first?.request.body)
  })
})
