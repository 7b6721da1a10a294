import { createSimulator } from 'accounting-simulator'
import { describe, expect, test } from 'vitest'
import { checked } from '../support/checked'
import type { Json } from '../support/client'
import { table } from '../support/table'
import { fixedAsset } from '../support/worlds/fixed-asset'
import { read, recordsOf } from '../support/worlds/sentences'
import { outcomeOf, trading } from '../support/worlds/trade'

/** docs/service.md §4.1: a line that another record names stays with its record. */
describe('lines that other records name', () => {
  const OWES = { account_number: 2000, debit: '0', credit: '100.00', position: 1, memo: '', vendor_id: 1 }
  const COST = { account_number: 6000, debit: '100.00', credit: '0', position: 2, memo: '' }
  const HEAD = {
    date: '2026-01-15',
    company_id: 1,
    memo: '',
    currency_iso_4217_code: 'USD',
    exchange_rate: '1',
  }

  /** What a PUT changes of the entry; `lines` have their ids. */
  const CHANGES: Readonly<Record<string, (lines: readonly Json[]) => object>> = {
    nothing: (items) => ({ items }),
    'the memo': (items) => ({ items, memo: 'other' }),
    archived: () => ({ record_status: 'archived' }),
    'no ids': (items) => ({ items: items.map(({ id: _, ...line }) => line) }),
    'another account': ([owed, cost]) => ({ items: [{ ...owed, account_number: 6100 }, cost] }),
    'no vendor': ([owed, cost]) => ({
      items: [{ ...owed, account_number: 6000, vendor_id: null }, cost],
    }),
    'another vendor': ([owed, cost]) => ({ items: [{ ...owed, vendor_id: 2 }, cost] }),
    'another amount': ([owed, cost]) => ({
      items: [
        { ...owed, credit: '90.00' },
        { ...cost, debit: '90.00' },
      ],
    }),
    'no reversal': (items) => ({ items, reversal_date: null }),
  }

  test.each(
    table(`
      line      payment   change            | outcome
      entry     draft     nothing           | ok
      entry     draft     the memo          | ok
      entry     draft     archived          | ok
      entry     draft     no ids            | 422 items
      entry     draft     another account   | 422 items
      entry     draft     no vendor         | 422 items
      entry     draft     another vendor    | ok
      entry     draft     another amount    | ok
      entry     archived  nothing           | ok
      entry     archived  archived          | ok
      entry     archived  no ids            | 422 items
      entry     archived  another account   | 422 items
      entry     posted    nothing           | ok
      entry     posted    archived          | 422 record_status
      entry     posted    no ids            | 422 items
      entry     posted    another account   | 422 items
      entry     posted    another vendor    | 422 items
      reversal  draft     nothing           | ok
      reversal  draft     archived          | ok
      reversal  draft     no ids            | 422 items
      reversal  draft     another account   | 422 items
      reversal  draft     no reversal       | 422 items
      reversal  posted    nothing           | ok
      reversal  posted    no reversal       | 422 items
      none      draft     no ids            | ok
      none      draft     another account   | ok
    `),
  )('$change, the $line line named by a $payment payment: $outcome', ({ line, payment, change, outcome }) => {
    const simulator = trading({ strict: true, assumptions: { 'unknown-members': 'ignore' } })
    const { journalEntries, vendorPayments } = simulator.records
    const body = { ...HEAD, reversal_date: '2026-02-01', items: [OWES, COST] }
    const entry = journalEntries.create(body as never)
    const [owed] = (line === 'reversal' ? entry.reversal_items : entry.items) ?? []
    const other = line === 'reversal' ? entry.items?.[0] : undefined
    const named = line === 'none' ? [] : [owed, ...(other ? [other] : [])]
    const paid = vendorPayments.create({
      ...HEAD,
      ...{ date: '2026-02-01', check_number: '', account_number: 1000 },
      record_status: payment === 'draft' ? 'draft' : 'posted',
      items: named.map((one, index) => ({
        journal_entry_line_id: one?.id,
        amount: '10.00',
        position: index,
      })),
    } as never)
    if (payment === 'archived') vendorPayments.update(paid.number, { record_status: 'archived' } as never)
    const before = JSON.stringify(simulator.export())
    const changed = CHANGES[change]?.(entry.items as unknown as Json[]) ?? {}
    const put = { ...body, ...changed } as never
    expect(outcomeOf(() => journalEntries.update(entry.number, put))).toBe(outcome)
    if (outcome !== 'ok') expect(JSON.stringify(simulator.export())).toBe(before)
    expect(simulator.books.check()).toEqual([])
    expect(createSimulator({ world: checked(simulator.export()), strict: true }).books.check()).toEqual([])
    const shown = vendorPayments.get(paid.number) as never
    if (payment === 'draft') expect(outcomeOf(() => vendorPayments.update(paid.number, shown))).toBe('ok')
    if (payment === 'draft' && change === 'archived')
      expect(
        outcomeOf(() =>
          vendorPayments.update(paid.number, { ...(shown as object), record_status: 'posted' } as never),
        ),
      ).toBe('422 items')
  })

  test.each(
    table(`
      document                          asset   change   | outcome
      bill 10.00                        posted  ids      | ok
      bill 10.00                        posted  no ids   | 422 items
      bill 10.00                        draft   no ids   | 422 items
      bill 10.00; status draft          draft   no ids   | 422 items
      direct expense 10.00 to Expense   posted  no ids   | 422 items
      journal Dr Expense 5.00, Cr Bank 5.00  posted  no ids | 422 items
      bill 10.00                        none    no ids   | ok
    `),
  )('$document with $change, named by a $asset asset: $outcome', ({ document, asset, change, outcome }) => {
    const simulator = trading({ strict: true, assumptions: { 'unknown-members': 'ignore' } })
    const { fixedAssets } = simulator.records
    const { type, body } = read(document)
    const shown = recordsOf(simulator, type).create(body)
    const items = shown.items as { id: number }[]
    const kind = { bills: 'bill_line', directExpenses: 'direct_expense_line' }[type as string]
    const source_lines = [{ type: kind ?? 'journal_entry_line', id: items[0]?.id ?? 0 }] as never
    if (asset !== 'none') fixedAssets.create(fixedAsset({ source_lines, record_status: asset as 'posted' }))
    const lines = change === 'ids' ? items : items.map(({ id: _, ...line }) => line)
    expect(outcomeOf(() => recordsOf(simulator, type).update(1, { ...body, items: lines }))).toBe(outcome)
    expect(simulator.books.check()).toEqual([])
    if (asset === 'none') return
    expect(outcomeOf(() => fixedAssets.update(1, fixedAssets.get(1) as never))).toBe('ok')
    expect(() => createSimulator({ world: checked(simulator.export()), strict: true })).not.toThrow()
  })
})

