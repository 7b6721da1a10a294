import 'accounting-simulator'
import { expect, test } from 'vitest'
import { declaredTables, type Shape } from '../../src/kernel/table-shape'

const told = (shape: Shape): string => {
  if (typeof shape === 'string') return shape
  if (Array.isArray(shape)) return `[${told(shape[0] as Shape)}]`
  const members = Object.entries(shape).map(([name, member]) => `${name} ${told(member)}`)
  return `{ ${members.join(', ')} }`
}

/** Files of worlds and stored sandboxes have these rows: what changes here needs a migration. */
test('the tables that hold no records of a type, and what their rows are like', async () => {
  const text = declaredTables().map(([name, shape]) => `${name} ${told(shape)}\n`)
  await expect(text.join('')).toMatchFileSnapshot('./tables.txt')
})
