import {
  createSimulator,
  type ExportedWorld,
  type Simulator,
  type SimulatorOptions,
} from 'accounting-simulator'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { registry } from '../../src/resources/registry'
import { copyContent } from '../../src/worlds/copy-content'
import { quarter } from '../contracts/quarter'
import { chanceOf } from '../support/chance'
import { checked } from '../support/checked'
import { groundOf } from '../support/ground'
import { mixRecords } from '../support/mixed-records'
import { stories, tell } from '../support/random-story'
import { everything } from '../support/subject'
import { table } from '../support/table'
import { sampled } from '../support/thorough'
import { fixedAsset } from '../support/worlds/fixed-asset'
import { Office } from '../support/worlds/office'
import { journalLines } from '../support/worlds/shorthand'
import { template } from '../support/worlds/template'
import { invoice, journalEntry, trading } from '../support/worlds/trade'

/** docs/service.md §4.5: a payable line of a journal entry is a document of its own, with a row of its own. */
test('a world with payable journal lines is imported as it was exported', () => {
  const simulator = trading()
  const items = journalLines('Dr Expense 40.00, Cr 2000 40.00').map((line) =>
    line.account_number === 2000 ? { ...line, vendor_id: 1 } : line,
  )
  simulator.records.journalEntries.create(journalEntry({ items }))
  const file = simulator.export()
  expect(file.tables['org-1']?.journalPayables).toHaveLength(1)
  expect(createSimulator({ world: checked(file) }).export()).toEqual(file)
})

/** A contract with usage that ends on 03-31, beside a schedule that goes on when it is over. */
function withContract(beside: string, options: SimulatorOptions = {}) {
  const simulator = trading({ now: '2026-01-10T09:00:00Z', ...options })
  const { contracts, recurringInvoices, recurringBills, fixedAssets } = simulator.records
  contracts.create(
    quarter({ obligations: [{ item_id: 4, rate: '10.00', recognition_strategy: 'usage' }] as never }),
  )
  const late = { date: '2026-05-01', rrule: 'FREQ=MONTHLY' }
  if (beside === 'template') recurringInvoices.create(template(late))
  if (beside === 'daily template') recurringInvoices.create(template({ ...late, rrule: 'FREQ=DAILY' }))
  if (beside === 'early daily template')
    recurringInvoices.create(template({ ...late, date: '2026-01-11', rrule: 'FREQ=DAILY' }))
  if (beside === 'asset') fixedAssets.create(fixedAsset({ depreciation_start_date: '2026-05-01' }))
  if (beside === 'another contract')
    contracts.create(quarter({ start_date: '2026-06-01', end_date: '2030-12-31' }))
  expect(recurringBills.count()).toBe(0)
  return simulator
}

/** An imported world has the future of the exported one, and every export can be imported. */
describe('schedules beside each other', () => {
  const BESIDE = [
    'template',
    'daily template',
    'early daily template',
    'asset',
    'another contract',
    'nothing',
  ]
  test.each(sampled(BESIDE, 2))('a contract that ends, and %s', async (beside) => {
    for (const strict of [false, true]) {
      const simulator = withContract(beside, { strict })
      const twin = createSimulator({ world: checked(simulator.export()) })
      for (const one of [simulator, twin]) await one.clock.advanceTo('2026-05-20T00:00:00Z')
      expect(JSON.stringify(twin.export())).toBe(JSON.stringify(simulator.export()))
      expect(twin.records.contracts.get(1).status).toBe('completed')
    }
    const file = withContract(beside).export()
    expect(() => createSimulator({ world: file, strict: true })).not.toThrow()
    const later = createSimulator({ world: file, strict: true, now: '2026-08-01T00:00:00Z' })
    await later.clock.advance('1 day')
    expect(later.books.check()).toEqual([])
  })
})

/** docs/service.md §1.1: amounts are rounded in one way for all of a world's life. */
test.each(
  table(`
    made with   content  imported with  | outcome
    -           invoice  -              | ok
    -           invoice  half-away-from-zero      | ok
    -           invoice  half-even      | assumptions.rounding
    -           invoice  down           | assumptions.rounding
    down        invoice  -              | ok
    down        invoice  down           | ok
    down        invoice  half-away-from-zero      | assumptions.rounding
    -           draft    down           | assumptions.rounding
    -           asset    down           | assumptions.rounding
    -           nothing  down           | ok
  `),
)('$content, rounded $made with, imported with $imported with: $outcome', (row) => {
  const options = (value: string): SimulatorOptions =>
    value === '-' ? {} : { assumptions: { rounding: value as 'down' } }
  const simulator = trading(options(row['made with']))
  if (row.content === 'invoice') simulator.records.invoices.create(invoice())
  if (row.content === 'draft') simulator.records.invoices.create(invoice({ record_status: 'draft' }))
  if (row.content === 'asset') simulator.records.fixedAssets.create(fixedAsset())
  let outcome = 'ok'
  try {
    createSimulator({ world: checked(simulator.export()), ...options(row['imported with']) })
  } catch (error) {
    outcome = (error as { option: string }).option
  }
  expect(outcome).toBe(row.outcome)
})