/** docs/service.md §11.1: what a posted record names does not become a draft. */
test.each(
  table(`
    named         naming                                  status    back to | outcome
    invoice       customer credit 5.00; invoice 1         posted    draft   | 422 record_status
    invoice       customer credit 5.00; invoice 1         posted    posted  | ok
    invoice       customer credit 5.00; invoice 1         draft     draft   | ok
    invoice       customer credit 5.00; invoice 1         archived  draft   | ok
    invoice       -                                       -         draft   | ok
    bill          vendor credit 5.00; bill 1              posted    draft   | 422 record_status
    bill          asset                                   posted    draft   | 422 record_status
    bill          asset                                   posted    posted  | ok
    bill          asset                                   draft     draft   | ok
  `),
)('an archived $named, named by a $status record: $outcome', (row) => {
  const simulator = trading({
    strict: true,
    assumptions: { 'archived-terminal': 'restore', 'unknown-members': 'ignore' },
  })
  const { type, body } = read(`${row.named} 10.00`)
  const records = recordsOf(simulator, type)
  const [line] = records.create(body).items as { id: number }[]
  const record_status = row.status === 'draft' ? 'draft' : 'posted'
  const source_lines = [{ type: 'bill_line', id: line?.id ?? 0 }] as const
  if (row.naming === 'asset')
    simulator.records.fixedAssets.create(fixedAsset({ source_lines, record_status }))
  else if (row.naming !== '-') {
    const credit = read(row.naming)
    const credits = recordsOf(simulator, credit.type)
    credits.create({ ...credit.body, record_status })
    if (row.status === 'archived') credits.update(1, { record_status: 'archived' })
  }
  records.update(1, { record_status: 'archived' })
  const shown = { ...body, items: records.get(1).items, record_status: row['back to'] }
  expect(outcomeOf(() => records.update(1, shown))).toBe(row.outcome)
  expect(simulator.books.check()).toEqual([])
  const assumptions = { 'archived-terminal': 'restore' } as const
  expect(() =>
    createSimulator({ world: checked(simulator.export()), strict: true, assumptions }),
  ).not.toThrow()
})
