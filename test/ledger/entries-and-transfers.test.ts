import { isRefusal, type Simulator } from 'accounting-simulator'
import { expect, test } from 'vitest'
import { table } from '../support/table'
import { read, recordsOf, write, writeAll } from '../support/worlds/sentences'
import { journalLines } from '../support/worlds/shorthand'
import { journalEntry, trading } from '../support/worlds/trade'

/** `ok`, or what the members of the refusal are told: `items Line 1: …`. */
function toldOf(work: () => unknown): string {
  try {
    work()
    return 'ok'
  } catch (error) {
    if (!isRefusal(error)) throw error
    return Object.entries(error.errors)
      .map(([member, texts]) => `${member} ${texts}`)
      .join('; ')
  }
}

/** Bank 1020 has no currency, 1030 has euros and 1040 has pounds. */
function withBanks(): Simulator {
  const simulator = trading()
  for (const [number, currency_iso_4217_code] of [
    [1020, ''],
    [1030, 'EUR'],
    [1040, 'GBP'],
  ] as const)
    simulator.records.accounts.create({
      ...{ name: `Bank ${number}`, number, account_type: 'bank', currency_iso_4217_code },
    })
  return simulator
}

/** docs/service.md §4.6: the currency is that of the account that the money leaves, else the company's. */
test.each(
  table(`
    transfer                                  | told                                                       currency
    5.00 from 1020 to Bank                    | ok                                                         USD
    5.00 from 1020 to Euro Bank; company 2    | ok                                                         EUR
    5.00 from Bank to 1020                    | ok                                                         USD
    5.00 from Euro Bank to 1030; rate 1.1     | ok                                                         EUR
    5.00 from Euro Bank to 1020; rate 1.1     | ok                                                         EUR
    5.00 from Euro Bank to Bank; rate 1.1     | ok                                                         EUR
    5.00 from Euro Bank to 1040; rate 1.1     | debit_bank_account_number Account 1040 cannot be used here  -
    5.00 from Bank to Bank                    | debit_bank_account_number Account 1000 cannot be used here  -
    5.00 from AR to Bank                      | credit_bank_account_number Account 1100 cannot be used here  -
    5.00 from 9999 to Bank                    | credit_bank_account_number Account with id 9999 does not exist  -
    5.00 from Bank to 9999                    | debit_bank_account_number Account with id 9999 does not exist  -
    5.00 from 1020 to Bank; company 9         | company_id Company with id 9 does not exist                -
    5.00 from Bank to Euro Bank; company 9    | company_id Company with id 9 does not exist                -
  `),
)('a transfer of $transfer: $told', ({ transfer, told, currency }) => {
  const simulator = withBanks()
  expect(toldOf(() => write(simulator, `transfer ${transfer}`))).toBe(told)
  const record = recordsOf(simulator, 'bankTransfers').find(() => true)
  expect(record?.currency_iso_4217_code ?? '-').toBe(currency)
})

