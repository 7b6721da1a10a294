import { createSimulator } from 'accounting-simulator'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { outcomeOf } from '../support/worlds/trade'

const { records } = createSimulator()
type Input = Parameters<typeof records.invoices.create>[0]
type Output = ReturnType<typeof records.invoices.create>
type Line = NonNullable<Input['items']>[number]
type ShownLine = (Output['items'] & {})[number]
type Payment = Parameters<typeof records.customerPayments.create>[0]

// The type checker judges these; they do nothing when they run.

// The input has required and optional members.
expectTypeOf<{ date: string }>().toExtend<Input>()
// biome-ignore lint/complexity/noBannedTypes: the empty object is the point.
expectTypeOf<{}>().not.toExtend<Input>()
expectTypeOf<Input['date']>().toEqualTypeOf<string>()
expectTypeOf<Input['memo']>().toEqualTypeOf<string | null | undefined>()
expectTypeOf<Input['record_status']>().toEqualTypeOf<'draft' | 'posted' | 'archived' | undefined>()
expectTypeOf<{ date: string; company_id: number }>().not.toExtend<Payment>()

// It takes amounts as numbers or text.
expectTypeOf<Line['rate']>().toEqualTypeOf<string | number>()
expectTypeOf<Line['quantity']>().toEqualTypeOf<string | number>()
expectTypeOf<Input['exchange_rate']>().toEqualTypeOf<string | number | null | undefined>()
expectTypeOf<Payment['unassigned_amount']>().toEqualTypeOf<string | number | undefined>()

// The output has amounts as text and every member for sure, but nothing that is never shown.
expectTypeOf<Output['amount']>().toEqualTypeOf<string>()
expectTypeOf<Output['amount_due']>().toEqualTypeOf<string>()
expectTypeOf<Output['exchange_rate']>().toEqualTypeOf<string>()
expectTypeOf<Output['items'] & {}>().items.toHaveProperty('rate').toEqualTypeOf<string>()
expectTypeOf<Output['number']>().toEqualTypeOf<number>()
expectTypeOf<Output['customer_id']>().toEqualTypeOf<number | null>()
expectTypeOf<Output['due_date']>().toEqualTypeOf<string | null>()
expectTypeOf<Output['company_id']>().toEqualTypeOf<number>()
expectTypeOf<Output['transaction_date']>().toEqualTypeOf<string>()
expectTypeOf<Output['transaction_ids']>().toEqualTypeOf<number[]>()
expectTypeOf<'tax' extends keyof ShownLine ? true : false>().toEqualTypeOf<false>()

// List, get, find and update give it.
expectTypeOf(records.invoices.list).returns.toEqualTypeOf<{ items: Output[]; count: number }>()
expectTypeOf(records.invoices.get).returns.toEqualTypeOf<Output>()
expectTypeOf(records.invoices.find).returns.toEqualTypeOf<Output | undefined>()
expectTypeOf(records.invoices.update).parameter(1).toEqualTypeOf<Input | { record_status: 'archived' }>()

describe('what the types refuse', () => {
  const base = { date: '2026-01-15', company_id: 1, customer_id: 1 }
  const items = [{ item_id: 1, quantity: 1, rate: 1 }]

  it.each<[string, () => unknown, string]>([
    ['nothing', () => records.invoices.create({ ...base, items }), 'ok'],
    // @ts-expect-error there is no member of that name
    ['an unknown member', () => records.invoices.create({ ...base, items, colour: 'red' }), '422 colour'],
    // @ts-expect-error the service computes it
    ['a computed member', () => records.invoices.create({ ...base, items, amount: '1.00' }), 'ok'],
    [
      'an unknown status',
      // @ts-expect-error there is no such status
      () => records.invoices.create({ ...base, items, record_status: 'lost' }),
      '422 record_status',
    ],
    // @ts-expect-error a date is text
    ['a date as a number', () => records.invoices.create({ ...base, items, date: 20260115 }), '422 date'],
    [
      'a line without an item',
      // @ts-expect-error a line names an item
      () => records.invoices.create({ ...base, items: [{ quantity: 1, rate: 1 }] }),
      '422 items',
    ],
    [
      'a payment without a company',
      // @ts-expect-error a payment names its company
      () => records.customerPayments.create({ date: '2026-01-15' }),
      '422 company_id currency_iso_4217_code exchange_rate check_number memo',
    ],
  ])('%s', (_, call, outcome) => {
    expect(outcomeOf(call)).toBe(outcome)
  })

  it('a record type that does not exist', () => {
    // @ts-expect-error there is no such record type
    expect(records.parrots).toBeUndefined()
  })
})
