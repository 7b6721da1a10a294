import { createSimulator } from 'accounting-simulator'
import { expect, test } from 'vitest'
import { registry } from '../../src/resources/registry'
import { type Row, toldOf } from './judge'

const file = JSON.stringify(createSimulator().export())

/** The file with a change in the tables of one organisation, or of the world. */
function changed(
  change: (tables: Record<string, Record<string, unknown>[]>) => void,
  ofWorld = false,
): unknown {
  const world = JSON.parse(file)
  const scope = Object.keys(world.tables).find((name) => (name === '') === ofWorld) ?? ''
  change(world.tables[scope])
  return createSimulator({ world })
}

test.each<Row>([
  [
    'a table',
    () => changed((tables) => Object.assign(tables, { custmers: [] })),
    'there is no table custmers of org-1, perhaps customers',
  ],
  [
    'a member of a record',
    () => changed(({ customers = [] }) => Object.assign(customers[0] ?? {}, { nmae: '' })),
    'nmae is not a known member, perhaps name',
  ],
  [
    'a member of another row',
    () => changed(({ apiKeys = [] }) => Object.assign(apiKeys[0] ?? {}, { labl: '' }), true),
    'labl is not a known member, perhaps label',
  ],
])('a world file with another name of %s', async (_, call, told) => {
  expect(await toldOf(call)).toContain(told)
})

test('every member of every row of a file that is not known is refused', async () => {
  const { tables } = JSON.parse(file) as { tables: Record<string, Record<string, object[]>> }
  for (const [scope, content] of Object.entries(tables))
    for (const [table, [row]] of Object.entries(content)) {
      if (!row || (scope !== '' && registry.find(table)?.definition.internal)) continue
      const world = JSON.parse(file)
      world.tables[scope][table][0].strange = 1
      expect(await toldOf(() => createSimulator({ world })), table).toContain('strange is not a known member')
    }
})
