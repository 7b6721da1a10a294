import { Query } from '@msw/data'
import { createSimulator, type Invoice } from 'accounting-simulator'
import { beforeEach, expect, test } from 'vitest'
import { overdue, remind, reminders, toRemind } from '../../examples/msw-data/reminders'

beforeEach(() => reminders.clear())

function shop() {
  const simulator = createSimulator()
  const sell = (due_date: string, customer_id: number): Invoice =>
    simulator.records.invoices.create({
      date: '2026-01-01',
      due_date,
      company_id: 1,
      customer_id,
      items: [{ item_id: 1, quantity: 1, rate: '100.00' }],
    })
  const [late, earlier, later] = [sell('2026-01-10', 1), sell('2026-01-05', 2), sell('2026-02-01', 1)]
  return { simulator, late: late.number, earlier: earlier.number, later: later.number }
}

test('overdue invoices are reminded of once', async () => {
  const { simulator, late, earlier, later } = shop()
  expect(await remind(simulator, '2026-01-15')).toEqual([earlier, late])
  expect(await remind(simulator, '2026-01-16')).toEqual([])
  expect(await remind(simulator, '2026-02-02')).toEqual([later])
  expect(reminders.count()).toBe(3)
})

test('a query sees the records as they are now', () => {
  const { simulator, late, earlier } = shop()
  const numbers = () => toRemind(simulator, '2026-01-15').map(({ number }) => number)
  expect(numbers()).toEqual([earlier, late])
  simulator.records.invoices.remove(late)
  expect(numbers()).toEqual([earlier])
})

test('queries count and combine', () => {
  const { simulator } = shop()
  const { invoices } = simulator.records
  expect(invoices.count(overdue('2026-01-15'))).toBe(2)
  const ofTheFirst = overdue('2026-01-15').and({ customer_id: 1 })
  expect(invoices.findMany(ofTheFirst).map(({ customer_id }) => customer_id)).toEqual([1])
  const either = new Query<Invoice>().where({ number: 1 }).or({ number: 3 })
  expect(invoices.findMany(either).map(({ number }) => number)).toEqual([1, 3])
  const ofTheDesk = new Query<Invoice>().where({ items: { item_id: 1 } })
  expect(invoices.findFirst(ofTheDesk, { orderBy: { number: 'desc' } })?.number).toBe(3)
})
