import { expect, test } from 'vitest'
import { given, table } from '../support/table'
import { applications, itemLines } from '../support/worlds/shorthand'
import { invoice, outcomeOf, payment, trading } from '../support/worlds/trade'

/** docs/service.md §4.5: source and document share company, currency and counterparty, and the document is posted. */
test.each(
  table(`
    document                                    payment                                    | outcome
    -                                           -                                          | ok
    -                                           customer_id 2                              | 422 items
    -                                           customer_id null                           | ok
    customer_id 2                               customer_id null                           | ok
    -                                           company_id 2 currency EUR account null     | 422 items
    company_id 2 currency EUR                   company_id 2 currency EUR account null     | ok
    company_id 2 currency EUR                   currency EUR rate 1.1 account null         | 422 items
    currency EUR rate 1.1                       -                                          | 422 items
    currency EUR rate 1.1                       currency EUR rate 1.2                      | ok
    currency EUR rate 1.1                       currency GBP rate 1.1                      | 422 items
    status draft                                -                                          | 422 items
    status draft                                status draft                               | ok
    -                                           customer_id 2 status draft                 | ok
    date 2026-01-16                             -                                          | 422 items
    date 2026-01-16                             validate no                                | ok
    date 2026-01-16                             date 2026-01-16                            | ok
    date 2026-01-16                             status draft                               | ok
    -                                           lines 0.00                                 | 422 items
    -                                           lines -5.00                                | 422 items
    -                                           lines 100.01                               | 422 items
    -                                           unassigned -0.01                           | 422 unassigned_amount
    -                                           lines none                                 | 422 lines
    -                                           lines none status draft                    | ok
    -                                           lines 10.00 of 2                           | 422 items
    -                                           lines 10.00 of 1 fee -10.01                | 422 amount
    -                                           account 6000                               | 422 account_number
    -                                           account 2050                               | 422 account_number
    -                                           account 9999                               | 422 account_number
  `),
)('document $document, payment $payment: $outcome', ({ document, payment: paid, outcome }) => {
  const simulator = trading()
  const { invoices, customerPayments } = simulator.records
  invoices.create(invoice(header(document)))
  const words = wordsOf(paid)
  const [amount, target] = [words.lines ?? '100.00', words.of ?? '1']
  const body = payment({
    ...header(paid),
    items:
      amount === 'none'
        ? []
        : applications(`${amount} on ${target}${words.fee ? `, ${words.fee} to Fees` : ''}`),
    ...(words.unassigned !== undefined && { unassigned_amount: words.unassigned }),
    ...(words.account !== undefined && {
      account_number: words.account === 'null' ? null : Number(words.account),
    }),
    ...(words.validate === 'no' && { line_date_validation: false }),
  })
  const before = JSON.stringify(simulator.export())
  expect(outcomeOf(() => customerPayments.create(body))).toBe(outcome)
  if (outcome !== 'ok') expect(JSON.stringify(simulator.export())).toBe(before)
  expect(simulator.books.check()).toEqual([])
})

/** `company_id 2 currency EUR` as pairs of words. */
function wordsOf(text: string): Record<string, string | undefined> {
  const words = (given(text) ?? '').split(' ').filter((word) => word !== '')
  return Object.fromEntries(words.flatMap((word, i) => (i % 2 === 0 ? [[word, words[i + 1]]] : [])))
}

function header(text: string) {
  const { customer_id, company_id, currency, rate, status, date } = wordsOf(text)
  return {
    ...(customer_id !== undefined && { customer_id: customer_id === 'null' ? null : Number(customer_id) }),
    ...(company_id !== undefined && { company_id: Number(company_id) }),
    ...(currency !== undefined && { currency_iso_4217_code: currency as 'USD' }),
    ...(rate !== undefined && { exchange_rate: rate }),
    ...(date !== undefined && { date }),
    ...(status !== undefined && { record_status: status as 'draft' }),
  }
}

/** Exactly one reference on every line. */
test.each(
  table(`
    references                              | outcome
    invoice_number                          | ok
    account_number                          | ok
    none                                    | 422 items
    invoice_number account_number           | 422 items
    customer_credit_number                  | 422 items
    invoice_number customer_credit_number   | 422 items
  `),
)('a line with $references: $outcome', ({ references, outcome }) => {
  const simulator = trading()
  simulator.records.invoices.create(invoice())
  const named = Object.fromEntries(
    references
      .split(' ')
      .flatMap((name) => (name === 'none' ? [] : [[name, name === 'account_number' ? 4000 : 1]])),
  )
  const items = [{ ...named, amount: '10.00', position: 1 }]
  expect(outcomeOf(() => simulator.records.customerPayments.create(payment({ items })))).toBe(outcome)
  expect(
    outcomeOf(() => simulator.records.customerPayments.create(payment({ items, record_status: 'draft' }))),
    'as a draft: references are checked there, too',
  ).toBe(outcome)
})

test('without a customer a payment has that of its invoices, which have to agree on one', () => {
  const simulator = trading()
  const { invoices, customerPayments } = simulator.records
  for (const customer_id of [1, 1, 2]) invoices.create(invoice({ customer_id }))
  const customerOf = (lines: string) => {
    const record = customerPayments.create(payment({ customer_id: null, items: applications(lines) }))
    return [record.customer_id, record.customer_name]
  }
  expect(customerOf('10.00 on 1, 10.00 on 2')).toEqual([1, 'Acorn Stores'])
  expect(customerOf('10.00 on 3')).toEqual([2, 'Birch Studio'])
  expect(() => customerOf('10.00 on 1, 10.00 on 3')).toThrow('customer_id: Field required')
  expect(() => customerOf('10.00 to Revenue')).toThrow('customer_id: Field required')
})

test('several payments at the limit: the last cent is taken once', () => {
  const simulator = trading()
  simulator.records.invoices.create(invoice({ items: itemLines('1 x 0.02') }))
  const pay = () => simulator.records.customerPayments.create(payment({ items: applications('0.01 on 1') }))
  expect([pay, pay, pay, pay].map(outcomeOf)).toEqual(['ok', 'ok', '422 items', '422 items'])
})

test('the switch lifts the comparison of dates for every payment', () => {
  const simulator = trading({ assumptions: { 'line-date-validation': 'ignore' } })
  simulator.records.invoices.create(invoice({ date: '2026-03-01' }))
  expect(
    outcomeOf(() => simulator.records.customerPayments.create(payment({ items: applications('1.00 on 1') }))),
  ).toBe('ok')
})

test('a payment touches updated_at of the invoice that it settles, and of no other', async () => {
  const simulator = trading()
  simulator.records.invoices.create(invoice())
  simulator.records.invoices.create(invoice())
  await simulator.clock.advance('1 hour')
  simulator.records.customerPayments.create(payment({ items: applications('10.00 on 1') }))
  const rows = simulator.export().tables['org-1']?.invoices ?? []
  expect(rows.map((row) => row.updated_at)).toEqual(['2026-01-15T10:00:00.000Z', '2026-01-15T09:00:00.000Z'])
})
