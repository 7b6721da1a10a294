import 'accounting-simulator'
import { expect, test } from 'vitest'
import type { Row } from '../../src/kernel/store'
import { type ColumnShape, declaredTables } from '../../src/kernel/table-shape'
import { registry } from '../../src/resources/registry'

const told = (shape: ColumnShape): string => {
  if (typeof shape === 'string') return shape
  if (Array.isArray(shape)) return `[${told(shape[0] as ColumnShape)}]`
  const members = Object.entries(shape).map(([name, member]) => `${name} ${told(member)}`)
  return `{ ${members.join(', ')} }`
}

/** Files of worlds and stored sandboxes have these rows: what changes here needs a migration. */
test('the tables that hold no records of a type, and what their rows are like', async () => {
  const text = declaredTables().map(([name, shape]) => `${name} ${told(shape)}\n`)
  await expect(text.join('')).toMatchFileSnapshot('./tables.txt')
})

/** Columns are told by the value that they have until something is written there. */
test('the columns of records and lines that no body shows', async () => {
  const hidden = (blank: Row, fields: object) =>
    Object.entries(blank)
      .filter(([name]) => !Object.hasOwn(fields, name))
      .map(([name, value]) => ` ${name} ${JSON.stringify(value)}`)
  const text = registry.everything.flatMap((definition) => {
    const type = registry.type(definition.name)
    const lines = type.lineMembers.map((member): [string, string[]] => {
      const members = definition.fields[member]?.element?.members ?? {}
      return [`${definition.name}.${member}`, hidden(type.blankLine(member), members)]
    })
    return [[definition.name, hidden(type.blank, definition.fields)] as const, ...lines]
  })
  const told = text
    .filter(([, columns]) => columns.length > 0)
    .map(([name, columns]) => `${name}:${columns}\n`)
  await expect(told.join('')).toMatchFileSnapshot('./columns.txt')
})
