import { describe, expect, test } from 'vitest'
import { given, table } from '../support/table'
import { ledgerOf, recordsOf, write, writeAll } from '../support/worlds/sentences'
import { outcomeOf, trading } from '../support/worlds/trade'

/** One record of each type that moves money, and what it needs first. */
const MOVERS = {
  'customer payment': '10.00 on invoice 1',
  'customer prepayment': '10.00',
  'cash sale': '10.00',
  'customer refund': '10.00 on credit 1',
  deposit: '10.00 to Interest',
  'vendor payment': '10.00 on bill 1',
  'vendor prepayment': '10.00',
  'direct expense': '10.00 to Expense',
  'vendor refund': '10.00 on credit 1',
}
type Mover = keyof typeof MOVERS

const GROUND = 'invoice 50.00 > customer credit 50.00 > bill 50.00 > vendor credit 50.00'

/** docs/service.md §4.5: which accounts take money, by record type. 1500 is equipment, 9999 unknown. */
describe.each(
  table(`
    record               | 1000  1010                                       1150                2050                1100                1500                9999                null
    customer payment     | ok    422 account_number                         ok                  422 account_number  422 account_number  422 account_number  422 account_number  ok
    customer prepayment  | ok    ok                                         ok                  422 account_number  422 account_number  422 account_number  422 account_number  ok
    cash sale            | ok    ok                                         ok                  422 account_number  422 account_number  422 account_number  422 account_number  ok
    customer refund      | ok    422 bank_or_credit_card_amount             422 account_number  ok                  422 account_number  422 account_number  422 account_number  422 account_number
    deposit              | ok    -                                          422 account_number  422 account_number  422 account_number  422 account_number  422 account_number  422 account_number
    vendor payment       | ok    422 bank_or_credit_card_amount             422 account_number  ok                  422 account_number  422 account_number  422 account_number  422 account_number
    vendor prepayment    | ok    ok                                         422 account_number  ok                  422 account_number  422 account_number  422 account_number  422 account_number
    direct expense       | ok    ok                                         422 account_number  ok                  422 account_number  422 account_number  422 account_number  422 account_number
    vendor refund        | ok    422 bank_or_credit_card_amount             ok                  ok                  422 account_number  422 account_number  422 account_number  422 account_number
  `),
)('a $record', ({ record, ...accounts }) => {
  test.each(Object.entries(accounts).filter(([, outcome]) => outcome !== '-'))(
    'with account %s: %s',
    (account, outcome) => {
      const simulator = trading()
      writeAll(simulator, GROUND)
      const before = JSON.stringify(simulator.export())
      expect(
        outcomeOf(() => write(simulator, `${record} ${MOVERS[record as Mover]}; account ${account}`)),
      ).toBe(outcome)
      if (outcome !== 'ok') expect(JSON.stringify(simulator.export())).toBe(before)
    },
  )
})

test.each(Object.entries(MOVERS))(
  '%s: an account of another company, or an inactive one, takes no money',
  (record, lines) => {
    const simulator = trading()
    writeAll(simulator, GROUND)
    const { accounts } = simulator.records
    const account = { account_type: 'bank', currency_iso_4217_code: 'USD' } as const
    accounts.create({ ...account, name: 'Theirs', number: 1020, company_id: 2 })
    accounts.create({ ...account, name: 'Ours', number: 1021, company_id: 1 })
    accounts.create({ ...account, name: 'Closed', number: 1022, is_active: false })
    const into = (number: number) =>
      outcomeOf(() => write(simulator, `${record} ${lines}; account ${number}`))
    expect([into(1020), into(1021), into(1022)]).toEqual(['422 account_number', 'ok', '422 account_number'])
  },
)

/**
 * docs/service.md §4.5: 10.00 of a currency through an account. Equal currencies need equal amounts, the company's
 * currency follows from the rate unless it is given, any other must be given. `-` gives 0.00, where that says nothing.
 */
