import type { CurrencyCode } from 'accounting-simulator'
import { expect, test } from 'vitest'
import { given, table } from '../support/table'
import { applications, itemLines, journalLines, posted } from '../support/worlds/shorthand'
import { balanceOf, invoice, journalEntry, outcomeOf, payment, trading } from '../support/worlds/trade'

/** docs/service.md §12.2: each ledger line is converted alone; the cents left over go to Rounding Gain/Loss. */
test.each(
  table(`
    lines                                      rate                | ledger
    1 x 1000.00                                1.10                | Dr AR 1100.00, Cr Revenue 1100.00
    1 x 10.01, 1 x 10.01                       1.1045              | Dr AR 22.11, Dr Rounding 0.01, Cr Revenue 22.12
    1 x 0.05, 1 x 0.05                         1.1                 | Dr AR 0.11, Dr Rounding 0.01, Cr Revenue 0.12
    1 x 0.04, 1 x 0.04, 1 x 0.04               1.1                 | Dr AR 0.13, Cr Revenue 0.12, Cr Rounding 0.01
    1 x 100.00 tax 19.00                       1.0777              | Dr AR 128.25, Cr Tax 20.48, Cr Revenue 107.77
    1 x 1000000.00                             0.0067123456789012  | Dr AR 6712.35, Cr Revenue 6712.35
    1 x 123456789.12                           1.2345678901234567  | Dr AR 152415787.67, Cr Revenue 152415787.67
    1 x 0.01                                   0.0001              | none
    1 x 1.00, -1 x 1.00                        1.5                 | none
    1 x 0.333, 1 x 0.333, 1 x 0.333            1.5                 | Dr AR 1.49, Dr Rounding 0.01, Cr Revenue 1.50
  `),
)('euro invoice of $lines at $rate', ({ lines, rate, ledger }) => {
  const simulator = trading()
  const record = simulator.records.invoices.create(
    invoice({ currency_iso_4217_code: 'EUR' as const, exchange_rate: rate, items: itemLines(lines) }),
  )
  expect(record.exchange_rate).toBe(rate.replace(/0+$/, ''))
  expect(posted(simulator, 'invoices', 1)).toBe(ledger)
})

/** docs/service.md §12.3, `unrealised-gain`: an emptied account keeps a value, and an entry in company currency ends it. */
test('a euro account that is empty keeps its dollars until a journal entry moves them', () => {
  const simulator = trading()
  const [EURO_BANK, REVENUE, GAIN] = [1010, 4000, 7000]
  const enter = (debited: number, credited: number, amount: string, more: object = {}) => {
    const line = { memo: '', debit: '0', credit: '0' }
    const items = [
      { ...line, account_number: debited, debit: amount, position: 1 },
      { ...line, account_number: credited, credit: amount, position: 2 },
    ]
    simulator.records.journalEntries.create(journalEntry({ items, ...more }))
  }
  const inEuro = (exchange_rate: string) => ({ currency_iso_4217_code: 'EUR' as const, exchange_rate })
  const balances = () => {
    const [euros] = simulator.books
      .trialBalance({ companyId: 1, currency: 'EUR' })
      .filter(({ account_number }) => account_number === EURO_BANK)
    return [euros?.balance, balanceOf(simulator, EURO_BANK), balanceOf(simulator, GAIN)]
  }
  enter(EURO_BANK, REVENUE, '100.00', inEuro('1.10'))
  enter(REVENUE, EURO_BANK, '100.00', inEuro('1.30'))
  expect(balances()).toEqual(['0.00', '-20.00', '0.00'])
  enter(EURO_BANK, GAIN, '20.00')
  expect(balances()).toEqual(['0.00', '0.00', '-20.00'])
})

test('entries tell the amount in the currency of the record beside the company value', () => {
  const simulator = trading()
  simulator.records.invoices.create(
    invoice({
      currency_iso_4217_code: 'EUR' as const,
      exchange_rate: '1.1045',
      items: itemLines('1 x 10.01, 1 x 10.01'),
    }),
  )
  expect(simulator.books.entries()).toMatchObject([
    {
      currency: 'USD',
      date: '2026-01-15',
      record: { type: 'invoices', number: 1 },
      lines: [
        { account_number: 1100, debit: '22.11', credit: '0.00', amount_in_record_currency: '20.02' },
        { account_number: 4000, debit: '0.00', credit: '11.06', amount_in_record_currency: '10.01' },
        { account_number: 4000, debit: '0.00', credit: '11.06', amount_in_record_currency: '10.01' },
        { account_number: 7010, debit: '0.01', credit: '0.00', amount_in_record_currency: '0.00' },
      ],
    },
  ])
})

/**
 * docs/service.md §12.3: invoice 1 of 1000.00 EUR was booked at 1.10. The receivable is relieved at that rate, money
 * counts at the payment's, and the difference is realised.
 */
