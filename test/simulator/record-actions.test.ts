import { createSimulator, type Simulator } from 'accounting-simulator'
import { controls } from 'accounting-simulator/controls'
import { describe, expect, it, test } from 'vitest'
import { singular } from '../../src/kernel/name-words'
import { registry } from '../../src/resources/registry'
import { table } from '../support/table'
import { contract } from '../support/worlds/contract'

interface Offered {
  readonly name: string
  readonly takes: readonly string[]
  readonly allowed: boolean
  readonly why: string | null
}

function callOf(simulator: Simulator) {
  const port = controls(simulator)
  return async (method: string, path: string, body?: object) => {
    const response = await port(
      new Request(`http://panel/__simulator/records/${path}`, {
        method,
        ...(body && { body: JSON.stringify(body) }),
      }),
    )
    return { status: response.status, body: await response.json() }
  }
}

const offered = async (simulator: Simulator, path: string): Promise<readonly Offered[]> =>
  (await callOf(simulator)('GET', `${path}/actions`)).body

/** An office with a waiting bill, a draft, an open and a paid invoice, a contract and an asset. */
function office(): Simulator {
  const simulator = createSimulator({ rateLimits: false })
  const { records, make } = simulator
  make.invoice() // 1
  make.invoice({ record_status: 'draft' }) // 2
  const paid = make.invoice() // 3
  make.customerPayment({
    customer_id: paid.customer_id,
    items: [{ invoice_number: 3, amount: paid.amount_due, position: 1 }],
  })
  records.invoices.remove(make.invoice().number) // 4
  make.bill() // 1
  make.approvalPolicy({ record_type: 'bill', steps: [{ approver_ids: [1] }] })
  make.bill() // 2
  records.contracts.create(contract({ status: 'draft' }))
  make.fixedAsset()
  return simulator
}

describe('what may be done with a record in its state', () => {
  test.each(
    table(`
      record        action      | why not
      invoices/1    pay         | -
      invoices/1    post        | Invoice 1 is no draft
      invoices/1    archive     | -
      invoices/2    post        | -
      invoices/3    pay         | Invoice 3 has nothing open
      invoices/4    archive     | Invoice 4 is archived
      bills/1       pay         | -
      bills/1       approve     | Bill 1 is not pending
      bills/2       approve     | -
      bills/2       reject      | -
      bills/2       pay         | *
      customers/1   deactivate  | -
      customers/1   activate    | Customer 1 is active
      customers/1   remove      | *
      contracts/1   activate    | -
      contracts/1   terminate   | *
      fixedAssets/1  dispose  | -
    `),
  )('$record: $action', async ({ record = '', action, 'why not': why }) => {
    const simulator = office()
    const before = JSON.stringify(simulator.export())
    const found = (await offered(simulator, record)).find(({ name }) => name === action)
    expect(found?.allowed).toBe(why === '-')
    if (why === '*') expect(found?.why).toMatch(/\w{3}/)
    else expect(found?.why).toBe(why === '-' ? null : why)
    // To ask changes nothing.
    expect(JSON.stringify(simulator.export())).toBe(before)
  })

  it('is done by POST, with the rules of the service', async () => {
    const simulator = office()
    const call = callOf(simulator)
    const { records } = simulator
    expect((await call('POST', 'bills/2/actions/approve')).status).toBe(200)
    expect(records.bills.get(2)).toMatchObject({ approval_status: 'approved', record_status: 'posted' })
    expect((await call('POST', 'bills/2/actions/approve')).status).toBe(400)
    await call('POST', 'bills/2/actions/pay', { amount: '1.00' })
    expect(records.bills.history(2).at(-1)?.cause?.kind).toBe('write')
    await call('POST', 'invoices/1/actions/pay')
    expect(records.invoices.get(1).amount_due).toBe('0.00')
    await call('POST', 'invoices/2/actions/post')
    expect(records.invoices.get(2).record_status).toBe('posted')
    await call('POST', 'invoices/2/actions/archive')
    expect(records.invoices.get(2).record_status).toBe('archived')
    await call('POST', 'contracts/1/actions/activate')
    expect(records.contracts.get(1).status).toBe('active')
    const disposed = await call('POST', 'fixedAssets/1/actions/dispose', {
      date: '2026-01-15',
      proceeds: '5.00',
    })
    expect(disposed.body.status).toBe('disposed')
    await call('POST', 'customers/1/actions/deactivate')
    expect(records.customers.get(1).is_active).toBe(false)
    expect(simulator.books.check()).toEqual([])
  })

  test.each([
    [
      'bills/2/actions/aprove',
      {},
      400,
      'bills have no action aprove, perhaps approve; there are approve, reject, post,',
    ],
    ['bills/2/actions/reject', {}, 400, 'reason must be a text that is not empty, not undefined'],
    ['bills/2/actions/approve', { who: 1 }, 400, 'who is not a known member'],
    ['bills/9/actions/approve', {}, 404, 'Bill matching query does not exist'],
    ['bill/2/actions/approve', {}, 400, 'there is no record type bill, perhaps bills'],
    ['invoices/3/actions/pay', { amount: '1.00' }, 400, 'nothing open'],
  ])('%s %j is refused with %i', async (path, body, status, message) => {
    const answer = await callOf(office())('POST', path, body)
    expect([answer.status, answer.body.error]).toEqual([status, expect.stringContaining(message)])
  })

  it.each(['bills/1', 'fixedAssets/1', 'contracts/1'])(
    'trying those of %s is no coverage',
    async (record) => {
      const simulator = office()
      const port = controls(simulator)
      const met = async () => (await port(new Request('http://panel/__simulator/coverage'))).json()
      const before = await met()
      expect((await offered(simulator, record)).filter(({ allowed }) => allowed)).not.toEqual([])
      expect(await met()).toEqual(before)
    },
  )

  test.each(registry.definitions.map(({ name }) => name))('%s say what may be done', async (name) => {
    const simulator = createSimulator({ rateLimits: false })
    const made = (simulator.make as unknown as Record<string, () => Record<string, unknown>>)[
      singular(name)
    ]?.()
    const actions = await offered(
      simulator,
      `${name}/${String(made?.[registry.type(name).definition.identifier])}`,
    )
    expect(actions.map((one) => one.name)).toEqual(
      expect.arrayContaining([expect.stringMatching(/archive|remove/)]),
    )
    for (const { allowed, why } of actions) expect(allowed).toBe(why === null)
  })
})