test('books that do not hold under other assumptions: the error names them', () => {
  const simulator = trading({ assumptions: { 'line-date-validation': 'ignore' } })
  simulator.records.invoices.create(invoice({ date: '2026-01-20' }))
  simulator.records.customerPayments.create({
    ...{
      date: '2026-01-15',
      company_id: 1,
      customer_id: 1,
      account_number: 1000,
      check_number: '',
      memo: '',
    },
    ...{ currency_iso_4217_code: 'USD', exchange_rate: '1' },
    items: [{ invoice_number: 1, amount: '1.00', position: 1 }],
  } as never)
  expect(() =>
    createSimulator({
      world: checked(simulator.export()),
      assumptions: { 'line-date-validation': 'enforced' },
    }),
  ).toThrow(/other assumptions than the world was made with \(line-date-validation\): dates are in order/)
})

/** Both exports are the same text, and the imported world goes on as the exported one does. */
async function expectSameWorlds(simulator: Simulator): Promise<void> {
  const file = simulator.export()
  const text = JSON.stringify(file)
  const twin = createSimulator({ world: JSON.parse(text) })
  expect(JSON.stringify(twin.export())).toBe(text)
  // Without its fingerprint the file is checked in full.
  const { fingerprint: _, ...unchecked } = JSON.parse(text)
  const strict = createSimulator({ world: unchecked, strict: true })
  expect(JSON.stringify(strict.export().tables)).toBe(JSON.stringify(file.tables))
  for (const one of [simulator, twin]) await one.clock.advance('40 days')
  expect(JSON.stringify(twin.export())).toBe(JSON.stringify(simulator.export()))
}

describe('byte for byte', () => {
  test.each(everything.definitions.map((definition) => ({ definition, name: definition.name })))(
    'some of the $name',
    async ({ definition }) => {
      const ground = groundOf(everything)
      mixRecords(ground, definition, 12, chanceOf(3))
      await expectSameWorlds(ground.simulator)
    },
  )

  test.each(fc.sample(stories, { seed: 11, numRuns: 6 }).map((story, index) => ({ story, index })))(
    'requests, rates, keys and deliveries of story $index',
    async ({ story }) => {
      const simulator = createSimulator({ seed: 'fixed' })
      await tell(simulator, story)
      simulator.admin.keys.issue({ permissions: ['INTEGRATION:view'] })
      simulator.faults.inject({ on: 'POST /public/v1/bills/', then: { status: 503 } })
      await expectSameWorlds(simulator)
    },
  )
})

type Tables = Record<string, Record<string, Record<string, unknown>[]>>

/** A file that this version wrote, as it is read from a disk. */
function written(): ExportedWorld & { tables: Tables } {
  const office = new Office({ rateLimits: {} })
  office.sell('20.00')
  office.receive(500, 200)
  return JSON.parse(JSON.stringify(office.simulator.export()))
}

const first = (file: { tables: Tables }, table: string) =>
  file.tables['org-1']?.[table]?.[0] as Record<string, unknown>

describe('a file that nobody changed', () => {
  test('is a world like the one that wrote it, and is written alike again', () => {
    const file = written()
    const simulator = createSimulator({ world: file })
    expect(JSON.stringify(simulator.export())).toBe(JSON.stringify(file))
    expect(simulator.books.check()).toEqual([])
  })

  test('is not the memory of the world', () => {
    const file = written()
    const simulator = createSimulator({ world: file })
    first(file, 'invoices').memo = 'changed later'
    expect(simulator.records.invoices.get(1).memo).not.toBe('changed later')
  })

  test('is the same without a fingerprint, and as one of another version', () => {
    const { fingerprint, ...file } = written()
    for (const world of [file, { ...file, fingerprint: '0.0.0 01234567 89abcdef' }] as ExportedWorld[])
      expect(createSimulator({ world }).export()).toEqual({ ...file, fingerprint })
  })
})

