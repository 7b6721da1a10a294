import { expect, test } from 'vitest'
import { table } from '../support/table'
import { createAsset } from '../support/worlds/fixed-asset'
import { writeAll } from '../support/worlds/sentences'
import { journalLines } from '../support/worlds/shorthand'
import { invoice, journalEntry, trading } from '../support/worlds/trade'

/** The whole journal of a world with the records of the sentences. */
function journalOf(sentences: string): string {
  const simulator = trading()
  writeAll(simulator, sentences)
  return simulator.books.toJournal()
}

/** Without the names of company and accounts: `1100  20.00 USD`. */
const bare = (journal: string): string => journal.replace(/(\d) [^:\n]+:(\d+) [^\n]*?(?= {2}|\n)/g, '$1:$2')

test('the journal of empty books is an empty line', () => {
  expect(trading().books.toJournal()).toBe('\n')
})

test('a journal declares, tells every transaction by date and number, and asserts every balance', () => {
  const sentences =
    'invoice 10.00; date 2026-01-20 > invoice 20.00; date 2026-01-15 > invoice 30.00; date 2026-01-15 > ' +
    'journal Dr Fees 1.00, Cr Bank 1.00; date 2026-01-18'
  expect(journalOf(sentences)).toBe(`commodity USD
    format 1000.00 USD

account 1 Example Trading Inc.:1000 Operating Bank
    ; type: C
account 1 Example Trading Inc.:1100 Accounts Receivable
    ; type: A
account 1 Example Trading Inc.:4000 Revenue
    ; type: R
account 1 Example Trading Inc.:6100 Bank Fees
    ; type: X

tag customer

2026-01-15 (2) Invoice 2
    ; customer: 1 Acorn Stores
    1 Example Trading Inc.:1100 Accounts Receivable  20.00 USD
    1 Example Trading Inc.:4000 Revenue  -20.00 USD

2026-01-15 (3) Invoice 3
    ; customer: 1 Acorn Stores
    1 Example Trading Inc.:1100 Accounts Receivable  30.00 USD
    1 Example Trading Inc.:4000 Revenue  -30.00 USD

2026-01-18 (4) JournalEntry 1
    1 Example Trading Inc.:6100 Bank Fees  1.00 USD
    1 Example Trading Inc.:1000 Operating Bank  -1.00 USD

2026-01-20 (1) Invoice 1
    ; customer: 1 Acorn Stores
    1 Example Trading Inc.:1100 Accounts Receivable  10.00 USD
    1 Example Trading Inc.:4000 Revenue  -10.00 USD

2026-01-20 Balances
    1 Example Trading Inc.:1000 Operating Bank  0.00 USD = -1.00 USD
    1 Example Trading Inc.:1100 Accounts Receivable  0.00 USD = 60.00 USD
    1 Example Trading Inc.:4000 Revenue  0.00 USD = -60.00 USD
    1 Example Trading Inc.:6100 Bank Fees  0.00 USD = 1.00 USD
`)
})

test('currencies, accounts and balances are sorted, and each company has its own accounts', () => {
  const sentences =
    'invoice 10.00; currency USD > customer payment 4.00 on invoice 1 > ' +
    'invoice 7.00; company 2 currency EUR > invoice 5.00; currency EUR rate 1.2'
  expect(journalOf(sentences)).toBe(`commodity EUR
    format 1000.00 EUR
commodity USD
    format 1000.00 USD

account 1 Example Trading Inc.:1000 Operating Bank
    ; type: C
account 1 Example Trading Inc.:1100 Accounts Receivable
    ; type: A
account 1 Example Trading Inc.:4000 Revenue
    ; type: R
account 2 Example Trading Europe:1100 Accounts Receivable
    ; type: A
account 2 Example Trading Europe:4000 Revenue
    ; type: R

tag customer

2026-01-15 (1) Invoice 1
    ; customer: 1 Acorn Stores
    1 Example Trading Inc.:1100 Accounts Receivable  10.00 USD
    1 Example Trading Inc.:4000 Revenue  -10.00 USD

2026-01-15 (2) CustomerPayment 1
    ; customer: 1 Acorn Stores
    1 Example Trading Inc.:1000 Operating Bank  4.00 USD
    1 Example Trading Inc.:1100 Accounts Receivable  -4.00 USD

2026-01-15 (3) Invoice 2
    ; customer: 1 Acorn Stores
    2 Example Trading Europe:1100 Accounts Receivable  7.00 EUR
    2 Example Trading Europe:4000 Revenue  -7.00 EUR

2026-01-15 (4) Invoice 3
    ; customer: 1 Acorn Stores
    1 Example Trading Inc.:1100 Accounts Receivable  5.00 EUR @@ 6.00 USD
    1 Example Trading Inc.:4000 Revenue  -5.00 EUR @@ 6.00 USD

2026-01-15 Balances
    1 Example Trading Inc.:1000 Operating Bank  0.00 USD = 4.00 USD
    1 Example Trading Inc.:1100 Accounts Receivable  0.00 EUR = 5.00 EUR
    1 Example Trading Inc.:1100 Accounts Receivable  0.00 USD = 6.00 USD
    1 Example Trading Inc.:4000 Revenue  0.00 EUR = -5.00 EUR
    1 Example Trading Inc.:4000 Revenue  0.00 USD = -10.00 USD
    2 Example Trading Europe:1100 Accounts Receivable  0.00 EUR = 7.00 EUR
    2 Example Trading Europe:4000 Revenue  0.00 EUR = -7.00 EUR
`)
})

