import { describe, expect, it } from 'vitest'
import { itemsOf } from '../support/client'
import { given, table } from '../support/table'
import { invoice } from '../support/worlds/trade'
import { INVOICES, LINES, opened } from './opened'

const line = (rate: string, position: number) => ({ item_id: 1, quantity: '1', rate, position })

describe('an entry of the invoice lines', () => {
  it('is the line with its amounts, and of its invoice what belongs to it', async () => {
    const { simulator, list } = opened()
    const items = [
      {
        item_id: 2,
        quantity: '3',
        rate: '19.995',
        position: 1,
        memo: 'chairs',
        classifications: [{ id: 1, line_id: 2 }],
        tax: { code: 'VAT', rate: 8.25 },
      },
      line('5', 2),
    ]
    const term = {
      term_id: 3,
      memo: 'the header',
      currency_iso_4217_code: 'EUR' as const,
      exchange_rate: '1.1',
    }
    const made = simulator.records.invoices.create(invoice({ items, ...term }))
    const [first, second] = await list(LINES)
    expect(first).toEqual({
      id: 1,
      position: 1,
      item_id: 2,
      quantity: '3',
      rate: '19.995',
      memo: 'chairs',
      classifications: made.items?.[0]?.classifications,
      tax: { code: 'VAT', rate: 8.25, amount: 4.95, is_taxable: true, tax_exempt_amount: 0 },
      net_amount: '59.99',
      tax_amount: '4.95',
      gross_amount: '64.94',
      amount: '64.94',
      record_number: made.number,
      record_internal_id: made.internal_id,
      date: '2026-01-15',
      transaction_date: '2026-01-15',
      due_date: '2026-02-14',
      record_status: 'posted',
      company_id: 1,
      company_name: 'Example Trading Inc.',
      customer_id: 1,
      customer_name: made.customer_name,
      currency_iso_4217_code: 'EUR' as const,
      exchange_rate: '1.1',
      created_at: '2026-01-15T09:00:00Z',
      updated_at: '2026-01-15T09:00:00Z',
    })
    expect(first?.classifications).toHaveLength(1)
    expect(second).toMatchObject({ id: 2, memo: '', tax: null, gross_amount: '5.00', amount: '5.00' })
  })

  it('has the status 200 and the count of all lines', async () => {
    const { simulator, send } = opened()
    for (let nth = 0; nth < 3; nth++)
      simulator.records.invoices.create(invoice({ items: [line('1', 1), line('2', 2)] }))
    const answer = await send('GET', `${LINES}?limit=4&offset=1`)
    expect([answer.status, answer.body.count, itemsOf(answer).map(({ id }) => id)]).toEqual([
      200,
      6,
      [2, 3, 4, 5],
    ])
  })
})

describe('the order of the invoice lines', () => {
  /** Invoice 1 gets its last line after the others exist, so the ids do not follow the numbers. */
  const disordered = () => {
    const world = opened()
    const { invoices } = world.simulator.records
    const first = invoices.create(invoice({ date: '2026-01-10', items: [line('1', 1)] }))
    invoices.create(invoice({ date: '2026-01-05', items: [line('1', 2), line('2', 1)] }))
    invoices.create(invoice({ date: '2026-01-10', items: [line('1', 1)] }))
    invoices.update(
      first.number,
      invoice({ date: '2026-01-10', items: [{ ...line('1', 1), id: 1 }, line('9', 2)] }),
    )
    return world
  }

  it.each(
    table(`
      ordering  limit  offset | ids
      -         -      -      | 1 2 3 4 5
      id        -      -      | 1 2 3 4 5
      -id       -      -      | 5 4 3 2 1
      number    -      -      | 1 5 2 3 4
      -number   -      -      | 4 2 3 1 5
      date      -      -      | 2 3 1 4 5
      -date     -      -      | 1 4 5 2 3
      date      2      1      | 3 1
      -number   2      3      | 1 5
      id        2      4      | 5
      id        2      5      | -
    `),
  )('$ordering from $offset', async ({ ordering, limit, offset, ids }) => {
    const parameters = Object.entries({ ordering, limit, offset }).filter(([, cell]) => given(cell))
    const found = await disordered().list(LINES, new URLSearchParams(parameters).toString())
    expect(found.map(({ id }) => id)).toEqual((given(ids) ?? '').split(' ').filter(Boolean).map(Number))
  })
})

describe('a large offset', () => {
  it.each(
    table(`
      offset  switch  | warned  header
      5000    log     | no      no
      5001    log     | yes     no
      5000    header  | no      no
      5001    header  | yes     yes
    `),
  )('of $offset, $switch: warned $warned, header $header', async ({ offset, switch: value, ...expected }) => {
    const { simulator, send } = opened({ assumptions: { 'v3-offset-warning': value as 'log' | 'header' } })
    const answer = await send('GET', `${LINES}?offset=${offset}`)
    expect([answer.status, answer.body]).toEqual([200, { items: [], count: 0 }])
    expect(simulator.traffic.at(-1)?.why.includes('above 5000')).toBe(expected.warned === 'yes')
    expect(answer.headers.has('Warning')).toBe(expected.header === 'yes')
    if (expected.header === 'yes')
      expect(answer.headers.get('Warning')).toMatch(/^299 - "offset 5001 is above 5000/)
  })

  it('of a list of invoices is like any other', async () => {
    const { simulator, send } = opened()
    await send('GET', `${INVOICES}?offset=9000`)
    expect(simulator.traffic.at(-1)?.why).not.toContain('above')
  })
})
