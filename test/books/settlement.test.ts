import { describe, expect, test } from 'vitest'
import { given, table } from '../support/table'
import { applications, itemLines } from './shorthand'
import { type Setting, Story } from './story'
import { balanceOf, invoice, outcomeOf, payment, trading } from './trade'

/** Every path by which an invoice is paid (docs/service.md §4.5, §11.2). `open` is what its account carries for it. */
const STORIES = {
  'in one go': table(`
    step              | outcome            paid    due
    invoice 100.00    | ok                 0.00    100.00
    pay A 100.00      | ok                 100.00  0.00
  `),
  'in parts': table(`
    step              | outcome            paid    due
    invoice 100.00    | ok                 0.00    100.00
    pay A 33.33       | ok                 33.33   66.67
    pay B 33.33       | ok                 66.66   33.34
    pay C 33.34       | ok                 100.00  0.00
    pay D 0.01        | 422 items          100.00  0.00
  `),
  'too much': table(`
    step              | outcome            paid    due
    invoice 100.00    | ok                 0.00    100.00
    pay A 100.01      | 422 items          0.00    100.00
    pay A 60.00       | ok                 60.00   40.00
    pay B 40.01       | 422 items          60.00   40.00
    pay B 40.00       | ok                 100.00  0.00
  `),
  'edited up and down': table(`
    step              | outcome            paid    due
    invoice 100.00    | ok                 0.00    100.00
    pay A 30.00       | ok                 30.00   70.00
    edit A 50.00      | ok                 50.00   50.00
    edit A 50.00      | ok                 50.00   50.00
    edit A 100.01     | 422 items          50.00   50.00
    edit A 100.00     | ok                 100.00  0.00
    edit A 0.01       | ok                 0.01    99.99
    pay B 99.99       | ok                 100.00  0.00
    edit A 0.02       | 422 items          100.00  0.00
    edit B 99.98      | ok                 99.99   0.01
    edit A 0.02       | ok                 100.00  0.00
  `),
  archived: table(`
    step              | outcome            paid    due
    invoice 100.00    | ok                 0.00    100.00
    pay A 30.00       | ok                 30.00   70.00
    pay B 70.00       | ok                 100.00  0.00
    archive A         | ok                 70.00   30.00
    archive A         | 422 record_status  70.00   30.00
    edit A 10.00      | 422 record_status  70.00   30.00
    post A            | 422 record_status  70.00   30.00
    pay C 30.00       | ok                 100.00  0.00
    archive B         | ok                 30.00   70.00
    archive C         | ok                 0.00    100.00
    archive invoice   | ok                 0.00    0.00
    pay D 1.00        | 422 items          0.00    0.00
  `),
  'by a draft': table(`
    step              | outcome            paid    due
    invoice 100.00    | ok                 0.00    100.00
    draft A 80.00     | ok                 0.00    100.00
    edit A 90.00      | ok                 0.00    100.00
    pay B 20.00       | ok                 20.00   80.00
    post A            | 422 items          20.00   80.00
    edit A 80.00      | ok                 20.00   80.00
    post A            | ok                 100.00  0.00
    archive B         | ok                 80.00   20.00
  `),
  'draft archived': table(`
    step              | outcome            paid    due
    invoice 100.00    | ok                 0.00    100.00
    draft A 80.00     | ok                 0.00    100.00
    archive A         | ok                 0.00    100.00
    post A            | 422 record_status  0.00    100.00
  `),
  'unassigned first': table(`
    step                            | outcome            paid    due
    invoice 100.00                  | ok                 0.00    100.00
    pay A 60.00                     | ok                 60.00   40.00
    unassign A 60.00                | ok                 0.00    100.00
    unassign A 10.00                | ok                 0.00    100.00
    edit A 100.00                   | ok                 100.00  0.00
    unassign A 0.00                 | 422 lines          100.00  0.00
    unassign A 100.00               | ok                 0.00    100.00
    archive A                       | ok                 0.00    100.00
  `),
  'among several invoices': table(`
    step                            | outcome            paid    due
    invoice 100.00                  | ok                 0.00    100.00
    invoice 50.00                   | ok                 0.00    100.00
    pay A 100.00 on 1, 50.00 on 2   | ok                 100.00  0.00
    edit A 40.00 on 1, 50.00 on 2   | ok                 40.00   60.00
    edit A 50.00 on 2               | ok                 0.00    100.00
    edit A 50.00 on 2, 100.00 on 1  | ok                 100.00  0.00
    edit A 50.01 on 2, 10.00 on 1   | 422 items          100.00  0.00
    edit A 10.00 on 1, 10.00 on 1   | 422 items          100.00  0.00
    archive A                       | ok                 0.00    100.00
    pay B 1.00 on 1, 1.00 on 1      | 422 items          0.00    100.00
  `),
  'the invoice is edited': table(`
    step                            | outcome            paid    due
    invoice 100.00                  | ok                 0.00    100.00
    edit invoice 120.00             | ok                 0.00    120.00
    pay A 110.00                    | ok                 110.00  10.00
    edit invoice 120.00             | ok                 110.00  10.00
    edit invoice 130.00             | 422 amount         110.00  10.00
    edit invoice 110.00             | 422 amount         110.00  10.00
    archive invoice                 | 422 record_status  110.00  10.00
    archive A                       | ok                 0.00    120.00
    edit invoice 130.00             | ok                 0.00    130.00
    archive invoice                 | ok                 0.00    0.00
    edit invoice 130.00             | 422 record_status  0.00    0.00
  `),
  'moved in time': table(`
    step                            | outcome            paid    due
    invoice 100.00                  | ok                 0.00    100.00
    pay A 10.00                     | ok                 10.00   90.00
    date A 2026-01-20               | ok                 10.00   90.00
    date A 2026-01-14               | 422 items          10.00   90.00
    date A 2026-01-15               | ok                 10.00   90.00
  `),
  'in cents': table(`
    step              | outcome            paid    due
    invoice 0.03      | ok                 0.00    0.03
    pay A 0.01        | ok                 0.01    0.02
    pay B 0.01        | ok                 0.02    0.01
    pay C 0.01        | ok                 0.03    0.00
    archive B         | ok                 0.02    0.01
    edit C 0.02       | ok                 0.03    0.00
  `),
}

