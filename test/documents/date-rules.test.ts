import { describe, expect, test } from 'vitest'
import { table } from '../support/table'
import { read, recordsOf, writeAll } from '../support/worlds/sentences'
import { outcomeOf, trading } from '../support/worlds/trade'

/** docs/service.md §4.5: nothing is settled or deposited before it is there, whichever side is edited. */
describe('the date of a document that others have taken from', () => {
  const JOURNAL = 'journal Dr Expense 50.00, Cr 2000 50.00'
  test.each(
    table(`
      story                                                                                                  edited              to          | outcome
      invoice 100.00 > customer payment 40.00 on invoice 1; date 2026-01-20                                  invoice 100.00      2026-02-20  | 422 date
      invoice 100.00 > customer payment 40.00 on invoice 1; date 2026-01-20                                  invoice 100.00      2026-01-20  | ok
      invoice 100.00 > customer payment 40.00 on invoice 1; date 2026-01-20                                  invoice 100.00      2026-01-21  | 422 date
      invoice 100.00 > customer payment 40.00 on invoice 1; date 2026-01-20                                  invoice 100.00      2026-01-01  | ok
      invoice 100.00 > customer payment 40.00 on invoice 1; date 2026-01-20 validation off                   invoice 100.00      2026-02-20  | ok
      invoice 100.00 > customer payment 40.00 on invoice 1; date 2026-01-20 status draft                     invoice 100.00      2026-02-20  | ok
      customer credit 50.00 > customer refund 20.00 on credit 1; date 2026-01-20                             customer credit 50.00  2026-01-21  | 422 date
      customer credit 50.00 > invoice 60.00 > customer application of credit 1: 5.00 on invoice 1; date 2026-01-20  customer credit 50.00  2026-02-01  | 422 date
      customer prepayment 40.00 > customer refund 20.00 on prepayment 1; date 2026-01-20                     customer prepayment 40.00  2026-01-21  | 422 date
      bill 100.00 > vendor payment 40.00 on bill 1; date 2026-01-20                                          bill 100.00         2026-01-21  | 422 date
      vendor credit 50.00 > vendor refund 20.00 on credit 1; date 2026-01-20                                 vendor credit 50.00  2026-01-21  | 422 date
      vendor prepayment 40.00 > bill 60.00 > vendor application of prepayment 1: 5.00 on bill 1; date 2026-01-20  vendor prepayment 40.00  2026-01-21  | 422 date
      vendor prepayment 40.00 > bill 60.00 > vendor application of prepayment 1: 5.00 on bill 1; date 2026-01-20  vendor prepayment 40.00  2026-01-19  | ok
      ${JOURNAL} > vendor payment 20.00 on journal 2; date 2026-01-20                                        ${JOURNAL}          2026-01-21  | 422 date
      ${JOURNAL} > vendor payment 20.00 on journal 2; date 2026-01-20                                        ${JOURNAL}          2026-01-18  | ok
      invoice 100.00 > invoice 60.00 > customer payment 10.00 on invoice 2, 40.00 on invoice 1; date 2026-01-20  invoice 100.00  2026-01-21  | 422 date
      invoice 100.00 > invoice 60.00 > customer credit 50.00 > customer payment 10.00 on invoice 2, 5.00 on credit 1; date 2026-01-16 > customer payment 40.00 on invoice 1; date 2026-01-20  invoice 100.00  2026-01-18  | ok
      invoice 100.00 > customer payment 20.00 on invoice 1; date 2026-01-25 > customer payment 20.00 on invoice 1; date 2026-01-20  invoice 100.00  2026-01-21  | 422 date
      invoice 100.00 > customer payment 20.00 on invoice 1; date 2026-01-20 > customer payment 20.00 on invoice 1; date 2026-01-25  invoice 100.00  2026-01-21  | 422 date
      invoice 100.00 > customer payment 20.00 on invoice 1; date 2026-01-25 > customer payment 20.00 on invoice 1; date 2026-01-20  invoice 100.00  2026-01-20  | ok
      invoice 100.00 > customer payment 20.00 on invoice 1; date 2026-01-16 status draft > customer payment 20.00 on invoice 1; date 2026-01-20  invoice 100.00  2026-01-18  | ok
      invoice 100.00 > invoice 60.00 > customer payment 10.00 on invoice 2; date 2026-01-16 > customer payment 40.00 on invoice 1; date 2026-01-20  invoice 100.00  2026-01-18  | ok
      invoice 100.00 > invoice 60.00 > customer credit 50.00 > customer application of credit 1: 5.00 on invoice 2; date 2026-01-16 > customer payment 40.00 on invoice 1; date 2026-01-20  invoice 100.00  2026-01-18  | ok
      invoice 100.00 > customer payment 40.00 on invoice 1; date 2026-01-20  invoice 100.00; status draft  2026-02-20  | 422 record_status
      cash sale 30.00; account null > deposit 30.00 of sale 1; date 2026-01-20                               cash sale 30.00; account null  2026-01-21  | 422 date
      cash sale 30.00; account null > deposit 30.00 of sale 1; date 2026-01-20                               cash sale 30.00; account null  2026-01-20  | ok
      customer prepayment 30.00; account null > deposit 30.00 of prepayment 1; date 2026-01-20               customer prepayment 30.00; account null  2026-01-21  | 422 date
    `),
  )('$story: $edited moves to $to', ({ story, edited, to, outcome }) => {
    const simulator = trading()
    writeAll(simulator, story)
    const { type, body } = read(edited)
    const records = recordsOf(simulator, type)
    // Lines that are settled keep their ids.
    const shown = records.get(1).items as { id?: number }[] | undefined
    const items = (body.items as object[] | undefined)?.map((line, index) => ({
      ...line,
      ...(type === 'journalEntries' && { id: shown?.[index]?.id }),
    }))
    const before = JSON.stringify(simulator.export())
    const told = outcomeOf(() => records.update(1, { ...body, ...(items && { items }), date: to }))
    expect(told).toBe(outcome)
    if (told !== 'ok') expect(JSON.stringify(simulator.export())).toBe(before)
    expect(simulator.books.check()).toEqual([])
  })
})