const LAST_OF = {
  bill: `bill 0.05; currency EUR rate 0.5${' > vendor payment 0.01 on bill 1; currency EUR rate 0.5'.repeat(5)}`,
  invoice: `invoice 0.05; currency EUR rate 0.5${' > customer payment 0.01 on invoice 1; currency EUR rate 0.5'.repeat(5)}`,
}

/**
 * A foreign amount stands with its total cost, but not in an account of the company's currency. Where rounding turned
 * the sign of the value, or left nothing of a credit, the value is a posting of its own.
 */
test.each(
  table(`
    records                                                       | last
    invoice 5.00; currency USD                                    | 1100 5.00 USD, 4000 -5.00 USD
    invoice 5.00; currency EUR rate 1.2                           | 1100 5.00 EUR @@ 6.00 USD, 4000 -5.00 EUR @@ 6.00 USD
    customer payment 5.00 to Interest; currency EUR rate 1.2 account 1010  | 1010 5.00 EUR @@ 6.00 USD, 7100 -5.00 EUR @@ 6.00 USD
    customer payment 5.00 to Interest; currency EUR rate 1.2 account 1000  | 1000 6.00 USD, 7100 -5.00 EUR @@ 6.00 USD
    transfer 3.00 from Euro Bank to Bank; rate 1.1                | 1000 3.30 USD, 1010 -3.00 EUR @@ 3.30 USD
    invoice 1 x 10.01, 1 x 10.01; currency EUR rate 1.1045        | 1100 20.02 EUR @@ 22.11 USD, 4000 -10.01 EUR @@ 11.06 USD, 4000 -10.01 EUR @@ 11.06 USD, 7010 0.01 USD
    invoice 1 x 0.01, 1 x 3.00; currency EUR rate 0.4             | 1100 3.01 EUR @@ 1.20 USD, 4000 -0.01 EUR @@ 0.00 USD, 4000 0.00 USD, 4000 -3.00 EUR @@ 1.20 USD
    bill 1 x 0.01, 1 x 3.00; currency EUR rate 0.4                | 2000 -3.01 EUR @@ 1.20 USD, 5000 0.01 EUR @@ 0.00 USD, 5000 3.00 EUR @@ 1.20 USD
    five payments of a bill                                       | 1000 -0.01 USD, 2000 0.01 EUR @@ 0.00 USD, 2000 -0.01 USD, 7010 0.02 USD
    five payments of an invoice                                   | 1000 0.01 USD, 1100 -0.01 EUR @@ 0.00 USD, 1100 0.01 USD, 7010 -0.02 USD
  `),
)('the last transaction of $records: $last', (row) => {
  const { records } = row
  const sentences = records.startsWith('five')
    ? LAST_OF[records.endsWith('bill') ? 'bill' : 'invoice']
    : records
  const journal = bare(journalOf(sentences))
  const last = journal.split('\n\n').at(-2) ?? ''
  const postings = last.split('\n').filter((line, index) => index > 0 && !line.includes('; '))
  expect(postings).toEqual(row.last.split(', ').map((one) => `    1:${one.replace(' ', '  ')}`))
})

test('what each currency of an account comes to is asserted by itself', () => {
  expect(bare(journalOf(LAST_OF.invoice)).split('\n\n').at(-1)).toBe(`2026-01-15 Balances
    1:1000  0.00 USD = 0.05 USD
    1:1100  0.00 EUR = 0.00 EUR
    1:1100  0.00 USD = 0.01 USD
    1:4000  0.00 EUR = -0.05 EUR
    1:7010  0.00 USD = -0.02 USD
`)
})

