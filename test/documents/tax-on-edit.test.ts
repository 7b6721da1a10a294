import { describe, expect, test } from 'vitest'
import { clientOf, type Json } from '../support/client'
import { table } from '../support/table'
import { posted } from '../support/worlds/shorthand'
import { invoice, trading } from '../support/worlds/trade'

const PATH = '/public/v1/invoices/'

/** 100.00 with 8.25 % of tax. */
const taxed = (more: Json = {}) => ({
  code: 'VAT',
  rate: 8.25,
  ...more,
})
const line = (more: Json = {}) => ({ item_id: 1, quantity: '1', rate: '100.00', position: 1, ...more })

/** docs/service.md §2.4: an answer does not show the tax of an invoice's lines, so a PUT of that answer keeps it. */
test('what a GET answers can be PUT again', async () => {
  const simulator = trading({ assumptions: { 'unknown-members': 'ignore' } })
  const send = clientOf(simulator)
  const { body: made } = await send('POST', PATH, invoice({ items: [line({ tax: taxed() })] as never }))
  expect(made.amount).toBe('108.25')
  const { body: shown } = await send('GET', `${PATH}${String(made.number)}/`)
  expect((shown.items as Json[])[0]).not.toHaveProperty('tax')
  const answer = await send('PUT', `${PATH}${String(made.number)}/`, shown)
  expect([answer.status, answer.body.amount]).toEqual([200, '108.25'])
  expect(posted(simulator, 'invoices', 1)).toBe('Dr AR 108.25, Cr Tax 8.25, Cr Revenue 100.00')
})

describe('a line that a PUT names by its id', () => {
  test.each(
    table(`
      made                           sent                            | amount  tax
      rate 8.25                      rate 200.00                     | 216.50  16.50
      rate 8.25                      rate 200.00, no id              | 200.00  0.00
      rate 8.25                      tax null                        | 100.00  0.00
      rate 8.25                      tax 10                          | 110.00  10.00
      rate 8.25 amount 5.00          rate 200.00                     | 205.00  5.00
      rate 8.25 exempt 40            rate 200.00                     | 213.20  13.20
      rate 8.25 untaxed              rate 200.00                     | 200.00  0.00
      rate 8.25                      item 2                          | 108.25  8.25
    `),
  )('made with $made, sent with $sent', ({ made, sent, amount, tax }) => {
    const simulator = trading()
    const { invoices } = simulator.records
    const [, own] = / amount (\S+)/.exec(made) ?? []
    const [, exempt] = / exempt (\S+)/.exec(made) ?? []
    const first = taxed({
      ...(own && { amount: Number(own) }),
      ...(exempt && { tax_exempt_amount: Number(exempt) }),
      ...(made.includes('untaxed') && { is_taxable: false }),
    })
    const { items } = invoices.create(invoice({ items: [line({ tax: first })] as never }))
    const changes: Json = sent.includes('no id') ? {} : { id: items?.[0]?.id }
    const [, rate] = /^rate (\S+?),?(?: |$)/.exec(sent) ?? []
    const [, percent] = /^tax (\d+)/.exec(sent) ?? []
    if (rate) changes.rate = rate
    if (sent === 'tax null') changes.tax = null
    if (percent) changes.tax = { code: 'VAT', rate: Number(percent) }
    if (sent === 'item 2') changes.item_id = 2
    expect(invoices.update(1, invoice({ items: [line(changes)] as never })).amount).toBe(amount)
    const booked = simulator.books.trialBalance(1).find(({ account_number }) => account_number === 2300)
    expect(booked?.balance ?? '0.00').toBe(tax === '0.00' ? '0.00' : `-${tax}`)
    expect(simulator.books.check()).toEqual([])
  })
})

/** docs/service.md §2.4: what is exempt is a part of the net. */
test.each(
  table(`
    quantity  rate     exempt   | outcome
    1         100.00   100      | 100.00
    1         100.00   100.01   | 422
    1         100.00   200      | 422
    1         100.00   -1       | 422
    2         100.00   200      | 200.00
  `),
)('$exempt of $quantity x $rate is exempt', async ({ quantity, rate, exempt, outcome }) => {
  const send = clientOf(trading())
  const tax = { code: 'VAT', rate: 10, tax_exempt_amount: Number(exempt) }
  const answer = await send('POST', PATH, invoice({ items: [line({ quantity, rate, tax })] as never }))
  expect(answer.status === 200 ? answer.body.amount : String(answer.status)).toBe(outcome)
  if (answer.status !== 200) expect(Object.keys(answer.errors)).toEqual(['items'])
})