test.each(
  table(`
    record             currency  rate  account  bank   | outcome                         stored  ledger
    customer refund    USD       1     1000     -      | ok                              10.00   Dr AR 10.00, Cr Bank 10.00
    customer refund    USD       1     1000     10.00  | ok                              10.00   Dr AR 10.00, Cr Bank 10.00
    customer refund    USD       1     1000     10.01  | 422 bank_or_credit_card_amount  -       none
    customer refund    EUR       1.1   1010     -      | ok                              10.00   Dr AR 11.00, Cr Euro Bank 11.00
    customer refund    EUR       1.1   1010     11.00  | 422 bank_or_credit_card_amount  -       none
    customer refund    EUR       1.1   1000     -      | ok                              11.00   Dr AR 11.00, Cr Bank 11.00
    customer refund    EUR       1.1   1000     11.05  | ok                              11.05   Dr AR 11.00, Dr Realized 0.05, Cr Bank 11.05
    customer refund    EUR       1.1   1000     10.90  | ok                              10.90   Dr AR 11.00, Cr Bank 10.90, Cr Realized 0.10
    customer refund    EUR       1.1   1000     -0.01  | 422 bank_or_credit_card_amount  -       none
    customer refund    GBP       1.3   1010     -      | 422 bank_or_credit_card_amount  -       none
    customer refund    GBP       1.3   1010     12.00  | ok                              12.00   Dr AR 13.00, Cr Euro Bank 13.00
    vendor refund      EUR       1.1   1000     11.05  | ok                              11.05   Dr Bank 11.05, Cr AP 11.00, Cr Realized 0.05
    vendor refund      EUR       1.1   1000     -      | ok                              11.00   Dr Bank 11.00, Cr AP 11.00
    vendor refund      GBP       1.3   1010     -      | 422 bank_or_credit_card_amount  -       none
    vendor refund      GBP       1.3   1010     12.00  | ok                              12.00   Dr Euro Bank 13.00, Cr AP 13.00
    vendor payment     USD       1     1000     9.99   | 422 bank_or_credit_card_amount  -       none
    vendor payment     EUR       1.1   1000     -      | ok                              11.00   Dr AP 11.00, Cr Bank 11.00
    vendor payment     EUR       1.1   2050     11.05  | ok                              11.05   Dr AP 11.00, Dr Realized 0.05, Cr Card 11.05
    vendor payment     GBP       1.3   1010     -      | 422 bank_or_credit_card_amount  -       none
    vendor payment     GBP       1.3   1010     12.00  | ok                              12.00   Dr AP 13.00, Cr Euro Bank 13.00
    direct expense     USD       1     1000     10.01  | 422 bank_or_credit_card_amount  -       none
    direct expense     EUR       1.1   1000     11.05  | ok                              11.05   Dr Expense 11.00, Dr Realized 0.05, Cr Bank 11.05
    direct expense     EUR       1.1   1010     11.00  | 422 bank_or_credit_card_amount  -       none
    direct expense     GBP       1.3   1010     12.00  | ok                              12.00   Dr Expense 13.00, Cr Euro Bank 13.00
    cash sale          USD       1     1000     10.01  | 422 bank_or_undeposited_account_amount  -  none
    cash sale          EUR       1.1   1000     11.05  | ok                              11.05   Dr Bank 11.05, Cr Revenue 11.00, Cr Realized 0.05
    cash sale          EUR       1.1   null     11.00  | 422 bank_or_undeposited_account_amount  -  none
    cash sale          GBP       1.3   1010     12.00  | ok                              12.00   Dr Euro Bank 13.00, Cr Revenue 13.00
    vendor prepayment  USD       1     1000     10.01  | 422 bank_or_undeposited_funds_amount  -  none
    vendor prepayment  EUR       1.1   1000     11.05  | ok                              11.05   Dr Vendor Deposits 11.00, Dr Realized 0.05, Cr Bank 11.05
    customer prepayment  USD     1     null     10.01  | 422 bank_or_undeposited_funds_amount  -  none
    customer prepayment  EUR     1.1   1000     11.05  | ok                              11.05   Dr Bank 11.05, Cr Customer Deposits 11.00, Cr Realized 0.05
    customer payment   GBP       1.3   1010     -      | 422 account_number              -       none
    customer payment   GBP       1.3   1000     -      | ok                              13.00   Dr Bank 13.00, Cr AR 13.00
  `),
)('a $record in $currency through $account, bank $bank: $outcome', (row) => {
  const simulator = trading()
  const words = `currency ${row.currency} rate ${row.rate}`
  for (const sentence of GROUND.split(' > ')) write(simulator, `${sentence}; ${words}`)
  const bank = given(row.bank) === undefined ? '' : `bank ${row.bank}`
  const sentence = `${row.record} ${MOVERS[row.record as Mover]}; ${words} account ${row.account} ${bank}`
  expect(outcomeOf(() => write(simulator, sentence))).toBe(row.outcome)
  const type = TYPES[row.record] ?? 'cashSales'
  const record = recordsOf(simulator, type).find(() => true)
  const member = Object.keys(record ?? {}).find((name) => /^bank_or_/.test(name))
  expect(record?.[member ?? ''] ?? '-').toBe(row.stored)
  expect(ledgerOf(simulator, type, 1)).toBe(row.ledger)
})