test.each(
  table(`
    payments                                            account | ledger of the last one
    600.00 on 1 @1.12                                   1000    | Dr Bank 672.00, Cr AR 660.00, Cr Realized 12.00
    600.00 on 1 @1.12; 400.00 on 1 @1.0777              1000    | Dr Bank 431.08, Dr Realized 8.92, Cr AR 440.00
    1000.00 on 1 @1.10                                  1000    | Dr Bank 1100.00, Cr AR 1100.00
    1000.00 on 1 @1.25                                  1010    | Dr Euro Bank 1250.00, Cr AR 1100.00, Cr Realized 150.00
    1000.00 on 1 @1.05                                  -       | Dr Undeposited 1050.00, Dr Realized 50.00, Cr AR 1100.00
    500.00 on 1, -10.00 to Fees @1.2                    1000    | Dr Bank 588.00, Dr Fees 12.00, Cr AR 550.00, Cr Realized 50.00
    500.00 on 1, 10.00 to Interest @1.2                 1010    | Dr Euro Bank 612.00, Cr AR 550.00, Cr Realized 50.00, Cr Interest 12.00
    10.00 to Revenue @1.2                               1010    | Dr Euro Bank 12.00, Cr Revenue 12.00
  `),
)('euro payments $payments into $account', (row) => {
  const simulator = trading()
  const euros = { currency_iso_4217_code: 'EUR' as const }
  simulator.records.invoices.create(
    invoice({ ...euros, exchange_rate: '1.10', items: itemLines('1 x 1000.00') }),
  )
  let last = 0
  for (const text of row.payments.split('; ')) {
    const [lines = '', rate = ''] = text.split(' @')
    const account = given(row.account)
    last = simulator.records.customerPayments.create(
      payment({
        ...euros,
        exchange_rate: rate,
        account_number: account === undefined ? null : Number(account),
        items: applications(lines),
      }),
    ).number
  }
  expect(posted(simulator, 'customerPayments', last)).toBe(row['ledger of the last one'])
})

/**
 * Differences between many partial payments and the whole, at the invoice's own rate, are rounding and never
 * a gain.
 */
test('the payment that empties an invoice takes the whole rest of it', () => {
  const simulator = trading()
  const euros = { currency_iso_4217_code: 'EUR' as const, exchange_rate: '1.1045' }
  simulator.records.invoices.create(invoice({ ...euros, items: itemLines('1 x 0.30') }))
  const pay = () =>
    simulator.records.customerPayments.create(payment({ ...euros, items: applications('0.10 on 1') }))
  expect([pay, pay, pay].map((one) => posted(simulator, 'customerPayments', one().number))).toEqual([
    'Dr Bank 0.11, Cr AR 0.11',
    'Dr Bank 0.11, Cr AR 0.11',
    'Dr Bank 0.11, Cr AR 0.11',
  ])
  simulator.records.invoices.create(invoice({ ...euros, items: itemLines('1 x 0.15') }))
  const parts = ['0.05', '0.05', '0.05'].map((amount) =>
    simulator.records.customerPayments.create(payment({ ...euros, items: applications(`${amount} on 2`) })),
  )
  expect(parts.map(({ number }) => posted(simulator, 'customerPayments', number))).toEqual([
    'Dr Bank 0.06, Cr AR 0.06',
    'Dr Bank 0.06, Cr AR 0.06',
    'Dr Bank 0.06, Cr AR 0.05, Cr Rounding 0.01',
  ])
  expect(balanceOf(simulator, 1100)).toBe('0.00')
})

/** docs/service.md §1.1, §2.9: company units per unit of record currency, above zero, 1 in the company's own. */
test.each(
  table(`
    company  currency  rate                 | outcome            stored
    1        USD       1                    | ok                 1
    1        USD       1.0000               | ok                 1
    1        USD       1.0001               | 422 exchange_rate  -
    1        USD       2                    | 422 exchange_rate  -
    1        EUR       0                    | 422 exchange_rate  -
    1        EUR       -1.1                 | 422 exchange_rate  -
    1        EUR       1                    | ok                 1
    1        EUR       1.1045               | ok                 1.1045
    1        EUR       1.2345678901234567   | ok                 1.2345678901234567
    1        EUR       1.12345678901234567  | 422 exchange_rate  -
    1        EUR       0.0000000000000001   | ok                 0.0000000000000001
    2        EUR       1                    | ok                 1
    2        EUR       1.1                  | 422 exchange_rate  -
    2        USD       0.9                  | ok                 0.9
    1        USD       -                    | ok                 1
    1        -         -                    | ok                 1
    1        EUR       -                    | 422 exchange_rate  -
    2        -         -                    | ok                 1
    1        XXX       1                    | 422 currency_iso_4217_code  -
    1        usd       1                    | 422 currency_iso_4217_code  -
  `),
)('company $company, $currency at $rate: $outcome', ({ company, currency, rate, outcome, stored }) => {
  const simulator = trading()
  const body = invoice({
    company_id: Number(company),
    currency_iso_4217_code: (given(currency) ?? null) as CurrencyCode | null,
    exchange_rate: given(rate) ?? null,
  })
  expect(outcomeOf(() => simulator.records.invoices.create(body))).toBe(outcome)
  expect(simulator.records.invoices.find(() => true)?.exchange_rate ?? '-').toBe(stored)
})

