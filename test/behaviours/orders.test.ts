import { describe, expect, test } from 'vitest'
import { table } from '../support/table'
import { type Body, read, recordsOf, write } from '../support/worlds/sentences'
import { outcomeOf, trading } from '../support/worlds/trade'

/** The two kinds of order, and who takes their quantities. */
const SIDES = {
  sales: {
    order: 'sales order',
    type: 'salesOrders',
    taker: 'invoice',
    takers: 'invoices',
    word: 'invoiced',
    reference: 'sales_order_id',
    named: 'order',
  },
  purchases: {
    order: 'purchase order',
    type: 'purchaseOrders',
    taker: 'bill',
    takers: 'bills',
    word: 'billed',
    reference: 'purchase_order_number',
    named: 'purchase',
  },
} as const

/**
 * docs/service.md §11.5. Steps of one order and the documents that take from it; `taken` counts by line of the order.
 * `order 5 x 10.00, ...`, `take A 2 x 10.00`, `edit order ...`, `edit A ...`, `draft A ...`, `post A`, `archive A`.
 */
const STORIES = {
  'in parts': table(`
    step                               | outcome    taken  due    lines      status
    order 5 x 10.00, 3 x 2.00 Chair    | ok         0      8      0/5 0/3    un
    take A 2 x 10.00                   | ok         2      6      2/3 0/3    partially_
    take B 3 x 9.50, 1 x 2.00 Chair    | ok         6      2      5/0 1/2    partially_
    take C 2 x 0.00 Chair              | ok         8      0      5/0 3/0    +
    archive B                          | ok         4      4      2/3 2/1    partially_
    archive A                          | ok         2      6      0/5 2/1    partially_
    archive C                          | ok         0      8      0/5 0/3    un
  `),
  'by item in order of position': table(`
    step                               | outcome    taken  due    lines          status
    order 2 x 10.00, 1 x 1.00 Lamp, 4 x 9.00  | ok  0      7      0/2 0/1 0/4    un
    take A 3 x 10.00                   | ok         3      4      2/0 0/1 1/3    partially_
    take B 2.5 x 10.00                 | ok         5.5    1.5    2/0 0/1 3.5/0.5  partially_
    take C 9 x 10.00                   | ok         6      1      2/0 0/1 4/0    partially_
    take D 1 x 5.00 Chair              | ok         6      1      2/0 0/1 4/0    partially_
    archive A                          | ok         6      1      2/0 0/1 4/0    partially_
    archive C                          | ok         2.5    4.5    2/0 0/1 0.5/3.5  partially_
  `),
  'drafts and edits': table(`
    step                               | outcome            taken  due    lines  status
    order 5 x 10.00                    | ok                 0      5      0/5    un
    draft A 5 x 10.00                  | ok                 0      5      0/5    un
    edit A 4 x 10.00                   | ok                 0      5      0/5    un
    post A                             | ok                 4      1      4/1    partially_
    edit A 5 x 10.00                   | ok                 5      0      5/0    +
    edit A 1 x 10.00                   | ok                 1      4      1/4    partially_
    edit A 1 x 10.00 Chair             | ok                 0      5      0/5    un
    edit A 2 x 10.00                   | ok                 2      3      2/3    partially_
    archive A                          | ok                 0      5      0/5    un
    post A                             | 422 record_status  0      5      0/5    un
  `),
  'the order is edited': table(`
    step                               | outcome            taken  due    lines    status
    order 5 x 10.00                    | ok                 0      5      0/5      un
    edit order 6 x 9.00                | ok                 0      6      0/6      un
    edit order 3 x 10.00               | ok                 0      3      0/3      un
    take A 2 x 10.00                   | ok                 2      1      2/1      partially_
    edit order 1 x 15.00, 1 x 15.00    | ok                 2      0      1/0 1/0  +
    edit order 3 x 10.00               | ok                 2      1      2/1      partially_
    edit order 1 x 30.00               | 422 items          2      1      2/1      partially_
    edit order 3 x 10.00 Chair         | 422 items          2      1      2/1      partially_
    edit order 2 x 10.00, 1 x 10.00 Chair  | ok             2      1      2/0 0/1  partially_
    archive order                      | 422 record_status  2      1      2/0 0/1  partially_
    archive A                          | ok                 0      3      0/2 0/1  un
    archive order                      | ok                 0      3      0/2 0/1  un
    take B 1 x 10.00                   | 422 reference      0      3      0/2 0/1  un
  `),
  'a draft order': table(`
    step                               | outcome            taken  due    lines  status
    draft order 5 x 10.00              | ok                 0      5      0/5    un
    take A 1 x 10.00                   | 422 reference      0      5      0/5    un
    draft A 1 x 10.00                  | ok                 0      5      0/5    un
    post order                         | ok                 0      5      0/5    un
    post A                             | ok                 1      4      1/4    partially_
  `),
  'more than ordered': table(`
    step                               | outcome    taken  due    lines  status
    order 1 x 10.00                    | ok         0      1      0/1    un
    take A 3 x 10.00                   | ok         1      0      1/0    +
    take B 3 x 10.00                   | ok         1      0      1/0    +
    archive A                          | ok         1      0      1/0    +
    archive B                          | ok         0      1      0/1    un
  `),
}