/** docs/service.md §4.4. */
test.each(
  table(`
    journal                                                        | told
    Dr Expense 5.00, Cr Bank 5.00; reversal 2026-01-15             | reversal_date Input should be greater than 2026-01-15
    Dr Expense 5.00, Cr Bank 5.00; reversal 2026-01-16             | ok
    Dr Expense 5.00, Cr Bank 4.00                                  | items Total debits must equal total credits
    Dr Expense 0.00, Cr Bank 0.00                                  | items Line 1: Exactly one of debit and credit is required,Line 2: Exactly one of debit and credit is required
    Dr Expense -5.00, Cr Bank -5.00                                | items Line 1: Input should be greater than or equal to 0,Line 2: Input should be greater than or equal to 0
    Dr Expense -5.00, Cr Bank -5.00; status draft                  | items Line 1: Input should be greater than or equal to 0,Line 2: Input should be greater than or equal to 0
    Dr Expense 0.00                                                | items Line 1: Exactly one of debit and credit is required,Total debits must equal total credits
    Dr Expense 5.00; status draft                                  | ok
    Dr Expense 5.00, Cr 9999 5.00                                  | items Line 2: Account with id 9999 does not exist
    Dr Expense 5.00, Cr 9999 5.00; status draft                    | items Line 2: Account with id 9999 does not exist
    Dr Expense 5.00, Cr Bank 5.00; currency EUR rate 1.1           | items Line 2: Account 1000 cannot be used here
    Dr Expense 5.00, Cr Bank 5.00; currency EUR rate 1.1 status draft  | ok
    Dr Expense 5.00, Cr Euro Bank 5.00; currency EUR rate 1.1      | ok
    Dr Expense 5.00, Cr Euro Bank 5.00                             | ok
    Dr Expense 5.00, Cr Bank 5.00; company 9                       | company_id Company with id 9 does not exist
  `),
)('a journal entry of $journal: $told', ({ journal, told }) => {
  expect(toldOf(() => write(trading(), `journal ${journal}`))).toBe(told)
})

test('a posted journal entry has lines, and a draft need not', () => {
  const { journalEntries } = trading().records
  expect(toldOf(() => journalEntries.create(journalEntry({ items: [] })))).toBe(
    'lines At least one line item is required',
  )
  expect(toldOf(() => journalEntries.create(journalEntry({ items: [], record_status: 'draft' })))).toBe('ok')
})

test('one negative side is enough to refuse a line', () => {
  const { journalEntries } = trading().records
  for (const [debit, credit] of [
    ['-5.00', '5.00'],
    ['5.00', '-5.00'],
  ] as const) {
    const items = journalLines('Dr Expense 5.00, Cr Bank 5.00').map((line) => ({ ...line, debit, credit }))
    expect(toldOf(() => journalEntries.create(journalEntry({ items })))).toContain(
      'Line 1: Input should be greater than or equal to 0',
    )
  }
})

/** docs/service.md §4.5: an entry cannot move behind the first payment of its lines. */
test.each(
  table(`
    payment              date        | told
    2.00                 2026-01-20  | ok
    2.00                 2026-01-21  | date Input should be less than or equal to 2026-01-20
    2.00                 2026-01-10  | ok
    none                 2026-01-21  | ok
    2.00; status draft   2026-01-21  | ok
  `),
)('with a payment of $payment on the 20th an entry moves to $date: $told', ({ payment, date, told }) => {
  const simulator = trading()
  const { items } = write(simulator, 'journal Dr Expense 9.00, Cr AP 9.00')
  const [expense, payable] = items as { id: number }[]
  const [amount, more = ''] = payment.split('; ')
  if (amount !== 'none')
    write(simulator, `vendor payment ${amount} on journal ${payable?.id}; date 2026-01-20 ${more}`)
  const { body } = read(`journal Dr Expense 9.00, Cr AP 9.00; date ${date}`)
  const lines = (body.items as object[]).map((line, at) => ({ ...line, id: [expense, payable][at]?.id }))
  expect(toldOf(() => recordsOf(simulator, 'journalEntries').update(1, { ...body, items: lines }))).toBe(told)
})

test.each([
  ['transfer 5.00 from Bank to Card', ['bank-transfer-currency']],
  ['journal Dr Expense 5.00, Cr Bank 5.00', ['journal-balance', 'journal-open-items', 'reversal-date']],
])('the assumptions that %s rests on', (sentence, rested) => {
  const simulator = trading()
  const own = ['bank-transfer-currency', 'journal-balance', 'journal-open-items', 'reversal-date']
  writeAll(simulator, 'invoice 1.00')
  expect(simulator.assumptions.used().filter((id) => own.includes(id))).toEqual([])
  write(simulator, sentence)
  expect(simulator.assumptions.used().filter((id) => own.includes(id))).toEqual(rested)
})