describe('a file with its old fingerprint is checked where somebody changed', () => {
  test.each<[string, (file: { tables: Tables }) => unknown, RegExp]>([
    ['a digit of an amount', (file) => (first(file, 'invoices').amount = '21.00'), /the books of org-1/],
    ['a text to a number', (file) => (first(file, 'customers').name = 7), /row 1: name must be a text/],
    ['a text to null', (file) => (first(file, 'ledgerTransactions').date = null), /^world/],
    ['a reference', (file) => (first(file, 'invoices').customer_id = 99), /names customers 99/],
    ['a member away', (file) => delete first(file, 'ledgerTransactions').lines, /lines must be a list/],
    ['a row away', (file) => file.tables['org-1']?.customers?.shift(), /which is not there/],
    ['two amounts about', swapAmounts, /the books of org-1/],
    [
      'the name of a table',
      (file) => Object.assign(file.tables['org-1'] ?? {}, { invoice: [] }),
      /no table invoice/,
    ],
    ['an organisation', (file) => Object.assign(file.tables, { 'org-9': {} }), /tables of org-9/],
  ])('%s', (_, change, message) => {
    const file = written()
    change(file)
    expect(() => createSimulator({ world: file })).toThrow(message)
  })

  test('any character', () => {
    const text = JSON.stringify(written())
    const { fingerprint } = JSON.parse(text)
    const names = [...text.matchAll(/Acme|Market|USD|2026/g)].slice(0, 200)
    expect(names.length).toBeGreaterThan(50)
    for (const { index } of names) {
      const other = `${text.slice(0, index)}${text[index] === 'Z' ? 'Y' : 'Z'}${text.slice(index + 1)}`
      const { tables, options } = JSON.parse(other)
      expect(copyContent({ tables, options }, registry).fingerprint).not.toBe(fingerprint)
    }
  })
})

describe('a file that is trusted', () => {
  /** The file with the fingerprint that it would have, had the package written it so. */
  const forged = (change: (file: { tables: Tables }) => unknown): ExportedWorld => {
    const file = written()
    change(file)
    return { ...file, fingerprint: copyContent(file, registry).fingerprint }
  }

  test('has its books checked if the simulator is strict', () => {
    const world = forged((file) => (first(file, 'invoices').amount = '21.00'))
    expect(() => createSimulator({ world })).not.toThrow()
    expect(() => createSimulator({ world, strict: true })).toThrow(/^world: the books of org-1 do not hold/)
    expect(() => createSimulator({ world: written(), strict: true })).not.toThrow()
  })

  test('is none of a package of the same version with other members', () => {
    const [own, version] = [written().fingerprint ?? '', registry.type('customers').definition]
    const { name: _, ...fields } = version.fields
    const other = { everything: [{ ...version, fields }] } as unknown as typeof registry
    const { fingerprint } = copyContent(written(), other)
    expect(fingerprint.split(' ').map((part, at) => part === own.split(' ')[at])).toEqual([true, false, true])
    const world = forged((file) => delete first(file, 'customers').unique_id)
    const unknown = { ...world, fingerprint: copyContent(world, other).fingerprint }
    expect(() => createSimulator({ world: unknown })).toThrow(/customers of org-1, row 1: unique_id/)
  })
})

function swapAmounts(file: { tables: Tables }): void {
  const { lines } = first(file, 'ledgerTransactions') as { lines: { value: unknown }[] }
  const [line, other] = lines as [{ value: unknown }, { value: unknown }]
  ;[line.value, other.value] = [other.value, line.value]
}

/** The names of roles, and the body of the template's records. */
const HOLD_ANY_OBJECT = ['roles', 'record_payload']

/** A column with an object of another kind in it would fail later, far from the file. */
test.each(sampled(everything.definitions, 4).map((definition) => ({ definition, name: definition.name })))(
  'an object in any column of the $name is refused by name',
  ({ definition: { name }, definition }) => {
    const ground = groundOf(everything)
    mixRecords(ground, definition, 12, chanceOf(3))
    const text = JSON.stringify(ground.simulator.export())
    const accepted = Object.keys(lastOf(text, name).row).filter((column) => {
      if (HOLD_ANY_OBJECT.includes(column)) return false
      const { file, row } = lastOf(text, name)
      row[column] = { wrong: 1 }
      return outcomeOf(file) !== `${name}: ${column}`
    })
    expect(accepted).toEqual([])
  },
)

function lastOf(text: string, name: string): { file: ExportedWorld; row: Record<string, unknown> } {
  const file = JSON.parse(text) as ExportedWorld
  return { file, row: (file.tables['org-1']?.[name]?.at(-1) ?? {}) as Record<string, unknown> }
}

/** The table and the column that the refusal names. */
function outcomeOf(world: ExportedWorld): string {
  try {
    createSimulator({ world })
    return 'accepted'
  } catch (error) {
    const [, table, column] =
      /^world: table (\w+) of org-1, row [^:]+: (\w+)/.exec((error as Error).message) ?? []
    return `${table}: ${column}`
  }
}