describe.each(Object.entries(SIDES))('orders of %s', (_, side) => {
  test.each(Object.entries(STORIES))('%s', (_title, steps) => {
    const simulator = trading()
    const numbers = new Map<string, number>()
    const [orders, takers] = [recordsOf(simulator, side.type), recordsOf(simulator, side.takers)]
    const words = () => `${side.named} ${numbers.size === 0 ? 1 : numbers.get('named')}`
    const take = (step: string): void => {
      const [, verb = '', name = '', lines = ''] =
        /^(take|draft|edit|post|archive)? ?(order|[A-Z])(?: (.+))?$/.exec(step) ?? []
      const [records, noun] = name === 'order' ? [orders, side.order] : [takers, side.taker]
      const status = verb === 'draft' ? '; status draft' : ''
      const by = name === 'order' ? '' : `; ${words()}`
      if (['', 'take', 'draft'].includes(verb)) {
        const record = write(simulator, `${noun} ${lines}${by}${status}`)
        numbers.set(name, record.number)
        if (name === 'order')
          numbers.set('named', side.type === 'salesOrders' ? record.internal_id : record.number)
        contents.set(name, `${noun} ${lines}${by}`)
      } else if (verb === 'archive') records.update(numbers.get(name) ?? 0, { record_status: 'archived' })
      else {
        const text = verb === 'post' ? (contents.get(name) ?? '') : `${noun} ${lines}${by}`
        records.update(numbers.get(name) ?? 0, {
          ...read(text).body,
          ...(verb === 'post' && { record_status: 'posted' }),
        })
        contents.set(name, text)
      }
    }
    const contents = new Map<string, string>()
    for (const { step, outcome, ...expected } of steps) {
      const before = JSON.stringify(simulator.export())
      expect(
        outcomeOf(() => take(step)),
        step,
      ).toBe(outcome.replace('reference', side.reference))
      if (outcome !== 'ok') expect(JSON.stringify(simulator.export()), step).toBe(before)
      const order = orders.get(1)
      const lines = (order.items as Body[]).map(
        (line) => `${line[`quantity_${side.word}`]}/${line.quantity_due}`,
      )
      expect(
        {
          taken: order[`${side.word}_total`],
          due: order.due_total,
          lines: lines.join(' '),
          status: String(order[`${side.word}_status`]).replace(side.word, '') || '+',
        },
        step,
      ).toEqual(expected)
      expect(order.transaction_ids).toEqual([])
    }
  })

  /** The taker and its order share company and counterparty; the currency may differ. */
  test.each(
    table(`
      words                                   | outcome
      none                                    | ok
      counterparty 2                          | 422 reference
      counterparty 2 status draft             | ok
      company 2 currency EUR                  | 422 reference
      currency EUR rate 1.1                   | ok
      date 2025-12-31                         | ok
    `),
  )('a document of the order with $words: $outcome', ({ words, outcome }) => {
    const simulator = trading()
    const order = write(simulator, `${side.order} 5 x 10.00`)
    const named = side.type === 'salesOrders' ? order.internal_id : order.number
    const counterparty = side.type === 'salesOrders' ? 'customer' : 'vendor'
    const more = words === 'none' ? '' : words.replace('counterparty', counterparty)
    const sentence = `${side.taker} 2 x 10.00; ${side.named} ${named} ${more}`
    expect(outcomeOf(() => write(simulator, sentence))).toBe(outcome.replace('reference', side.reference))
  })

  test('an unknown order is refused, and what was taken fixes customer or vendor, company and currency', () => {
    const simulator = trading()
    const order = write(simulator, `${side.order} 5 x 10.00`)
    const named = side.type === 'salesOrders' ? order.internal_id : order.number
    expect(outcomeOf(() => write(simulator, `${side.taker} 1 x 10.00; ${side.named} 99`))).toBe(
      `422 ${side.reference}`,
    )
    write(simulator, `${side.taker} 1 x 10.00; ${side.named} ${named}`)
    const change = (words: string) =>
      outcomeOf(() =>
        recordsOf(simulator, side.type).update(1, read(`${side.order} 5 x 10.00; ${words}`).body),
      )
    expect(change('date 2026-02-01')).toBe('ok')
    expect(change('customer 2 vendor 2').replace(/customer|vendor/, 'x')).toMatch(/^422 /)
    expect(change('company 2 currency EUR')).toMatch(/company_id/)
    expect(change('currency EUR rate 1.1')).toMatch(/currency_iso_4217_code/)
  })

  test('orders leave the ledger alone', () => {
    const simulator = trading()
    write(simulator, `${side.order} 5 x 10.00 tax 1.00`)
    expect(recordsOf(simulator, side.type).get(1).amount).toBe('51.00')
    recordsOf(simulator, side.type).update(1, { record_status: 'archived' })
    expect(simulator.books.entries()).toEqual([])
  })
})
