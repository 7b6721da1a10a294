import { expect, test } from 'vitest'
import { table } from '../support/table'
import { type Body, ledgerOf, read, recordsOf, write } from '../support/worlds/sentences'
import { balanceOf, outcomeOf, trading } from '../support/worlds/trade'

/** A world with one payable line per entry: line 1 owes 100.00, line 2 takes 30.00 back, line 3 is in euros. */
function owing(more = '') {
  const simulator = trading()
  const lineOf = (sentence: string): number => {
    const { items } = write(simulator, `${sentence}${more}`)
    const line = (items as Body[]).find(({ account_number }) => account_number === 2000)
    return Number(line?.id)
  }
  const lines = [
    lineOf('journal Dr Expense 100.00, Cr AP 100.00; rate 1'),
    lineOf('journal Dr AP 30.00, Cr Expense 30.00; rate 1'),
    lineOf('journal Dr Expense 50.00, Cr AP 50.00; currency EUR rate 1.10'),
  ]
  /** `100.00 on journal 1` with the id of the first payable line. */
  const pay = (text: string) =>
    write(
      simulator,
      `vendor payment ${text.replaceAll(/journal (\d)/g, (_, at) => `journal ${lines[Number(at) - 1]}`)}`,
    )
  return { simulator, lines, pay }
}

/** docs/service.md §4.5: credits add, debits subtract; each line is paid as a document of its own. */
test.each(
  table(`
    payment                                                         | outcome     amount  ledger
    100.00 on journal 1                                             | ok          100.00  Dr AP 100.00, Cr Bank 100.00
    40.00 on journal 1                                              | ok          40.00   Dr AP 40.00, Cr Bank 40.00
    100.00 on journal 1, 30.00 on journal 2                         | ok          70.00   Dr AP 100.00, Cr Bank 70.00, Cr AP 30.00
    30.00 on journal 1, 30.00 on journal 2                          | ok          0.00    none
    100.01 on journal 1                                             | 422 items   -       none
    100.00 on journal 1, 30.01 on journal 2                         | 422 items   -       none
    29.99 on journal 1, 30.00 on journal 2                          | 422 amount  -       none
    100.00 on journal 1, 10.00 on journal 1                         | 422 items   -       none
    0.00 on journal 1                                               | 422 items   -       none
    -5.00 on journal 1                                              | 422 items   -       none
    50.00 on journal 3                                              | 422 items   -       none
    50.00 on journal 3; currency EUR rate 1.12                      | ok          50.00   Dr AP 55.00, Dr Realized 1.00, Cr Bank 56.00
    50.00 on journal 3; currency EUR rate 1.05                      | ok          50.00   Dr AP 55.00, Cr Bank 52.50, Cr Realized 2.50
    10.00 on journal 1; company 2 currency EUR account 1010         | 422 items   -       none
    10.00 on journal 9                                              | 422 items   -       none
    10.00 on intercompany 1                                         | 422 items   -       none
    10.00 on journal 1 and intercompany 1                           | 422 items   -       none
    10.00 on journal 1 and bill 1                                   | 422 items   -       none
    10.00 on nothing                                                | 422 items   -       none
    10.00 on journal 1; date 2026-01-14                             | 422 items   -       none
    10.00 on journal 1; date 2026-01-14 validation off              | ok          10.00   Dr AP 10.00, Cr Bank 10.00
  `),
)('paying $payment: $outcome', ({ payment, outcome, amount, ledger }) => {
  const { simulator, pay } = owing()
  write(simulator, 'bill 10.00')
  const before = JSON.stringify(simulator.export())
  expect(outcomeOf(() => pay(payment))).toBe(outcome)
  if (outcome !== 'ok') expect(JSON.stringify(simulator.export())).toBe(before)
  expect(recordsOf(simulator, 'vendorPayments').find(() => true)?.amount ?? '-').toBe(amount)
  expect(ledgerOf(simulator, 'vendorPayments', 1)).toBe(ledger)
})

test('a line of an expense account, of a draft or of an archived entry cannot be paid', () => {
  const { simulator, lines, pay } = owing()
  const [first] = lines
  expect(outcomeOf(() => write(simulator, `vendor payment 1.00 on journal ${Number(first) - 1}`))).toBe(
    '422 items',
  )
  const draft = write(simulator, 'journal Dr Expense 5.00, Cr AP 5.00; status draft').items as Body[]
  expect(outcomeOf(() => write(simulator, `vendor payment 1.00 on journal ${draft[1]?.id}`))).toBe(
    '422 items',
  )
  recordsOf(simulator, 'journalEntries').update(1, { record_status: 'archived' })
  expect(outcomeOf(() => pay('1.00 on journal 1'))).toBe('422 items')
})

