import { describe, expect, test } from 'vitest'
import { invoice, outcomeOf, trading } from '../support/worlds/trade'
import { under } from '../support/worlds/under-policy'

test('what posting checks is checked before it waits, and again with the last approval', () => {
  const simulator = under({ steps: [{ approver_ids: [1] }, { approver_ids: [2] }] })
  const { records, admin } = simulator
  const lines = { items: [] }
  expect(outcomeOf(() => records.invoices.create(invoice(lines)))).toBe('422 lines')
  const record = records.invoices.create(invoice())
  admin.approvals.approve(record)
  const waiting = records.invoices.get(1)
  admin.periods.lockThrough(1, '2026-01-31')
  expect(outcomeOf(() => admin.approvals.approve(record))).toBe('422 date')
  expect(records.invoices.get(1)).toEqual(waiting)
  expect(simulator.books.entries()).toEqual([])
  admin.periods.unlock(1)
  const { created_by, updated_by, id, ...desk } = records.items.get(1)
  records.items.update(1, { ...desk, is_active: false })
  expect(outcomeOf(() => admin.approvals.approve(record))).toBe('422 items')
  expect(() => records.invoices.create(invoice())).toThrow('Item 1 is inactive')
  records.items.update(1, { ...desk, is_active: true })
  expect(admin.approvals.approve(record)).toMatchObject({ approval_status: 'approved', transaction_ids: [1] })
})

test('a draft waits when it asks to be posted; what is posted and approved is edited like any other', () => {
  const simulator = under({})
  const { records, admin } = simulator
  const draft = records.invoices.create(invoice({ record_status: 'draft' }))
  expect([draft.record_status, draft.approval_status]).toEqual(['draft', null])
  const asking = records.invoices.update(1, invoice({ record_status: 'posted' }))
  expect([asking.record_status, asking.approval_status]).toEqual(['draft', 'pending'])
  admin.approvals.approve(asking)
  const edited = records.invoices.update(1, invoice({ memo: 'as agreed' }))
  expect(edited).toMatchObject({ record_status: 'posted', approval_status: 'approved', memo: 'as agreed' })
  expect(records.invoices.update(1, { record_status: 'archived' }).transaction_ids).toEqual([1, 2])
})

test('a rejected record stays a draft as long as it is told to, and needs nobody once no policy fits', () => {
  const simulator = under({})
  const { records, admin } = simulator
  admin.approvals.reject(records.invoices.create(invoice()), { reason: 'too much' })
  const kept = records.invoices.update(1, invoice({ record_status: 'draft', memo: 'thinking' }))
  expect(kept).toMatchObject({ record_status: 'draft', approval_status: 'rejected', memo: 'thinking' })
  expect(kept.rejected_by?.rejection_reason).toBe('too much')
  records.approvalPolicies.update(1, { is_active: false })
  const posted = records.invoices.update(1, invoice({ record_status: 'posted' }))
  expect(posted).toMatchObject({ record_status: 'posted', approval_status: null, rejected_by: null })
})

test('what runs goes on under the version with which it began', () => {
  const simulator = under({})
  const { records, admin } = simulator
  const [first, second] = [records.invoices.create(invoice()), records.invoices.create(invoice())]
  const { version } = records.approvalPolicies.update(1, { steps: [{ approver_ids: [5] }] })
  expect(version).toBe(2)
  expect(records.approvalPolicies.update(1, { steps: [{ approver_ids: [5] }] }).version).toBe(2)
  expect(records.approvalPolicies.get(1).pending_approval_count).toBe(2)
  expect(() => admin.approvals.approve(first, { by: 5 })).toThrow('by must be one of the approvers 1, not 5')
  admin.approvals.approve(first, { by: 1 })
  admin.approvals.reject(second, { reason: 'no' })
  expect(records.invoices.update(2, invoice()).next_approvers?.map(({ id }) => id)).toEqual([5])
  expect(records.approvalPolicies.get(1).pending_approval_count).toBe(1)
  expect(outcomeOf(() => records.approvalPolicies.remove(1))).toBe('ok')
  expect(admin.approvals.approve({ record_type: 'invoice', number: 2 })).toMatchObject({
    record_status: 'posted',
  })
})

describe('customers and vendors', () => {
  const party = { name: 'Newcomer', email: '', phone: '', website: '', address: '', country: '' }
  const vendor = { ...party, vendor_type: 'company', is_active: true, address: null } as const

  test.each(['pending', 'rejected', 'approved'])('%s, on posted records and on drafts', (status) => {
    const simulator = under({ record_type: 'customer' })
    under({ record_type: 'vendor' }, simulator)
    const { records, admin } = simulator
    const customer_id = records.customers.create(party).id
    const vendor_id = records.vendors.create(vendor).id
    for (const one of [records.customers.get(customer_id), records.vendors.get(vendor_id)]) {
      expect(one).toMatchObject({ approval_status: 'pending', record_status: 'draft' })
      if (status === 'approved') admin.approvals.approve(one)
      if (status === 'rejected') admin.approvals.reject(one, { reason: 'unknown to us' })
    }
    const bill = (more: object) => ({
      date: '2026-01-15',
      company_id: 1,
      vendor_id,
      items: [{ item_id: 1, quantity: 1, rate: 5, position: 1 }],
      ...more,
    })
    const outcomes = [
      outcomeOf(() => records.invoices.create(invoice({ customer_id }))),
      outcomeOf(() => records.bills.create(bill({}))),
    ]
    expect(outcomes).toEqual(status === 'approved' ? ['ok', 'ok'] : ['422 customer_id', '422 vendor_id'])
    records.invoices.create(invoice({ customer_id, record_status: 'draft' }))
    records.bills.create(bill({ record_status: 'draft' }))
    expect(records.customers.get(1).approval_status).toBeNull()
    expect(outcomeOf(() => records.invoices.create(invoice()))).toBe('ok')
  })

  test('are left alone when they were there before the policy', () => {
    const { records } = under({ record_type: 'customer' })
    expect(records.customers.update(1, { phone: '1' })).toMatchObject({
      approval_status: null,
      record_status: 'posted',
    })
  })

  test('a pending invoice to a customer who waits is refused when it is asked for', () => {
    const simulator = under({})
    under({ record_type: 'customer' }, simulator)
    const { id } = simulator.records.customers.create(party)
    expect(() => simulator.records.invoices.create(invoice({ customer_id: id }))).toThrow(
      `Customer ${id} is inactive`,
    )
  })
})

