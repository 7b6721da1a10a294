import { createSimulator, isRefusal } from 'accounting-simulator'
import { expect, test } from 'vitest'
import { INVOICE } from '../support/worlds/shop'

const { records } = createSimulator()

/** The wire ignores unknown members; in a test of the host's they would be mistakes that nobody sees. */
test.each([
  [{ ...INVOICE, custmer_id: 2 }, 'custmer_id', 'no member "custmer_id", perhaps customer_id'],
  [
    { ...INVOICE, items: [{ ...INVOICE.items[0], itemId: 1 }] },
    'items',
    'no member "items.0.itemId", perhaps item_id',
  ],
])('an unknown member of a record is refused: %#', (body, member, detail) => {
  const before = records.invoices.count()
  let refusal: unknown
  try {
    records.invoices.create(body as never)
  } catch (error) {
    refusal = error
  }
  expect(isRefusal(refusal) && [refusal.status, Object.keys(refusal.errors), refusal.detail]).toEqual([
    422,
    [member],
    detail,
  ])
  expect(records.invoices.count()).toBe(before)
})

test('members that only responses have may come back', () => {
  const invoice = records.invoices.create(INVOICE)
  const { number } = invoice
  expect(records.invoices.update(number, { ...INVOICE, ...invoice, memo: 'changed' }).memo).toBe('changed')
})
