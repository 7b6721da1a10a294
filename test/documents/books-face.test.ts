import { createSimulator } from 'accounting-simulator'
import { describe, expect, test } from 'vitest'
import { table } from '../support/table'
import { contract } from '../support/worlds/contract'
import { writeAll } from '../support/worlds/sentences'
import { trading } from '../support/worlds/trade'

const STORY = [
  'invoice 100.00',
  'invoice 200.00; date 2026-02-10 customer 2',
  'invoice 50.00; currency EUR rate 1.1 date 2026-01-20',
  'customer payment 50.00 on invoice 3; currency EUR rate 1.2 account 1010 date 2026-03-05',
  'invoice 70.00; company 2 currency EUR',
  'bill 30.00; vendor 2',
].join(' > ')

const told = () => {
  const simulator = trading()
  writeAll(simulator, STORY)
  return simulator
}

/** docs/service.md §12 */
describe('the trial balance', () => {
  test.each(
    table(`
      companyId  date        currency  | AR       revenue   all
      1          -           -         | 300.00   -355.00   0.00
      1          2026-01-31  -         | 155.00   -155.00   0.00
      1          2026-01-14  -         | -        -         0.00
      1          -           EUR       | 0.00     -50.00    0.00
      1          2026-02-28  EUR       | 50.00    -50.00    0.00
      1          -           USD       | 300.00   -300.00   0.00
      2          -           -         | 70.00    -70.00    0.00
      -          -           EUR       | 70.00    -120.00   0.00
      1          -           GBP       | -        -         0.00
    `),
  )('of company $companyId through $date in $currency', ({ companyId, date, currency, ...expected }) => {
    const rows = told().books.trialBalance({
      ...(companyId !== '-' && { companyId: Number(companyId) }),
      ...(date !== '-' && { date }),
      ...(currency !== '-' && { currency }),
    })
    const sum = (lines: typeof rows) => lines.reduce((total, one) => total + Number(one.balance), 0)
    const of = (account: number) => {
      const found = rows.filter(({ account_number }) => account_number === account)
      return found.length === 0 ? '-' : sum(found).toFixed(2)
    }
    expect({ AR: of(1100), revenue: of(4000), all: (sum(rows) + 0).toFixed(2) }).toEqual(expected)
  })

  test('the number form is the same as the company alone', () => {
    const { books } = told()
    expect(books.trialBalance({ companyId: 1 })).toEqual(books.trialBalance(1))
    expect(books.trialBalance({})).toEqual(books.trialBalance())
  })

  test.each([
    [[99], 'companyId'],
    [['1'], 'companyId'],
    [[{ companyId: 99 }], 'companyId'],
    [[{ date: '2026-02-30' }], 'date'],
    [[{ currency: 'XXX' }], 'currency'],
    [[{ company_id: 1 }], 'company_id'],
    [[1, '2026-01-31'], 'trialBalance'],
    [[null], 'trialBalance'],
  ])('%j is refused with the name %s', (given, option) => {
    const { books } = told()
    const call = books.trialBalance as (...given: unknown[]) => unknown
    expect(() => call(...given)).toThrow(expect.objectContaining({ name: 'OptionError', option }))
  })
})

