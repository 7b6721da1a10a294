import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AuditedWorld } from '../simulation/audited-world'
import { move } from '../simulation/step'
import { expectHledgerAgrees, hledger, isHledgerInstalled, isLedgerInstalled } from '../support/hledger'
import { applications, itemLines, journalLines } from '../support/worlds/shorthand'
import { invoice, journalEntry, payment, trading } from '../support/worlds/trade'

const missing = [!isHledgerInstalled && 'hledger', !isLedgerInstalled && 'ledger'].filter(Boolean)
if (missing.length > 0)
  console.warn(`not installed, so their view of the books is not tested: ${missing.join(', ')}`)

const withHledger = test.skipIf(!isHledgerInstalled)

test.runIf(process.env.CI)('hledger and ledger are there in continuous integration', () => {
  expect(missing, 'install these Debian packages').toEqual([])
})

withHledger('empty books', () => {
  expectHledgerAgrees(trading())
})

withHledger('an ordinary month', () => {
  const simulator = trading()
  const { invoices, customerPayments, journalEntries } = simulator.records
  const euros = { currency_iso_4217_code: 'EUR' as const, exchange_rate: '1.1045' }
  invoices.create(invoice({ items: itemLines('3 x 19.995 tax 4.95, 1 x 100.00 tax 8.25') }))
  invoices.create(invoice({ ...euros, items: itemLines('1 x 10.01, 1 x 10.01') }))
  customerPayments.create(payment({ ...euros, exchange_rate: '1.2', items: applications('20.02 on 2') }))
  customerPayments.create(
    payment({
      ...euros,
      account_number: 1010,
      unassigned_amount: '5.00',
      items: applications('-2.50 to Fees'),
    }),
  )
  journalEntries.create(
    journalEntry({ reversal_date: '2026-02-28', items: journalLines('Dr Expense 40.00, Cr Bank 40.00') }),
  )
  invoices.update(1, { record_status: 'archived' })
  expectHledgerAgrees(simulator)
})

/** hledger must see a balance sheet, so accounts carry their types. */
withHledger('the balance sheet knows money from income', () => {
  const simulator = trading()
  simulator.records.invoices.create(invoice())
  simulator.records.customerPayments.create(payment({ items: applications('60.00 on 1') }))
  const journal = simulator.books.toJournal()
  const sheet = hledger(journal, 'balancesheet', '--cost')
  expect(sheet).toContain('1000 Operating Bank')
  expect(sheet).toContain('1100 Accounts Receivable')
  expect(sheet).not.toContain('4000 Revenue')
  expect(hledger(journal, 'incomestatement', '--cost')).toContain('4000 Revenue')
})

const NASTY = [
  'a; comment',
  'line one\nline two',
  '\n2026-01-01 injected\n    a  1.00 USD\n    b  -1.00 USD',
  'payee | note',
  '; starts with one',
  '* ! (code) [2026-01-01] = @@ {1 USD}',
  '  two  spaces  ',
  '\ttabs\tand\rreturns\u2028and\u2029separators',
  'ünïcödé 漢字 עברית 🧾',
  '\u202e\u0000\u001b[31m',
  'account 1000',
  'include /etc/passwd',
  'comment',
  '"quoted" \\ back/slash `tick`',
  'colon:in:a:name',
  '',
  '1000',
  '-5.00 USD',
  'é\u0301'.repeat(200),
]

withHledger.each(NASTY.map((text) => [JSON.stringify(text).slice(0, 40), text]))(
  'the text %s breaks nothing',
  (_, text) => {
    const simulator = trading()
    const { accounts, companies, customers, invoices, journalEntries } = simulator.records
    const name = text === '' ? 'x' : text
    accounts.create({ name, number: 4100, account_type: 'income', description: text })
    accounts.create({ name: `${name}!`, number: 4101, account_type: 'expense' })
    const company = companies.create({ name, currency_iso_4217_code: 'USD' as const })
    const customer = customers.create({ name, email: '', address: text, country: '', phone: '', website: '' })
    invoices.create(
      invoice({ memo: text, reference_number: text, customer_id: customer.id, company_id: company.id }),
    )
    journalEntries.create(
      journalEntry({
        memo: text,
        company_id: company.id,
        items: journalLines('Dr 4100 1.00, Cr 4101 1.00').map((line) => ({ ...line, memo: text })),
      }),
    )
    expectHledgerAgrees(simulator)
    expect(simulator.books.toJournal()).not.toContain('injected\n')
  },
)

withHledger('a random workload', { timeout: 120_000 }, async () => {
  const seed = Number(process.env.BOOKS_SEED ?? fc.sample(fc.nat(), 1)[0])
  console.log(`hledger: BOOKS_SEED=${seed} npx vitest run test/ledger/hledger.test.ts`)
  const workload = fc.array(move, { minLength: 60, maxLength: 80, size: 'max' })
  for (const moves of fc.sample(workload, { seed, numRuns: Math.ceil(Number(process.env.RUNS ?? 40) / 5) })) {
    const world = new AuditedWorld(false)
    for (const one of moves) await world.take(one)
    expectHledgerAgrees(world.simulator)
  }
})
