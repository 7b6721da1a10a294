import { createSimulator } from 'accounting-simulator'
import { expect, test } from 'vitest'
import { fresh } from './fresh'

type Row = Readonly<Record<string, unknown>>

/** The record types of the preset world, each with the members that a test names. */
const SHOWN: readonly [title: string, name: string, members: readonly string[]][] = [
  ['Companies', 'companies', ['id', 'name', 'currency_iso_4217_code']],
  ['Customers', 'customers', ['id', 'name']],
  ['Vendors', 'vendors', ['id', 'name']],
  ['Items', 'items', ['id', 'name', 'item_type', 'sku']],
  ['Terms', 'terms', ['id', 'name', 'days']],
  ['Classifications', 'classifications', ['id', 'name']],
  ['Classification lines', 'classificationLines', ['id', 'name', 'classification_id']],
  ['Accounts', 'accounts', ['number', 'name', 'account_type', 'currency_iso_4217_code', 'id']],
]

const sets = createSimulator().records as unknown as Readonly<
  Record<string, { count(where: object): number; findMany(where: object): readonly Row[] }>
>

test('docs/preset-world.md lists what a simulator begins with (UPDATE=1 rewrites it)', () => {
  const sections = SHOWN.map(([title, name, members]) => {
    const records = sets[name]?.findMany({}) ?? []
    const rows = records.map(
      (record) => `| ${members.map((member) => String(record[member] ?? '')).join(' | ')} |`,
    )
    const head = [
      `| ${members.map((member) => `\`${member}\``).join(' | ')} |`,
      `|${' --- |'.repeat(members.length)}`,
    ]
    return [`## ${title}`, '', `\`simulator.records.${name}\``, '', ...head, ...rows, ''].join('\n')
  })
  fresh('docs/preset-world.md', 'preset', `\n${sections.join('\n')}`)
})

test('it lists all of them', () => {
  const listed = SHOWN.map(([, name]) => name)
  const others = Object.keys(sets).filter(
    (name) => !listed.includes(name) && (sets[name]?.count({}) ?? 0) > 0,
  )
  expect(others).toEqual([])
})
