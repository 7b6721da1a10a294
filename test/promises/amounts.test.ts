import { createSimulator } from 'accounting-simulator'
import { describe, expect, it } from 'vitest'
import type { Json } from '../support/client'
import { judgedClientOf } from '../support/judged-client'
import { table } from '../support/table'

/** Amounts that binary fractions get wrong are exact, sent as number or as text. */
const invoices = table(`
  lines                                    rate_of_exchange    | amount    receivable
  1 x 0.1; 1 x 0.2                         1                   | 0.30      0.30
  1 x 33.333333; 1 x 33.333333; 1 x 33.333333  1               | 99.99     99.99
  3 x 33.333333                            1                   | 100.00    100.00
  0.000001 x 1000000                       1                   | 1.00      1.00
  0.000001 x 4999                          1                   | 0.00      0.00
  0.000001 x 5000                          1                   | 0.01      0.01
  3 x 19.995                               1                   | 59.99     59.99
  1 x 1.005                                1                   | 1.01      1.01
  1 x 2.675                                1                   | 2.68      2.68
  1 x 1.005; -1 x 0.005                    1                   | 1.00      1.00
  1 x 100                                  1.1234567890123456  | 100.00    112.35
  1 x 1000000                              0.1234567890123456  | 1000000.00  123456.79
  1 x 1                                    0.0000000000000001  | 1.00      0.00
  999999999 x 999999.999999                1                   | 999999998999000.00  999999998999000.00
`)

describe.each([
  ['text', (text: string): unknown => text, invoices],
  // A double holds no more than seventeen digits; the text does.
  [
    'JSON numbers',
    (text: string): unknown => Number(text),
    invoices.filter(({ rate_of_exchange }) => rate_of_exchange.length <= 17),
  ],
] as const)('amounts sent as %s', (_, sent, cases) => {
  it.each(cases)(
    '$lines at $rate_of_exchange is $amount',
    async ({ lines, rate_of_exchange, amount, receivable }) => {
      const simulator = createSimulator({ strict: true })
      const currency = rate_of_exchange === '1' ? 'USD' : 'GBP'
      const answer = await judgedClientOf(simulator)('POST', '/public/v1/invoices/', {
        date: '2026-01-15',
        company_id: 1,
        customer_id: 1,
        currency_iso_4217_code: currency,
        exchange_rate: sent(rate_of_exchange),
        items: lines.split('; ').map((line) => {
          const [quantity = '', rate = ''] = line.split(' x ')
          return { item_id: 1, quantity: sent(quantity), rate: sent(rate) }
        }),
      })
      expect([answer.status, answer.errors]).toEqual([200, {}])
      const { exchange_rate, ...shown } = answer.body
      expect(shown).toMatchObject({ amount, amount_due: amount, paid_total: '0.00' })
      expect(exchange_rate).toBe(rate_of_exchange)
      const [first = ''] = lines.split(' x ')
      expect((answer.body.items as Json[])[0]?.quantity).toBe(first)
      const booked = simulator.books.trialBalance(1).find((line) => line.account_number === 1100)
      expect(booked?.balance ?? '0.00').toBe(receivable)
      expect(simulator.books.check()).toEqual([])
    },
  )
})

it('0.1 + 0.2 paid in two parts leaves nothing', () => {
  const { records } = createSimulator()
  const line = { item_id: 1, quantity: 1, position: 1 }
  const { number } = records.invoices.create({
    date: '2026-01-15',
    company_id: 1,
    customer_id: 1,
    items: [
      { ...line, rate: 0.1 },
      { ...line, rate: 0.2 },
    ],
  })
  const dues = [0.1, '0.2'].map((amount) => {
    records.customerPayments.create({
      date: '2026-01-15',
      company_id: 1,
      check_number: '',
      currency_iso_4217_code: 'USD',
      exchange_rate: 1,
      memo: '',
      items: [{ invoice_number: number, amount }],
    })
    return records.invoices.get(number).amount_due
  })
  expect(dues).toEqual(['0.20', '0.00'])
})