test('the party of a record is a tag, and that of its lines if they share one', () => {
  const simulator = trading()
  const { records } = simulator
  const names = ['Oak, Elm & Sons', 'Pine; Partners']
  const [oak = 0, pine = 0] = names.map((name) => simulator.make.customer({ name }).id)
  const write = (customers: readonly (number | null)[]): void => {
    const lines = journalLines('Dr 1100 1.00, Dr 1100 1.00, Cr Bank 2.00')
    const items = lines.map((line, index) => ({ ...line, customer_id: customers[index] ?? null }))
    records.journalEntries.create(journalEntry({ items }))
  }
  write([oak, oak])
  write([oak, pine])
  const tags = simulator.books
    .toJournal()
    .split('\n')
    .filter((line) => /^ {4}; (customer|vendor): /.test(line))
  expect(tags).toEqual([`    ; customer: ${oak} Oak Elm & Sons`])
})

/** hledger knows assets, cash, liabilities, equity, revenues and expenses. */
test.each(
  table(`
    type                     | kind
    bank                     | C
    accounts_receivable      | A
    other_current_asset      | A
    fixed_asset              | A
    unbilled_receivable      | A
    deferred_expense         | A
    other_asset              | A
    investment               | A
    accounts_payable         | L
    credit_card              | L
    deferred_revenue         | L
    long_term_liability      | L
    other_current_liability  | L
    equity                   | E
    income                   | R
    other_income             | R
    cost_of_goods_sold       | X
    expense                  | X
    other_expense            | X
  `),
)('an account of the type $type is declared as $kind', (row) => {
  const simulator = trading()
  const { accounts, journalEntries } = simulator.records
  accounts.create({ name: 'New', number: 9000, account_type: row.type as 'bank' })
  journalEntries.create(journalEntry({ items: journalLines('Dr 9000 1.00, Cr Bank 1.00') }))
  const [, declared] = simulator.books.toJournal().split('\n\n')
  expect(declared).toBe(
    'account 1 Example Trading Inc.:1000 Operating Bank\n    ; type: C\n' +
      `account 1 Example Trading Inc.:9000 New\n    ; type: ${row.kind}`,
  )
})

test.each([
  ['rent', 'rent'],
  ['  rent; *due* = 5\n\n(next)  ', 'rent due 5 next'],
  ["ü & Co., 1/2'+-", "ü & Co., 1/2'+-"],
  ['e\u0301te\u0301', 'été'],
  ['漢字 ٣ 🧾 end', '漢字 ٣ end'],
  ['a:b|c@d"e"', 'a b c d e'],
  ['x'.repeat(70), 'x'.repeat(70)],
])('the memo %j stands in the title as %j', (memo, told) => {
  const simulator = trading()
  simulator.records.invoices.create(invoice({ memo }))
  expect(simulator.books.toJournal()).toContain(`\n\n2026-01-15 (1) Invoice 1 ${told}\n    ; customer: 1 `)
})

test.each([
  ['A: b; (c)\t[d]', 'A b c d'],
  ['x'.repeat(70), 'x'.repeat(60)],
  ['𠮷'.repeat(61), '𠮷'.repeat(60)],
  [';;', ''],
])('the name %j stands in an account as %j', (name, told) => {
  const simulator = trading()
  const { accounts, companies, journalEntries } = simulator.records
  accounts.create({ name, number: 9000, account_type: 'expense' })
  const { id } = companies.create({ name, currency_iso_4217_code: 'USD' as const })
  const items = journalLines('Dr 9000 1.00, Cr Bank 1.00')
  journalEntries.create(journalEntry({ company_id: id, items }))
  const company = `${id} ${told}`
  expect(simulator.books.toJournal().split('\n\n').slice(1, 3)).toEqual([
    `account ${company}:1000 Operating Bank\n    ; type: C\naccount ${company}:9000 ${told}\n    ; type: X`,
    `2026-01-15 (1) JournalEntry 1\n    ${company}:9000 ${told}  1.00 USD\n    ${company}:1000 Operating Bank  -1.00 USD`,
  ])
})

test('a record without a memo is titled by its type and number alone', async () => {
  const simulator = trading()
  createAsset(simulator)
  await simulator.clock.advanceTo('2026-03-01T00:00:00Z')
  const [, , transaction = ''] = simulator.books.toJournal().split('\n\n')
  expect(transaction.split('\n')[0]).toBe('2026-02-28 (1) Depreciation 1')
})