const SETTINGS: Record<string, Setting> = {
  'in dollars': { company: 1, currency: 'USD', rate: '1' },
  'in euros at 1.1045': { company: 1, currency: 'EUR', rate: '1.1045' },
  'in yen at 0.0067123456789012': { company: 1, currency: 'JPY', rate: '0.0067123456789012' },
  'in dinars at 3.333333': { company: 2, currency: 'KWD', rate: '3.333333' },
}

describe.each(Object.entries(SETTINGS))('an invoice %s is paid', (_, setting) => {
  test.each(Object.entries(STORIES))('%s', (_title, steps) => {
    const story = new Story(setting)
    const { simulator } = story
    for (const { step, outcome, paid, due } of steps) {
      const before = JSON.stringify(simulator.export())
      const told = `after ${step}`
      expect(story.take(step), told).toBe(outcome)
      if (outcome !== 'ok') expect(JSON.stringify(simulator.export()), told).toBe(before)
      const { state } = story
      expect(state, told).toMatchObject({ paid, due })
      if (state.status !== 'archived')
        expect(Number(state.amount), told).toBeCloseTo(Number(state.paid) + Number(state.due), 6)
      expect(simulator.books.check(), told).toEqual([])
    }
  })

  test('and what was paid in many parts leaves nothing on the receivable account', () => {
    const story = new Story(setting)
    story.take('invoice 1.00')
    for (const name of 'ABCDEFG') expect(story.take(`pay ${name} 0.13`)).toBe('ok')
    expect(story.take('pay H 0.09')).toBe('ok')
    expect(balanceOf(story.simulator, 1100, setting.company)).toBe('0.00')
    for (const name of 'DAHCBFEG') expect(story.take(`archive ${name}`)).toBe('ok')
    expect(story.state).toMatchObject({ paid: '0.00', due: '1.00' })
    expect(story.take('pay I 1.00')).toBe('ok')
    expect(balanceOf(story.simulator, 1100, setting.company)).toBe('0.00')
  })
})

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
    ...(currency !== undefined && { currency_iso_4217_code: currency }),
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

test('without a customer a payment has that of its invoices, or none when there are several', () => {
  const simulator = trading()
  const { invoices, customerPayments } = simulator.records
  for (const customer_id of [1, 1, 2]) invoices.create(invoice({ customer_id }))
  const customerOf = (lines: string) => {
    const record = customerPayments.create(payment({ customer_id: null, items: applications(lines) }))
    return [record.customer_id, record.customer_name]
  }
  expect(customerOf('10.00 on 1, 10.00 on 2')).toEqual([1, 'Acorn Stores'])
  expect(customerOf('10.00 on 3')).toEqual([2, 'Birch Studio'])
  expect(customerOf('10.00 on 1, 10.00 on 3')).toEqual([null, null])
  expect(customerOf('10.00 to Revenue')).toEqual([null, null])
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
