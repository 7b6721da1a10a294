import type { Simulator } from 'accounting-simulator'
import { describe, expect, test } from 'vitest'
import { table } from '../support/table'
import { balanceOf, invoice, outcomeOf, payment, trading } from '../support/worlds/trade'
import { under } from '../support/worlds/under-policy'

const worth = (amount: string, more: object = {}) =>
  invoice({ items: [{ item_id: 1, quantity: '1', rate: amount, position: 1 }], ...more })

/** Person 1 approves what is worth more than 1000, person 2 what is worth 5000 besides. */
const policed = (simulator: Simulator = trading()) =>
  under(
    {
      name: 'Large invoices',
      steps: [
        { name: 'Sales', approver_ids: [1], conditions: [{ field: 'amount', operator: 'gt', value: 1000 }] },
        { name: 'Board', approver_ids: [2], conditions: [{ field: 'amount', operator: 'gte', value: 5000 }] },
      ],
    },
    simulator,
  )

/** An invoice as it is posted, approved by whoever has to. */
function posted(simulator: Simulator, amount: string) {
  const { records, admin } = simulator
  const made = records.invoices.create(worth(amount))
  for (let asks = made.next_approvers?.length ?? 0; asks > 0; )
    asks = (admin.approvals.approve(made) as unknown as typeof made).next_approvers?.length ?? 0
  expect(records.invoices.get(made.number).record_status).toBe('posted')
  return made
}

/** docs/service.md §11.3: an edit cannot bring into the books what a policy would have stopped. */
describe('an edit of a posted record', () => {
  test.each(
    table(`
      posted     edited                    | outcome
      50.00      50000.00                  | 422 record_status
      50.00      1000.00                   | ok
      50.00      1000.01                   | 422 record_status
      2000.00    7000.00                   | 422 record_status
      2000.00    3000.00                   | 422 record_status
      2000.00    500.00                    | ok
      2000.00    2000.00, another memo     | ok
      2000.00    2000.00, customer 2       | 422 record_status
    `),
  )('$posted becomes $edited', ({ posted: first, edited, outcome }) => {
    const simulator = policed()
    const { number } = posted(simulator, first)
    const before = JSON.stringify(simulator.export())
    const [amount = '', change] = edited.split(', ')
    const more = change === 'customer 2' ? { customer_id: 2 } : change ? { memo: change } : {}
    expect(outcomeOf(() => simulator.records.invoices.update(number, worth(amount, more)))).toBe(outcome)
    if (outcome !== 'ok') expect(JSON.stringify(simulator.export())).toBe(before)
    expect(balanceOf(simulator, 1100)).toBe(outcome === 'ok' ? amount : first)
    expect(simulator.books.check()).toEqual([])
  })

  test('the refusal names the policy', () => {
    const simulator = policed()
    posted(simulator, '50.00')
    expect(() => simulator.records.invoices.update(1, worth('50000.00'))).toThrow(
      /^invoices.update refused: record_status: .*Large invoices/,
    )
  })

  test('archiving needs no approval', () => {
    const simulator = policed()
    posted(simulator, '2000.00')
    expect(simulator.records.invoices.update(1, { record_status: 'archived' }).record_status).toBe('archived')
  })

  test('a draft is edited freely', () => {
    const simulator = policed()
    simulator.records.invoices.create(worth('50.00', { record_status: 'draft' }))
    expect(outcomeOf(() => simulator.records.invoices.update(1, worth('9000.00')))).toBe('ok')
  })

  test('a policy that came later does not lock what it would have stopped', () => {
    const simulator = trading()
    posted(simulator, '2000.00')
    policed(simulator)
    const { invoices } = simulator.records
    expect(outcomeOf(() => invoices.update(1, worth('2000.00', { memo: 'corrected' })))).toBe('ok')
    expect(outcomeOf(() => invoices.update(1, worth('2000.01')))).toBe('422 record_status')
  })
})

describe('with the switch', () => {
  test('reopen: the record waits for approval and leaves the books until it has it', () => {
    const simulator = policed(trading({ assumptions: { 'approval-edit': 'reopen' } }))
    posted(simulator, '50.00')
    const { invoices } = simulator.records
    expect(invoices.update(1, worth('50000.00'))).toMatchObject({
      record_status: 'draft',
      approval_status: 'pending',
      transaction_ids: [],
      next_approvers: [{ id: 1 }],
    })
    expect(balanceOf(simulator, 1100)).toBe('0.00')
    simulator.admin.approvals.approve(invoices.get(1))
    simulator.admin.approvals.approve(invoices.get(1))
    expect(invoices.get(1)).toMatchObject({ record_status: 'posted', amount_due: '50000.00' })
    expect(balanceOf(simulator, 1100)).toBe('50000.00')
    expect(simulator.books.check()).toEqual([])
  })

  test('reopen: what is paid stays where it is', () => {
    const simulator = policed(trading({ assumptions: { 'approval-edit': 'reopen' } }))
    posted(simulator, '2000.00')
    const { invoices, customerPayments } = simulator.records
    customerPayments.create(payment({ items: [{ invoice_number: 1, amount: '2000.00', position: 1 }] }))
    // The amount is the same, and the date is not.
    expect(outcomeOf(() => invoices.update(1, worth('2000.00', { date: '2026-01-14' })))).toBe(
      '422 record_status',
    )
    expect(simulator.books.check()).toEqual([])
  })

  test('allow: it is edited like any other', () => {
    const simulator = policed(trading({ assumptions: { 'approval-edit': 'allow' } }))
    posted(simulator, '50.00')
    expect(simulator.records.invoices.update(1, worth('50000.00')).record_status).toBe('posted')
    expect(balanceOf(simulator, 1100)).toBe('50000.00')
  })
})
