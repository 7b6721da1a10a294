import { createSimulator, isOptionError, type RowChange } from 'accounting-simulator'
import { afterEach, expect, test } from 'vitest'
import { MIGRATIONS } from '../../src/worlds/migrations'
import { INVOICE } from '../support/worlds/shop'

const SHIPPED = [...MIGRATIONS]

afterEach(() => {
  MIGRATIONS.splice(0, MIGRATIONS.length, ...SHIPPED)
})

/** Rows as an earlier version might have stored them: customers had a member of another name. */
function earlier(): { rows: RowChange[]; version: string } {
  const simulator = createSimulator({ rateLimits: false })
  simulator.records.invoices.create(INVOICE)
  const journal = simulator.journal()
  const rows = structuredClone(journal.take()).map((change): RowChange => {
    if (change.table !== 'customers' || change.row === null) return change
    const { name, ...others } = change.row
    return { ...change, row: { ...others, title: name } }
  })
  return { rows, version: `0.0.9 ${journal.version.split(' ')[1]} ${SHIPPED.length}` }
}

const rename = {
  name: 'customers: title is name',
  table: 'customers',
  row: ({ title, ...row }: Readonly<Record<string, unknown>>) => ({ ...row, name: title }),
}

test('rows of an earlier shape are refused without their migration, and open with it', () => {
  const world = earlier()
  try {
    createSimulator({ world: structuredClone(world), trusted: true })
    expect.unreachable()
  } catch (error) {
    expect(isOptionError(error) && error.message).toContain('customers')
  }
  MIGRATIONS.push(rename)
  const again = createSimulator({ world: structuredClone(world), trusted: true })
  expect(again.records.customers.get(1).name).toBe(createSimulator().records.customers.get(1).name)
  expect([again.records.invoices.count(), again.books.check()]).toEqual([1, []])
})

test('rows of a later version are refused', () => {
  const { rows, version } = earlier()
  const later = version.replace(/\d+$/, String(SHIPPED.length + 1))
  expect(() => createSimulator({ world: { rows, version: later }, trusted: true })).toThrow(
    'a later version of accounting-simulator has stored these rows',
  )
})

test('a migration runs once: what is stored afterwards is of this version, and opens as it is', () => {
  MIGRATIONS.push(rename)
  const journal = createSimulator({ world: earlier(), trusted: true }).journal()
  const world = { rows: journal.take(), version: journal.version }
  expect(world.rows.filter(({ table }) => table === 'customers')).not.toEqual([])
  const again = createSimulator({ world: structuredClone(world), trusted: true })
  expect(again.records.customers.get(1).name).toBe(createSimulator().records.customers.get(1).name)
})

test('later migrations see what the earlier ones made', () => {
  const name = (text: string) => ({
    name: text,
    table: 'customers',
    row: (row: Readonly<Record<string, unknown>>) => ({ ...row, name: `${row.name}${text}` }),
  })
  MIGRATIONS.push(rename, name('!'), name('?'))
  const { rows, version } = earlier()
  const again = createSimulator({ world: { rows, version }, trusted: true })
  expect(again.records.customers.get(1).name.endsWith('!?')).toBe(true)
})
