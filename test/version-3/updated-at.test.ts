import type { Simulator } from 'accounting-simulator'
import { describe, expect, it } from 'vitest'
import type { Json } from '../support/client'
import { invoice, payment } from '../support/worlds/trade'
import { INVOICES, LINES, opened } from './opened'

describe('updated_at of an invoice', () => {
  const { number: PAID } = { number: 1 }
  const paying = (amount: string) => payment({ items: [{ invoice_number: PAID, amount, position: 1 }] })
  const prepaid = (simulator: Simulator) =>
    simulator.records.customerPrepayments.create({
      ...payment(),
      account_number: 1000,
      customer_id: 1,
      amount: '50.00',
      bank_or_undeposited_funds_amount: '50.00',
    })
  const writes: Record<string, (simulator: Simulator) => unknown> = {
    'a change of its memo': ({ records }) => records.invoices.update(PAID, invoice({ memo: 'new' })),
    'a payment of it': ({ records }) => records.customerPayments.create(paying('40.00')),
    'a payment of all of it': ({ records }) => records.customerPayments.create(paying('100.00')),
    'a prepayment applied to it': (simulator) => {
      const { number } = prepaid(simulator)
      simulator.records.customerPrepaymentApplications.create({
        date: '2026-01-15',
        company_id: 1,
        customer_prepayment_number: number,
        currency_iso_4217_code: 'USD',
        exchange_rate: '1',
        items: [{ invoice_number: PAID, amount: '10.00', position: 1 }],
      })
    },
    'its archiving': ({ records }) => records.invoices.remove(PAID),
  }
  const stamp = async (world: ReturnType<typeof opened>): Promise<unknown> =>
    (await world.list(INVOICES, `number=${PAID}`))[0]?.updated_at

  it.each(Object.entries(writes))('moves with %s', async (_, write) => {
    const world = opened()
    world.simulator.records.invoices.create(invoice())
    await world.simulator.clock.advance('1 hour')
    write(world.simulator)
    expect(await stamp(world)).toBe('2026-01-15T10:00:00Z')
    const found = await world.list(
      LINES,
      'updated_after=2026-01-15T10:00:00Z&record_status=posted&record_status=archived',
    )
    expect(found.map(({ record_number, updated_at }) => [record_number, updated_at])).toEqual([
      [PAID, '2026-01-15T10:00:00Z'],
    ])
  })

  it('moves when a payment is taken back, and when files are attached', async () => {
    const world = opened()
    const { invoices, customerPayments } = world.simulator.records
    invoices.create(invoice())
    const { number } = customerPayments.create(paying('40.00'))
    await world.simulator.clock.advance('1 hour')
    customerPayments.remove(number)
    expect(await stamp(world)).toBe('2026-01-15T10:00:00Z')
    await world.simulator.clock.advance('1 hour')
    const form = new FormData()
    form.append('files', new File(['text'], 'note.txt'))
    expect((await world.send('POST', `/public/v1/invoices/${PAID}/attachments/`, form)).status).toBe(200)
    expect(await stamp(world)).toBe('2026-01-15T11:00:00Z')
  })

  it.each<[string, (world: ReturnType<typeof opened>) => unknown]>([
    ['reading', ({ send }) => send('GET', '/public/v1/invoices/1/')],
    [
      'a PUT that changes nothing',
      ({ simulator: { records } }) => records.invoices.update(PAID, same(records.invoices.get(PAID))),
    ],
    [
      'a new name of its customer',
      ({ simulator: { records } }) => records.customers.update(1, { name: 'New' }),
    ],
    ['a refused PUT', ({ send }) => send('PUT', '/public/v1/invoices/1/', { date: 'never' })],
    ['another invoice', ({ simulator: { records } }) => records.invoices.create(invoice())],
  ])('stays with %s', async (_, act) => {
    const world = opened()
    world.simulator.records.invoices.create(invoice())
    await world.simulator.clock.advance('1 hour')
    await act(world)
    expect(await stamp(world)).toBe('2026-01-15T09:00:00Z')
  })

  const same = (record: { items: { id: number }[] | null }) => {
    const items = invoice().items?.map((line, index) => ({ ...line, id: record.items?.[index]?.id ?? null }))
    return invoice({ items: items as Json[] as never })
  }
})