/** docs/service.md §11.2: a paid line stays as it is, and so does its entry. */
test.each(
  table(`
    change                                                             | paid               unpaid
    journal Dr Expense 100.00, Cr AP 100.00                            | ok                 ok
    journal Dr Expense 60.00, Dr Fees 40.00, Cr AP 100.00              | ok                 ok
    journal Dr Expense 120.00, Cr AP 120.00                            | 422 amount items   ok
    journal Dr Expense 100.00, Cr 2300 100.00                          | 422 items          ok
    journal Dr AP 100.00, Cr Expense 100.00                            | 422 items          ok
    journal Dr Expense 100.00, Cr AP 100.00; vendor 2                  | 422 items          ok
    journal Dr Expense 100.00, Cr AP 100.00; currency EUR rate 1.1     | 422 currency_iso_4217_code exchange_rate  ok
    journal Dr Expense 100.00, Cr AP 100.00; status archived           | 422 record_status  ok
  `),
)('an entry with a paid line becomes $change', ({ change, paid, unpaid }) => {
  for (const [isPaid, outcome] of [
    [true, paid],
    [false, unpaid],
  ] as const) {
    const { simulator, lines, pay } = owing()
    if (isPaid) pay('40.00 on journal 1')
    const entries = recordsOf(simulator, 'journalEntries')
    const { body } = read(change.replace('; vendor 2', ''))
    const items = (body.items as Body[]).map((line) => ({
      ...line,
      ...(change.includes('vendor 2') && line.account_number === 2000 && { vendor_id: 2 }),
      ...((line.account_number === 2000 || line.account_number === 2300) && { id: lines[0] }),
    }))
    expect(
      outcomeOf(() => entries.update(1, { ...body, items })),
      String(isPaid),
    ).toBe(outcome)
  }
})

test('what was paid is given back when the payment is edited or archived', () => {
  const { simulator, lines, pay } = owing()
  const { number } = pay('100.00 on journal 1, 30.00 on journal 2')
  expect(outcomeOf(() => pay('0.01 on journal 1'))).toBe('422 items')
  const payments = recordsOf(simulator, 'vendorPayments')
  payments.update(number, read(`vendor payment 99.99 on journal ${lines[0]}`).body)
  expect(outcomeOf(() => pay('0.01 on journal 1'))).toBe('ok')
  payments.update(number, { record_status: 'archived' })
  expect(outcomeOf(() => pay('99.99 on journal 1, 30.00 on journal 2'))).toBe('ok')
  expect(outcomeOf(() => pay('50.00 on journal 3; currency EUR rate 1.10'))).toBe('ok')
  expect(balanceOf(simulator, 2000)).toBe('0.00')
})

/** docs/service.md §4.5: the mirror of a reversing entry has payable lines of its own. */
test('the reversal of an entry owes what the entry owed, the other way round', () => {
  const simulator = trading()
  const { items, reversal_items } = write(
    simulator,
    'journal Dr Expense 9.00, Cr AP 9.00; reversal 2026-02-01',
  )
  const idOf = (lines: unknown) => (lines as Body[]).find(({ account_number }) => account_number === 2000)?.id
  const { type, number } = write(
    simulator,
    `vendor payment 9.00 on journal ${idOf(items)}, 9.00 on journal ${idOf(reversal_items)}; date 2026-02-01`,
  )
  expect(ledgerOf(simulator, type, number)).toBe('none')
  expect(balanceOf(simulator, 2000)).toBe('0.00')
})

test('a reversal may reduce a payment of an earlier day', () => {
  const simulator = trading()
  const { items, reversal_items } = write(
    simulator,
    'journal Dr Expense 9.00, Cr AP 9.00; reversal 2026-02-01',
  )
  const idOf = (lines: unknown) => (lines as Body[]).find(({ account_number }) => account_number === 2000)?.id
  const { amount } = write(
    simulator,
    `vendor payment 9.00 on journal ${idOf(items)}, 4.00 on journal ${idOf(reversal_items)}; date 2026-01-15`,
  )
  expect(amount).toBe('5.00')
  expect(simulator.books.check()).toEqual([])
})