test('nothing is taken from orders by what waits, nor from orders that wait', () => {
  const simulator = trading()
  const { records, admin } = simulator
  const order = records.salesOrders.create({
    ...invoice(),
    memo: '',
    items: [{ item_id: 1, quantity: 5, rate: 100, position: 1, memo: '' }],
  } as never)
  under({}, simulator)
  const taker = records.invoices.create(invoice({ sales_order_id: order.internal_id }))
  expect(records.salesOrders.get(1).invoiced_status).toBe('uninvoiced')
  admin.approvals.approve(taker)
  expect(records.salesOrders.get(1).invoiced_status).toBe('partially_invoiced')
  under({ record_type: 'sales_order' }, simulator)
  const waiting = records.salesOrders.create({
    ...invoice(),
    memo: '',
    items: [{ item_id: 1, quantity: 5, rate: 100, position: 1, memo: '' }],
  } as never)
  const from = () => records.invoices.create(invoice({ sales_order_id: waiting.internal_id }))
  expect(outcomeOf(from)).toBe('422 sales_order_id')
  admin.approvals.approve(waiting)
  expect(outcomeOf(from)).toBe('ok')
})

test('what a template writes waits, too', async () => {
  const simulator = under({})
  const { records, clock, admin } = simulator
  records.recurringInvoices.create({
    name: 'Rent',
    memo: '',
    date: '2026-02-01',
    company_id: 1,
    status: 'active',
    recurring_type: 'automatic',
    rrule: 'FREQ=MONTHLY;COUNT=2',
    record_payload: invoice({ date: '2026-02-01' }),
  })
  await clock.advance('60 days')
  const { items, count } = records.invoices.list({ approval_status: 'pending' })
  expect([count, items[0]?.date, simulator.books.entries()]).toEqual([2, '2026-02-01', []])
  for (const one of items) admin.approvals.approve(one)
  expect(simulator.books.entries().map(({ date }) => date)).toEqual(['2026-02-01', '2026-03-01'])
})

test('with the switch whoever asks for posted under a policy is refused', () => {
  const simulator = under({}, trading({ assumptions: { 'approval-create': '422' } }))
  expect(() => simulator.records.invoices.create(invoice())).toThrow('record_status: Approval is required')
  expect(outcomeOf(() => simulator.records.invoices.create(invoice({ record_status: 'draft' })))).toBe('ok')
})

describe('contracts', () => {
  const term = { start_date: '2026-01-15', end_date: '2026-03-14' }
  const obligations = [{ item_id: 1, quantity: 1, rate: '1000.00', position: 1 }]
  const contract = { company_id: 1, customer_id: 1, name: 'Support', ...term, obligations }

  test('wait when the host activates them, and bill from the approval on', () => {
    const simulator = under({ record_type: 'contract' })
    const { records, admin, books } = simulator
    const { id } = records.contracts.create(contract)
    expect(records.contracts.get(id)).not.toHaveProperty('approval_status')
    expect(admin.contracts.activate(id)).toMatchObject({ status: 'draft', approval_status: 'pending' })
    expect(outcomeOf(() => admin.contracts.activate(id))).toBe('422 __all__')
    admin.approvals.reject(records.contracts.get(id), { reason: 'too cheap' })
    expect(admin.contracts.activate(id)).toMatchObject({ status: 'draft', approval_status: 'pending' })
    expect([records.invoices.count(), books.entries()]).toEqual([0, []])
    expect(admin.approvals.approve({ record_type: 'contract', id })).toMatchObject({
      status: 'active',
      record_status: 'posted',
      approval_status: 'approved',
    })
    expect(records.invoices.list().items.map(({ amount }) => amount)).toEqual(['500.00'])
  })

  test('write invoices that wait', async () => {
    const simulator = under({})
    const { records, admin, books, clock } = simulator
    records.contracts.create({ ...contract, status: 'active' })
    await clock.advance('60 days')
    const { items } = records.invoices.list({ approval_status: 'pending' })
    expect(items.map(({ date, amount }) => `${date} ${amount}`)).toEqual([
      '2026-01-15 500.00',
      '2026-02-15 500.00',
    ])
    for (const one of items) admin.approvals.approve(one)
    const deferred = books.trialBalance(1).find((line) => line.account_number === 2400)
    expect([deferred?.balance, records.contracts.get(1).status]).toEqual(['0.00', 'completed'])
  })
})
