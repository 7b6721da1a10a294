import { expect, test } from 'vitest'
import { clientOf, itemsOf, type Json } from '../support/client'
import { balanceOf, invoice, trading } from '../support/worlds/trade'

const LEA = 11
const MAX = 12
const ZOE = 13

/** docs/service.md §11.3 */
test('an invoice of two steps, rejected once and resubmitted', async () => {
  const simulator = trading()
  const { records, admin, books } = simulator
  const { approvals } = admin
  approvals.describe({ id: LEA, first_name: 'Lea', last_name: 'Ito', email: 'lea@books.example' })
  approvals.describe({ id: MAX, first_name: 'Max', last_name: 'Oje', email: 'max@books.example' })
  const told = await listening(simulator)

  // Sales looks at every invoice; above a thousand finance does, too.
  records.approvalPolicies.create({
    record_type: 'invoice',
    name: 'Invoices',
    steps: [
      { name: 'Sales', approver_ids: [LEA, ZOE] },
      {
        name: 'Finance',
        approver_ids: [MAX],
        conditions: [{ field: 'amount', operator: 'gte', value: 1000 }],
      },
    ],
  })

  // It is written, and waits: nothing is in the books, and nobody can pay it.
  const asked = invoice({ items: [{ item_id: 1, quantity: '12', rate: '100.00', position: 1 }] })
  const written = records.invoices.create(asked)
  const waiting = { record_status: 'draft', approval_status: 'pending', transaction_ids: [] }
  expect(written).toMatchObject({ ...waiting, amount: '1200.00', amount_due: '1200.00', rejected_by: null })
  expect(written.next_approvers?.map(({ full_name }) => full_name)).toEqual(['Lea Ito', 'Person 13'])
  expect(await told()).toEqual(['core.invoice/created 1'])
  expect(books.entries()).toEqual([])
  const payment = () => records.customerPayments.create(payingFor(written.number))
  expect(payment).toThrow('Line 1: Invoice 1 is not posted')

  // A pending record changes only by a decision.
  expect(() => records.invoices.update(1, { ...asked, memo: 'sooner, please' })).toThrow(
    'invoices.update refused: Record has a pending approval',
  )
  expect(() => records.invoices.remove(1)).toThrow('Record has a pending approval')

  // Lea approves, Max does not.
  expect(approvals.approve(written)).toMatchObject({ ...waiting, next_approvers: [{ id: MAX }] })
  expect(await told()).toEqual(['core.invoice/updated 1'])
  expect(() => approvals.approve(written, { by: ZOE })).toThrow('by must be one of the approvers 12, not ')
  expect(approvals.reject(written, { by: MAX, reason: 'twelve desks were eleven' })).toMatchObject({
    record_status: 'draft',
    approval_status: 'rejected',
    next_approvers: null,
    rejected_by: { id: MAX, full_name: 'Max Oje', rejection_reason: 'twelve desks were eleven' },
  })
  expect(await told()).toEqual(['core.invoice/updated 1'])
  expect(() => approvals.approve(written)).toThrow('Invoice 1 is not pending')
  expect(balanceOf(simulator, 1100)).toBe('0.00')

  // Corrected, it begins again with the first step.
  const corrected = records.invoices.update(1, {
    ...asked,
    items: [{ item_id: 1, quantity: '11', rate: '100.00', position: 1 }],
  })
  expect(corrected).toMatchObject({ ...waiting, amount: '1100.00', rejected_by: null })
  expect(corrected.next_approvers?.map(({ id }) => id)).toEqual([LEA, ZOE])
  expect(await told()).toEqual(['core.invoice/updated 1'])
  approvals.approve(corrected, { by: ZOE })
  expect(await told()).toEqual(['core.invoice/updated 1'])
  expect(books.entries()).toEqual([])

  // With the last approval it is posted like any other.
  expect(approvals.approve(corrected, { by: MAX })).toMatchObject({
    record_status: 'posted',
    approval_status: 'approved',
    next_approvers: null,
    transaction_ids: [1],
    updated_by: { actor_type: 'user', first_name: 'Max', last_name: 'Oje', email: 'max@books.example' },
  })
  expect(await told()).toEqual(['core.invoice/updated 1'])
  expect(balanceOf(simulator, 1100)).toBe('1100.00')
  records.customerPayments.create(payingFor(1, '1100.00'))
  expect(records.invoices.get(1)).toMatchObject({ amount_due: '0.00', approval_status: 'approved' })

  // Decisions stay on record.
  const send = clientOf(simulator)
  const actions = itemsOf(await send('GET', '/public/v1/workflows/actions/'))
  expect(
    actions.map(({ action_type, approver, step_name, rejection_reason, workflow_execution_state_id }) => [
      workflow_execution_state_id,
      step_name,
      (approver as Json).id,
      action_type,
      rejection_reason,
    ]),
  ).toEqual([
    [1, 'Sales', LEA, 'approve', null],
    [1, 'Finance', MAX, 'reject', 'twelve desks were eleven'],
    [2, 'Sales', ZOE, 'approve', null],
    [2, 'Finance', MAX, 'approve', null],
  ])
})

/** A receiver of invoice events; returns the events since the last call. */
async function listening(simulator: ReturnType<typeof trading>): Promise<() => Promise<string[]>> {
  const heard: string[] = []
  simulator.webhooks.connect('https://hooks.example.com/', async (request) => {
    const { topic, object } = (await request.json()) as { topic: string; object: { id: number } }
    heard.push(`${topic} ${object.id}`)
    return new Response('', { status: 200 })
  })
  const send = clientOf(simulator, simulator.admin.keys.issue({ permissions: ['INTEGRATION'] }).key)
  const topics = ['created', 'updated', 'deleted'].map((action) => `core.invoice/${action}`)
  await send('POST', '/public/v2/webhooks/', { url: 'https://hooks.example.com/invoices', topics })
  return async () => {
    await simulator.webhooks.flush()
    return heard.splice(0)
  }
}

const payingFor = (invoice_number: number, amount = '1200.00') => ({
  date: '2026-01-15',
  company_id: 1,
  customer_id: 1,
  check_number: '',
  account_number: 1000,
  currency_iso_4217_code: 'USD' as const,
  exchange_rate: '1',
  memo: '',
  items: [{ invoice_number, amount, position: 1 }],
})