/** docs/service.md §4.5: bank amounts are in the money account's currency; a third currency has no rate. */
test.each(
  table(`
    company  currency  rate    account  funds  unassigned | outcome             amount  bank    unassigned amount
    1        USD       1       1000     -      25.00      | ok                  25.00   25.00   25.00
    1        USD       1       1010     -      25.00      | 422 account_number  -       -       -
    1        EUR       1.25    1000     -      25.00      | ok                  20.00   25.00   25.00
    1        EUR       1.25    1010     -      25.00      | ok                  25.00   25.00   25.00
    1        GBP       1.25    1010     -      25.00      | 422 account_number  -       -       -
    1        GBP       1.25    1000     -      25.00      | ok                  20.00   25.00   25.00
    1        EUR       1.25    -        -      25.00      | ok                  25.00   25.00   25.00
    1        EUR       1.25    -        USD    25.00      | ok                  20.00   25.00   25.00
    1        EUR       1.25    -        EUR    25.00      | ok                  25.00   25.00   25.00
    1        EUR       1.25    1150     -      25.00      | ok                  25.00   25.00   25.00
    2        USD       0.8     1010     -      20.00      | ok                  25.00   20.00   20.00
    2        USD       0.8     1000     -      20.00      | ok                  20.00   20.00   20.00
    2        EUR       1       1000     -      20.00      | 422 account_number  -       -       -
    1        EUR       1.1045  1000     -      100.00     | ok                  90.54   100.00  100.00
  `),
)('company $company, $currency at $rate into $account $funds: $outcome', (row) => {
  const simulator = trading()
  const account = given(row.account)
  const body = payment({
    company_id: Number(row.company),
    currency_iso_4217_code: row.currency as CurrencyCode,
    exchange_rate: row.rate,
    account_number: account === undefined ? null : Number(account),
    undeposited_funds_currency: (given(row.funds) ?? null) as CurrencyCode | null,
    unassigned_amount: row.unassigned,
  })
  expect(outcomeOf(() => simulator.records.customerPayments.create(body))).toBe(row.outcome)
  const record = simulator.records.customerPayments.find(() => true)
  expect([
    record?.amount ?? '-',
    record?.bank_or_undeposited_account_amount ?? '-',
    record?.unassigned_amount ?? '-',
  ]).toEqual([row.amount, row.bank, row['unassigned amount']])
})

test('what is unassigned in company currency and cannot be told exactly in the record currency stays whole at the bank', () => {
  const simulator = trading()
  const record = simulator.records.customerPayments.create(
    payment({ currency_iso_4217_code: 'KWD' as const, exchange_rate: '3.25', unassigned_amount: '100.00' }),
  )
  expect([record.amount, record.unassigned_amount, record.bank_or_undeposited_account_amount]).toEqual([
    '30.77',
    '100.00',
    '100.00',
  ])
  expect(balanceOf(simulator, 1000)).toBe('100.00')
})

test('a journal entry in a foreign currency balances in the company currency', () => {
  const simulator = trading()
  const record = simulator.records.journalEntries.create(
    journalEntry({
      currency_iso_4217_code: 'EUR' as const,
      exchange_rate: '1.1045',
      items: journalLines('Dr Expense 10.01, Dr Fees 10.01, Cr Euro Bank 20.02'),
    }),
  )
  expect(record.amount).toBe('20.02')
  expect(posted(simulator, 'journalEntries', 1)).toBe(
    'Dr Expense 11.06, Dr Fees 11.06, Cr Euro Bank 22.11, Cr Rounding 0.01',
  )
})

test('archiving a payment takes back the gain that it realised', () => {
  const simulator = trading()
  const euros = { currency_iso_4217_code: 'EUR' as const }
  simulator.records.invoices.create(invoice({ ...euros, exchange_rate: '1.1', items: itemLines('1 x 100') }))
  const { number } = simulator.records.customerPayments.create(
    payment({ ...euros, exchange_rate: '1.2', items: applications('100.00 on 1') }),
  )
  expect(balanceOf(simulator, 7000)).toBe('-10.00')
  simulator.records.customerPayments.update(number, { record_status: 'archived' })
  expect([7000, 1000, 1100].map((account) => balanceOf(simulator, account))).toEqual([
    '0.00',
    '0.00',
    '110.00',
  ])
})

/** Books are audited with the rounding that the simulator runs with. */
test.each(['half-away-from-zero', 'half-even'] as const)('unassigned money, rounded %s', (rounding) => {
  const simulator = trading({ assumptions: { rounding } })
  const euros = { currency_iso_4217_code: 'EUR' as const, exchange_rate: '1.01' }
  simulator.records.customerPayments.create(
    payment({ ...euros, account_number: 1010, unassigned_amount: '0.50' }),
  )
  expect(balanceOf(simulator, 1100)).toBe(rounding === 'half-even' ? '-0.50' : '-0.51')
})
