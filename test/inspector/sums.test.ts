import { expect, it } from 'vitest'
import type { LedgerEntry } from '../../src/index'
import { accountRows, rowsWithin, sumsByKind } from '../../src/tools/inspector/account-entries'
import { entryLine } from '../../src/tools/inspector/entries'
import { diffSum } from '../../src/tools/inspector/record-changes'
import { changesOf } from '../../src/tools/inspector/touched'

/** Entries of account 4000, each against 1100: the record with its debit and credit of 4000. */
const booked = (...of: readonly (readonly [type: string, number: number, debit: string, credit: string])[]) =>
  of.map(
    ([type, number, debit, credit], at): LedgerEntry => ({
      transaction_id: at + 1,
      date: `2026-01-1${at}`,
      company_id: 1,
      currency: 'USD',
      record_currency: 'USD',
      record: { type, number, internal_id: number },
      reverses: null,
      lines: [
        { account_number: 1100, debit: credit, credit: debit, amount_in_record_currency: debit },
        { account_number: 4000, debit, credit, amount_in_record_currency: debit },
      ],
    }),
  )

const MIXED = booked(
  ['invoices', 1, '0.00', '59.99'],
  ['customerCredits', 1, '10.00', '0.00'],
  ['invoices', 2, '0.00', '0.01'],
  ['invoices', 1, '59.99', '0.00'],
)

it.each([
  [[], 4000, []],
  [MIXED, 4000, ['-59.99', '-49.99', '-50.00', '9.99']],
  [MIXED, 1100, ['59.99', '49.99', '50.00', '-9.99']],
  [MIXED, 7000, []],
  // More than a double can hold to the cent.
  [
    booked(['invoices', 1, '90071992547409.93', '0.00'], ['invoices', 2, '0.01', '0.00']),
    4000,
    ['90071992547409.93', '90071992547409.94'],
  ],
] as const)('the balance runs with the entries %#', (entries, account, balances) => {
  expect(accountRows(entries, account).map(({ balance }) => balance)).toEqual(balances)
})

it('an account runs by day, whatever the order in which it was booked', () => {
  const rows = accountRows([...MIXED].reverse(), 4000)
  expect(rows.map(({ date, balance }) => `${date} ${balance}`)).toEqual([
    '2026-01-10 -59.99',
    '2026-01-11 -49.99',
    '2026-01-12 -50.00',
    '2026-01-13 9.99',
  ])
})

it.each([
  ['', '', '0.00', 4],
  ['2026-01-12', '', '-49.99', 2],
  ['', '2026-01-10', '0.00', 1],
  ['2026-01-11', '2026-01-12', '-59.99', 2],
  ['2026-02-01', '', '9.99', 0],
  ['2026-01', '2026-01', '0.00', 4],
] as const)('from %s to %s an account begins at %s and has %i lines', (from, to, balance, count) => {
  const { opening, within } = rowsWithin(accountRows(MIXED, 4000), { from, to })
  expect([opening, within.length]).toEqual([balance, count])
})

it('the sums by kind add up to the last balance', () => {
  const rows = accountRows(MIXED, 4000)
  expect(sumsByKind(rows)).toEqual([
    { type: 'invoices', count: 3, debit: '59.99', credit: '60.00', balance: '-0.01' },
    { type: 'customerCredits', count: 1, debit: '10.00', credit: '0.00', balance: '10.00' },
  ])
  expect(sumsByKind([])).toEqual([])
})

const INVOICE = { type: 'invoices', id: 1 }
const entry = (sequence: number, given: object) =>
  entryLine({ sequence, at: '2026-01-15T09:00:00Z', kind: 'write', ...given })

it.each([
  ['a request that changed it', { changed: true, reason: { record: INVOICE } }, true],
  ['a call that changed it', { changed: true, record: INVOICE }, true],
  ['work of the clock', { records: [INVOICE] }, true],
  ['its own organisation by name', { organization: 'org-1', records: [INVOICE] }, true],
  ['a reading', { changed: false, record: INVOICE }, false],
  ['another organisation', { organization: 'branch', records: [INVOICE] }, false],
  ['another record', { records: [{ type: 'invoices', id: 2 }] }, false],
] as const)('an account names %s', (_, given, isNamed) => {
  const found = changesOf([INVOICE], [entry(1, given)], 'org-1')(INVOICE)
  expect([...found].map((line) => line.entry.sequence)).toEqual(isNamed ? [1] : [])
})

const balance = (account_number: number, change: string) => ({
  company_id: 1,
  account_number,
  account_name: '',
  before: '0.00',
  after: change,
  change,
})

it.each([
  [{ records: {}, balances: [] }, ['No record differs', 'No balance differs']],
  [
    {
      records: {
        invoices: { added: [{}, {}], removed: [], changed: [{ id: 1, changed: {} }] },
        bills: { added: [], removed: [{}], changed: [] },
      },
      balances: [balance(1100, '13184.50'), balance(4000, '-13184.50')],
    },
    ['invoices: 2 added, 1 changed; bills: 1 removed', '1100 +13,184.50, 4000 -13,184.50'],
  ],
  [
    { records: {}, balances: Array.from({ length: 10 }, (_, at) => balance(at, '1.00')) },
    [
      'No record differs',
      '0 +1.00, 1 +1.00, 2 +1.00, 3 +1.00, 4 +1.00, 5 +1.00, 6 +1.00, 7 +1.00, and 2 more accounts',
    ],
  ],
])('a difference begins with its sum %#', (diff, lines) => {
  expect(diffSum(diff)).toEqual(lines)
})
