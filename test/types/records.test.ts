import { createSimulator, isRefusal } from 'accounting-simulator'
import { describe, expect, expectTypeOf, it } from 'vitest'

const { records } = createSimulator()
type Input = Parameters<typeof records.invoices.create>[0]
type Output = ReturnType<typeof records.invoices.create>
type Line = NonNullable<Input['items']>[number]
type Payment = Parameters<typeof records.customerPayments.create>[0]

/** What the type checker knows of bodies and records; `tsc` is the judge, vitest runs what can be run. */
describe('the input of a record type', () => {
  it('has required and optional members', () => {
    expectTypeOf<{ date: string }>().toExtend<Input>()
    // biome-ignore lint/complexity/noBannedTypes: the empty object is the point.
    expectTypeOf<{}>().not.toExtend<Input>()
    expectTypeOf<Input['date']>().toEqualTypeOf<string>()
    expectTypeOf<Input['memo']>().toEqualTypeOf<string | null | undefined>()
    expectTypeOf<Input['record_status']>().toEqualTypeOf<'draft' | 'posted' | 'archived' | undefined>()
    expectTypeOf<{ date: string; company_id: number }>().not.toExtend<Payment>()
  })

  it('takes amounts as numbers or text', () => {
    expectTypeOf<Line['rate']>().toEqualTypeOf<string | number>()
    expectTypeOf<Line['quantity']>().toEqualTypeOf<string | number>()
    expectTypeOf<Input['exchange_rate']>().toEqualTypeOf<string | number | null | undefined>()
    expectTypeOf<Payment['unassigned_amount']>().toEqualTypeOf<string | number | undefined>()
  })

  it('refuses what the service does not know or keeps for itself', () => {
    const refused = (call: () => unknown) => {
      try {
        call()
      } catch (error) {
        expect(isRefusal(error)).toBe(true)
      }
    }
    const base = { date: '2026-01-15', company_id: 1, customer_id: 1 }
    const items = [{ item_id: 1, quantity: 1, rate: 1 }]
    refused(() => records.invoices.create({ ...base, items }))
    // @ts-expect-error there is no member of that name
    refused(() => records.invoices.create({ ...base, items, colour: 'red' }))
    // @ts-expect-error the service computes it
    refused(() => records.invoices.create({ ...base, items, amount: '1.00' }))
    // @ts-expect-error there is no such status
    refused(() => records.invoices.create({ ...base, items, record_status: 'lost' }))
    // @ts-expect-error a date is text
    refused(() => records.invoices.create({ ...base, items, date: 20260115 }))
    // @ts-expect-error a line names an item
    refused(() => records.invoices.create({ ...base, items: [{ quantity: 1, rate: 1 }] }))
    // @ts-expect-error a payment names its company
    refused(() => records.customerPayments.create({ date: '2026-01-15' }))
  })

  it('has no member of a name that is no record type', () => {
    // @ts-expect-error there is no such record type
    expect(records.parrots).toBeUndefined()
  })
})

describe('the output of a record type', () => {
  it('has amounts as text and every member for sure', () => {
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
  })

  it('lacks what is never shown', () => {
    type Shown = (Output['items'] & {})[number]
    expectTypeOf<'tax' extends keyof Shown ? true : false>().toEqualTypeOf<false>()
  })

  it('is what list, get, find and update give', () => {
    expectTypeOf(records.invoices.list).returns.toEqualTypeOf<{ items: Output[]; count: number }>()
    expectTypeOf(records.invoices.get).returns.toEqualTypeOf<Output>()
    expectTypeOf(records.invoices.find).returns.toEqualTypeOf<Output | undefined>()
    expectTypeOf(records.invoices.update).parameter(1).toEqualTypeOf<Partial<Input>>()
  })
})
