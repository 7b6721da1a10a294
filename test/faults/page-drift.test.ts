import { describe, expect, it } from 'vitest'
import { itemsOf, type Send } from '../support/client'
import { groundOf } from '../support/ground'
import { everything } from '../support/subject'
import { table } from '../support/table'
import { HOOKS } from '../support/worlds/office'
import { CUSTOMERS, customer, INVOICES, shop, why } from '../support/worlds/shop'

/** A client that reads page after page until one is short, and what it gets to see. */
async function readAll(send: Send, path: string, limit = 2): Promise<number[]> {
  const seen: number[] = []
  for (let offset = 0; ; offset += limit) {
    const address = `${path}${path.includes('?') ? '&' : '?'}limit=${limit}&offset=${offset}`
    const items = itemsOf(await send('GET', address))
    seen.push(...items.map((item) => (item.number ?? item.id) as number))
    if (items.length < limit) return seen
  }
}

/** Somebody else writes between two pages (docs/faults.md). */
describe('pageDrift, lists read two by two', () => {
  it.each(
    table(`
      list                                       drift           | seen
      /public/v1/invoices/                       -               | 1,2,3,4,5
      /public/v1/invoices/                       {"create":1}    | 1,2,3,4,5,6
      /public/v1/invoices/?ordering=-id          -               | 5,4,3,2,1
      /public/v1/invoices/?ordering=-id          {"create":1}    | 5,4,4,3,2,1
      /public/v1/invoices/?ordering=-id          {"create":2}    | 5,4,5,4,3,2,1
      /public/v1/invoices/?ordering=date         {"create":1}    | 1,2,3,4,5,6
      /public/v1/invoices/?ordering=-created_at  {"create":1}    | 1,2,3,4,5,6
      /public/v1/invoices/                       {"remove":1}    | 1,2,3,4,5
    `),
  )('$list, $drift: $seen', async ({ list, drift, seen }) => {
    const { simulator, send } = shop(5)
    if (drift !== '-') simulator.faults.inject({ then: { pageDrift: JSON.parse(drift) } })
    expect((await readAll(send, list)).join()).toBe(seen)
    expect(simulator.books.check()).toEqual([])
  })

  it.each([
    [1, '1,2,4,5', 'then somebody else removed Customer 1'],
    [2, '1,2,5', 'then somebody else removed Customer 1, 2'],
    [3, '1,2,5', 'then somebody else removed Customer 1, 2'],
  ])('customers, %i removed: %s', async (remove, seen, told) => {
    const { simulator, send } = shop(0, { world: 'empty' })
    for (const name of ['A', 'B', 'C', 'D', 'E']) await send('POST', CUSTOMERS, customer(name))
    simulator.faults.inject({ then: { pageDrift: { remove } } })
    expect((await readAll(send, CUSTOMERS)).join()).toBe(seen)
    expect(simulator.traffic[5]?.why).toMatch(new RegExp(`${told}$`))
  })
})

