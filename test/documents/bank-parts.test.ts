import { describe, expect, test } from 'vitest'
import { table } from '../support/table'
import { type Body, read, recordsOf, write, writeAll } from '../support/worlds/sentences'
import { balanceOf, outcomeOf, trading } from '../support/worlds/trade'

/** docs/service.md §4.5: bank amounts of lines and of the unassigned rest add up to that of the record. */
describe('parts of a bank amount', () => {
  test.each(
    table(`
      record                                                                                                            | bank    parts
      customer payment none; currency GBP rate 1.3 unassigned 120.01                                                    | 120.01  -
      customer payment 10.01 on invoice 1, 10.01 on invoice 2; currency EUR rate 1.1045                                 | 22.11   11.06 11.05
      customer payment 10.01 on invoice 1, 10.01 on invoice 2; currency EUR rate 1.1045 unassigned 5.55                 | 27.66   11.06 11.05
      customer payment 10.01 on invoice 1, 10.01 on credit 1; currency EUR rate 1.1045                                  | 0.00    11.06 11.06
      customer payment 10.01 on invoice 1, 3.33 on credit 1, -0.35 to Fees; currency EUR rate 1.1045                    | 6.99    11.06 3.68 -0.39
      customer payment 10.01 on invoice 1, 10.01 on invoice 2; currency EUR rate 1.1045 account 1010                    | 20.02   10.01 10.01
      vendor payment 10.01 on bill 1, 10.01 on bill 2; currency EUR rate 1.1045                                         | 22.11   11.06 11.05
      vendor payment 10.01 on bill 1, 10.01 on bill 2; currency EUR rate 1.1045 bank 23.00                              | 23.00   11.50 11.50
      vendor payment 10.01 on bill 1, 3.00 on bill 2; currency EUR rate 1.1045 bank 14.45                               | 14.45   11.12 3.33
      cash sale 1 x 10.01, 1 x 10.01; currency EUR rate 1.1045 bank 22.11                                               | 22.11   11.06 11.05
      direct expense 10.01 to Expense, 10.01 to Expense; currency EUR rate 1.1045 bank 22.11                            | 22.11   11.06 11.05
    `),
  )('$record', ({ record, bank, parts }) => {
    const simulator = trading()
    const euros = 'currency EUR rate 1.1045'
    writeAll(
      simulator,
      [`invoice 50.00; ${euros}`, `invoice 50.00; ${euros}`, `customer credit 50.00; ${euros}`]
        .concat(`bill 50.00; ${euros}`, `bill 50.00; ${euros}`)
        .join(' > '),
    )
    const made = write(simulator, record)
    const member = Object.keys(made).find((name) => /^bank_or_\w+_amount$/.test(name)) ?? ''
    expect([made[member], (made.items as Body[]).map((line) => line[member]).join(' ') || '-']).toEqual([
      bank,
      parts,
    ])
    expect(balanceOf(simulator, record.includes('account 1010') ? 1010 : 1000).replace('-', '')).toBe(
      record.includes('account 1010') ? '22.11' : bank,
    )
    expect(simulator.books.check()).toEqual([])
  })
})

test('what is unassigned stays on the receivable account with the money that came in', () => {
  const simulator = trading()
  write(simulator, 'customer payment none; currency GBP rate 1.3 unassigned 120.01')
  expect([1000, 1100, 7000, 7010].map((account) => balanceOf(simulator, account))).toEqual([
    '120.01',
    '-120.01',
    '0.00',
    '0.00',
  ])
})

describe('money that moves without an amount', () => {
  test.each(
    table(`
      record                                                                    | outcome
      cash sale 100.00; currency EUR rate 1.1 bank 0.00                         | 422 bank_or_undeposited_account_amount
      cash sale 100.00; currency EUR rate 1.1 bank 0.01                         | ok
      cash sale 100.00; currency EUR rate 1.1 bank 0.00 status draft            | ok
      direct expense 10.00 to Expense; currency EUR rate 1.1 bank 0.00          | 422 bank_or_credit_card_amount
      customer prepayment 10.00; currency EUR rate 1.1 bank 0.00                | 422 bank_or_undeposited_funds_amount
      vendor prepayment 10.00; currency EUR rate 1.1 bank 0.00                  | 422 bank_or_undeposited_funds_amount
      cash sale 0.00; bank 0.00                                                 | ok
    `),
  )('$record', ({ record, outcome }) => {
    expect(outcomeOf(() => write(trading(), record))).toBe(outcome)
  })
})

/** docs/service.md §4.5: the line at the last position takes the rounding difference, wherever the body has it. */
describe('lines in another order than their positions', () => {
  const EUROS = 'currency EUR rate 3.25'
  test.each(
    table(`
      record                                                                              | type
      cash sale 1 x 100, 3 x 1234.56, 3 x -0.5; EUROS bank 12357.09                  | cashSales
      vendor payment 10.01 on bill 1, 10.01 on bill 2, 10.01 on bill 3; EUROS bank 97.60  | vendorPayments
      customer payment 10.01 on invoice 1, 10.01 on invoice 2, 10.01 on invoice 3; EUROS  | customerPayments
      direct expense 10.01 to Expense, 20.02 to Expense, 30.03 to Expense; EUROS bank 195.21  | directExpenses
      customer refund 10.01 on credit 1, 20.02 on credit 2, 30.03 on credit 3; EUROS bank 195.21  | customerRefunds
      vendor refund 10.01 on credit 1, 20.02 on credit 2, 30.03 on credit 3; EUROS bank 195.21  | vendorRefunds
    `),
  )('$record', ({ record, type }) => {
    const simulator = trading()
    for (const kind of ['invoice', 'bill', 'customer credit', 'vendor credit'])
      for (let made = 0; made < 3; made += 1) write(simulator, `${kind} 50.00; ${EUROS}`)
    const { body } = read(record.replace('EUROS', EUROS))
    const positions = [5, 3, 4]
    const lines = body.items as Body[]
    const items = lines.map((line, index) => ({ ...line, position: positions[index] ?? 0 }))
    const records = recordsOf(simulator, type as 'cashSales')
    const partsOf = ({ items: shown, ...one }: Body) => {
      const member = Object.keys(one).find((name) => /^bank_or_\w+_amount$/.test(name)) ?? ''
      return (shown as Body[]).map((line) => line[member] ?? line.amount)
    }
    const made = records.create({ ...body, items })
    const ordered = [...items].sort((a, b) => a.position - b.position)
    const plain = records.create({ ...body, items: ordered, record_status: 'draft' })
    expect(partsOf(made)).toEqual(partsOf(plain))
    const [first, ...others] = made.items as Body[]
    expect(partsOf(records.update(made.number, { ...made, memo: 'x', items: [...others, first] }))).toEqual(
      partsOf(made),
    )
    expect(simulator.books.check()).toEqual([])
  })
})