describe('the date of a deposit', () => {
  test.each(
    table(`
      story                                             deposit                                  | outcome
      cash sale 30.00; account null date 2026-02-01     deposit 30.00 of sale 1                  | 422 items
      cash sale 30.00; account null date 2026-02-01     deposit 30.00 of sale 1; date 2026-02-01 | ok
      cash sale 30.00; account null date 2026-02-01     deposit 30.00 of sale 1; status draft    | ok
    `),
  )('$story > $deposit', ({ story, deposit, outcome }) => {
    const simulator = trading()
    writeAll(simulator, story)
    const { type, body } = read(deposit)
    expect(outcomeOf(() => recordsOf(simulator, type).create(body))).toBe(outcome)
  })

  test('does not move before what it took', () => {
    const simulator = trading()
    writeAll(simulator, 'cash sale 30.00; account null > deposit 30.00 of sale 1; date 2026-01-20')
    const { type, body } = read('deposit 30.00 of sale 1; date 2026-01-14')
    expect(outcomeOf(() => recordsOf(simulator, type).update(1, body))).toBe('422 items')
  })
})

test('line-date-validation ignore: dates are free on both sides', () => {
  const simulator = trading({ assumptions: { 'line-date-validation': 'ignore' } })
  writeAll(simulator, 'invoice 100.00 > customer payment 40.00 on invoice 1 > cash sale 30.00; account null')
  const { invoices } = simulator.records
  expect(outcomeOf(() => invoices.update(1, { ...read('invoice 100.00').body, date: '2026-03-01' }))).toBe(
    'ok',
  )
  writeAll(simulator, 'deposit 30.00 of sale 1; date 2026-01-14')
  expect(simulator.books.check()).toEqual([])
})