describe('pageDrift, what is written', () => {
  it('is a draft by somebody else, which the books do not notice and the webhooks do', async () => {
    const { simulator, send } = shop(1)
    await send('POST', HOOKS, { url: 'https://hooks.example.com/', topics: ['core.invoice/created'] })
    simulator.faults.inject({ then: { pageDrift: { create: 1 } } })
    const before = simulator.books.trialBalance()
    const { body } = await send('GET', INVOICES)
    expect(body.count).toBe(1)
    expect(simulator.records.invoices.get(2)).toMatchObject({
      record_status: 'draft',
      amount: '100.00',
      created_by: { actor_type: 'user', first_name: 'Somebody', last_name: 'Else' },
    })
    expect(simulator.books.trialBalance()).toEqual(before)
    expect(simulator.webhooks.queue.map(({ topic }) => topic)).toEqual(['core.invoice/created'])
  })

  it('is posted where the list asks for posted records', async () => {
    const { simulator, send } = shop()
    simulator.records.customerPayments.create({
      date: '2026-01-15',
      company_id: 1,
      currency_iso_4217_code: 'USD',
      exchange_rate: '1',
      customer_id: 1,
      check_number: '',
      memo: '',
      items: [],
      unassigned_amount: '10.00',
    })
    simulator.faults.inject({ then: { pageDrift: { create: 1 } } })
    await send('GET', '/public/v1/customer-payments/?record_status=posted')
    expect(simulator.records.customerPayments.get(2).record_status).toBe('posted')
    expect(simulator.books.check()).toEqual([])
  })

  it.each([
    ['reference_number', 'R-1'],
    ['memo', 'Order R-1'],
  ])('is not taken for one that is looked for by its %s', async (member, text) => {
    const { simulator, send } = shop(1)
    const invoice = simulator.records.invoices.get(1)
    simulator.records.invoices.update(1, { ...invoice, [member]: text })
    simulator.faults.inject({ then: { pageDrift: { create: 1 } } })
    await send('GET', INVOICES)
    const texts = simulator.records.invoices.findMany({}).map((one) => String(one[member as 'memo']))
    expect(texts).toHaveLength(2)
    expect(texts.filter((one) => one.includes(text))).toEqual([text])
  })

  it('has a name of its own', async () => {
    const { simulator, send } = shop()
    const before = simulator.records.customers.findMany({})
    simulator.faults.inject({ then: { pageDrift: { create: 1 } } })
    await send('GET', CUSTOMERS)
    const [drifted, ...others] = simulator.records.customers.findMany(
      ({ id }) => !before.some((one) => one.id === id),
    )
    expect(others).toEqual([])
    expect(before.filter(({ name }) => drifted?.name.includes(name))).toEqual([])
  })

  it('is archived, and gone from a list of posted records, where records are kept', async () => {
    const { simulator, send } = shop(3)
    simulator.faults.inject({ then: { pageDrift: { remove: 1 } } })
    await send('GET', INVOICES)
    expect(why(simulator)).toContain('; fault 1: then somebody else archived Invoice 1')
    expect(simulator.records.invoices.get(1).record_status).toBe('archived')
    const posted = shop(3, { assumptions: { 'list-statuses': 'posted' } })
    posted.simulator.faults.inject({ then: { pageDrift: { remove: 1 } } })
    expect(await readAll(posted.send, INVOICES)).toEqual([1, 2])
  })

  it('is nothing after an empty page, and the fault says so', async () => {
    const { simulator, send } = shop()
    const fault = simulator.faults.inject({ then: { pageDrift: { create: 1 } } })
    await send('GET', INVOICES)
    expect([fault.hits, why(simulator)]).toEqual([
      1,
      expect.stringContaining('the page has nothing to drift'),
    ])
  })

  it.each([
    ['{"create":1}', 'created', '1,2,3,4,5,6'],
    ['{"remove":1}', 'archived', '1,2,4,5'],
  ])('lines of invoices drift with their invoices: %s', async (drift, did, seen) => {
    const { simulator, send } = shop(5)
    simulator.faults.inject({ then: { pageDrift: JSON.parse(drift) } })
    const found: unknown[] = []
    for (let offset = 0; offset < 8; offset += 2) {
      const page = await send('GET', `/public/v3-alpha/invoices/lines/?limit=2&offset=${offset}`)
      found.push(...itemsOf(page).map(({ record_number }) => record_number))
    }
    expect(simulator.traffic[0]?.why).toContain(`then somebody else ${did} Invoice`)
    expect(found.join()).toBe(seen)
    expect(simulator.books.check()).toEqual([])
  })

  it.each(['GET /public/v1/invoices/{}/', 'GET /public/health/', 'GET /public/v2/webhooks/'])(
    'is refused where it could never hit: %s',
    (on) => {
      const { faults } = shop(1).simulator
      const inject = () => faults.inject({ on, then: { pageDrift: { create: 1 } } })
      expect(inject).toThrow('on: then.pageDrift acts on lists of records or lines')
    },
  )

  it('waits for a list of records', async () => {
    const { simulator, send } = shop(1)
    const fault = simulator.faults.inject({ then: { pageDrift: { create: 1 } } })
    for (const path of [`${INVOICES}1/`, '/public/health/', HOOKS, '/public/v3-alpha/invoice-lines/'])
      await send('GET', path)
    expect(fault.hits).toBe(0)
    await send('GET', '/public/v3-alpha/invoices/')
    expect([fault.hits, simulator.records.invoices.count()]).toEqual([1, 2])
  })
})

describe('pageDrift, every record type', () => {
  const listed = everything.definitions.filter(({ operations }) => operations.v1?.includes('list'))

  it.each(listed)('$name: a record appears and a record goes, by the rules', async (definition) => {
    const ground = groundOf(everything, { strict: true })
    ground.make(definition)
    const count = (): number => ground.records(definition).count()
    const path = `/public/v1/${definition.path}/?ordering=-id&limit=1`
    for (const drift of [{ create: 1 }, { remove: 1 }]) {
      const before = count()
      ground.simulator.faults.inject({ then: { pageDrift: drift } })
      expect((await ground.send('GET', path)).status).toBe(200)
      const [, verb, done] = /somebody else (created|removed|archived) (.*)/.exec(why(ground.simulator)) ?? []
      const isDone = !done?.startsWith('nothing, because')
      const by = { created: 1, removed: -1, archived: 0 }[verb ?? ''] ?? Number.NaN
      expect(count() - before, done).toBe(isDone ? by : 0)
    }
    expect(ground.simulator.books.check()).toEqual([])
  })
})