describe('entries', () => {
  test.each([
    [{ party: { customer_id: 2 } }, ['invoices 2']],
    [{ party: { vendor_id: 2 } }, ['bills 1']],
    [{ party: 2 }, ['invoices 2', 'bills 1']],
    [{ party: { customer_id: 2 }, company_id: 2 }, []],
    [{ company: 2 }, ['invoices 4']],
    [{ account: 2000 }, ['bills 1']],
    [{ from: '2026-02-01', to: '2026-02-28' }, ['invoices 2']],
    [{ record: { type: 'bills' } }, ['bills 1']],
    [{ record: { type: 'invoices', id: 2 } }, ['invoices 2']],
    [{ record: { type: 'invoices', number: 2 }, company_id: 2 }, []],
    [{ record: { type: 'invoice', internal_id: 2 } }, ['invoices 2']],
    [{ record: 'invoice/2' }, ['invoices 2']],
    [{ record: 'bills/1' }, ['bills 1']],
    [{ record: 'bill/1', to: '2020-01-01' }, []],
  ])('%j', (query, expected) => {
    const entries = told().books.entries(query)
    expect(entries.map(({ record }) => `${record.type} ${record.number}`)).toEqual(expected)
  })

  test('of the record that another entry shows', () => {
    const { books } = told()
    for (const { record } of books.entries())
      expect(books.entries({ record }).map((one) => one.record)).toEqual([record])
  })

  test('of the customer that a line of a journal entry names', () => {
    const simulator = trading()
    writeAll(simulator, 'journal Dr 1100 10.00, Cr Revenue 10.00')
    expect(simulator.books.entries({ party: { customer_id: 1 } })).toHaveLength(1)
    expect(simulator.books.entries({ party: { customer_id: 2 } })).toHaveLength(0)
  })

  test('of a contract: what it recognised and what it billed', async () => {
    const simulator = trading()
    simulator.records.contracts.create(contract({ status: 'active' }))
    simulator.records.contracts.create(contract({ status: 'active' }))
    await simulator.clock.advance('1 year')
    const entries = simulator.books.entries({ contract: 2 })
    expect(new Set(entries.map(({ record }) => record.type))).toEqual(
      new Set(['invoices', 'revenueRecognitions']),
    )
    expect(new Set(entries.map((one) => one.contract))).toEqual(new Set([2]))
    expect(simulator.books.entries()).toHaveLength(2 * entries.length)
  })

  test.each([
    [{ colour: 1 }, 'colour'],
    [{ asset: '1' }, 'asset'],
    [{ contract: 1.5 }, 'contract'],
    [{ party: 'Acorn' }, 'party'],
    [{ party: { colour: 1 } }, 'party'],
    [{ start_date: 'yesterday' }, 'start_date'],
    [{ company_id: '1' }, 'company_id'],
    [{ company: '1' }, 'company'],
    [{ account: 'Cash' }, 'account'],
    [{ from: 'yesterday' }, 'from'],
    [{ from: '2026-01-01', start_date: '2026-01-01' }, 'from'],
    [{ record: 7 }, 'record'],
    [{ record: 'invoices' }, 'record'],
    [{ record: 'invioces/7' }, 'record.type'],
    [{ record: { type: 'invioces' } }, 'record.type'],
    [{ record: { id: 1, number: 1 } }, 'record.id'],
    [{ from: '2026-02-01', to: '2026-01-01' }, 'to'],
    [{ start_date: '2026-02-01', end_date: '2026-01-01' }, 'to'],
    [7, 'entries'],
  ])('%j is refused with the name %s', (query, option) => {
    const call = told().books.entries as (query: unknown) => unknown
    expect(() => call(query)).toThrow(expect.objectContaining({ name: 'OptionError', option }))
  })

  test('of a record that was removed: its own, and what took it back', () => {
    const simulator = createSimulator()
    const { number } = simulator.make.invoice()
    simulator.records.invoices.remove(number)
    expect(simulator.books.entries({ record: `invoices/${number}` })).toHaveLength(2)
  })

  test.each([
    [{ from: '2026-01-15', to: '2026-01-15' }, 3],
    [{ to: '2020-01-01' }, 0],
    [{ from: '2030-01-01' }, 0],
    [{ record: 'invoices/5' }, 0],
    [{ record: 'customerDeposits/1' }, 0],
    [{ party: 3 }, 0],
    [{ party: { vendor_id: 3 } }, 0],
    [{ party: 99 }, 0],
    [{ asset: 1 }, 0],
  ])('%j finds %i, and is right', (query, count) => {
    const simulator = told()
    simulator.make.vendor()
    expect(simulator.books.entries(query)).toHaveLength(count)
  })
})
