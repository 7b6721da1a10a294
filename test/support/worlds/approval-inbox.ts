import { clientOf } from '../client'
import { invoice } from './trade'
import { under } from './under-policy'

/**
 * Five invoices under a policy: 1 and 3 wait for the first person, 2 is approved, 4 rejected, 5 waits for the second;
 * a bill and a customer wait, too. Invoice 6 was there before.
 */
export function waiting() {
  const simulator = under({ is_active: false, name: 'Off' })
  const { records, admin } = simulator
  records.invoices.create(invoice({ memo: 'before' }))
  under(
    {
      name: 'Sales',
      roles: { controller: [3, 4], clerk: 'whoever is there' },
      steps: [
        {
          name: 'Check',
          substeps: [
            { order: 1, approver_ids: [1], approve_condition: 'any' },
            { order: 2, approver_ids: [2, 3], approve_condition: 'all' },
          ],
        },
      ],
    },
    simulator,
  )
  for (const memo of ['one', 'two', 'three', 'four', 'five'])
    records.invoices.create(
      invoice({ memo, date: '2026-01-20', customer_id: memo === 'three' ? 2 : 1, company_id: 1 }),
    )
  const numbered = (number: number) => ({ record_type: 'invoice', number })
  for (const by of [1, 2, 3]) admin.approvals.approve(numbered(3), { by })
  admin.approvals.reject(numbered(5), { reason: 'twice' })
  for (const by of [1, 2]) admin.approvals.approve(numbered(6), { by })
  under({ record_type: 'bill', name: 'Purchasing', roles: { controller: [9] } }, simulator)
  records.bills.create({
    date: '2026-02-01',
    company_id: 2,
    vendor_id: 1,
    currency_iso_4217_code: 'EUR' as const,
    exchange_rate: 1,
    items: [{ item_id: 1, quantity: 1, rate: 5, position: 1 }],
  })
  under({ record_type: 'customer', name: 'Parties' }, simulator)
  const party = { email: '', phone: '', website: '', address: '', country: '' }
  records.customers.create({ name: 'Newcomer', ...party })
  return { simulator, send: clientOf(simulator) }
}