const TYPES: Readonly<Record<string, Parameters<typeof recordsOf>[1]>> = {
  'customer payment': 'customerPayments',
  'customer prepayment': 'customerPrepayments',
  'cash sale': 'cashSales',
  'customer refund': 'customerRefunds',
  'vendor payment': 'vendorPayments',
  'vendor prepayment': 'vendorPrepayments',
  'direct expense': 'directExpenses',
  'vendor refund': 'vendorRefunds',
}

test('lines tell their part of what the bank moved', () => {
  const simulator = trading()
  writeAll(
    simulator,
    'customer credit 10.00; currency EUR rate 1.1 > customer prepayment 20.00; currency EUR rate 1.1 account 1010',
  )
  const refund = write(
    simulator,
    'customer refund 10.00 on credit 1, 20.00 on prepayment 1; currency EUR rate 1.2',
  )
  expect(refund).toMatchObject({ amount: '30.00', bank_or_credit_card_amount: '36.00' })
  expect(refund.items).toMatchObject([
    { bank_or_credit_card_amount: '12.00' },
    { bank_or_credit_card_amount: '24.00' },
  ])
})

/** docs/service.md §4.6: the record is in the currency of the account that the money leaves. */
test.each(
  table(`
    transfer                                                  | outcome                        currency  ledger
    100.00 from Bank to Card                                  | ok                             USD       Dr Card 100.00, Cr Bank 100.00
    100.00 from Card to Bank                                  | ok                             USD       Dr Bank 100.00, Cr Card 100.00
    100.00 from Euro Bank to Bank; rate 1.10                  | ok                             EUR       Dr Bank 110.00, Cr Euro Bank 110.00
    33.33 from Euro Bank to Bank; rate 1.1045                 | ok                             EUR       Dr Bank 36.81, Cr Euro Bank 36.81
    100.00 from Bank to Euro Bank                             | 422 debit_bank_account_number  -         none
    100.00 from Bank to Bank                                  | 422 debit_bank_account_number  -         none
    100.00 from Bank to Undeposited                           | 422 debit_bank_account_number  -         none
    100.00 from Undeposited to Bank                           | 422 credit_bank_account_number  -        none
    100.00 from AR to Bank                                    | 422 credit_bank_account_number  -        none
    100.00 from Bank to 9999                                  | 422 debit_bank_account_number  -         none
    0.00 from Bank to Card                                    | 422 amount                     -         none
    -1.00 from Bank to Card                                   | 422 amount                     -         none
    100.00 from Bank to Card; rate 1.5                        | 422 exchange_rate              -         none
    100.00 from Bank to Euro Bank; company 2 rate 0.9         | ok                             USD       Dr Euro Bank 90.00, Cr Bank 90.00
    100.00 from Euro Bank to Bank; company 2                  | 422 debit_bank_account_number  -         none
    100.00 from Bank to Card; status draft                    | ok                             USD       none
  `),
)('transfer $transfer: $outcome', ({ transfer, outcome, currency, ledger }) => {
  const simulator = trading()
  expect(outcomeOf(() => write(simulator, `transfer ${transfer}`))).toBe(outcome)
  const record = recordsOf(simulator, 'bankTransfers').find(() => true)
  expect(record?.currency_iso_4217_code ?? '-').toBe(currency)
  expect(ledgerOf(simulator, 'bankTransfers', 1)).toBe(ledger)
})
