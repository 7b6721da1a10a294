import { createSimulator, type ExportedWorld } from 'accounting-simulator'
import { expect, test } from 'vitest'
import { simulatorOver } from '../support/simulator-over'
import { CORRUPTIONS, type Rows, soundWorld } from './document-corruptions'

/** docs/service.md §12: whatever was once wrong with documents and assets is seen when it is wrong again. */
test('the world in which they are planted is sound', async () => {
  expect(createSimulator({ world: await soundWorld() }).books.check()).toEqual([])
})

test.each(CORRUPTIONS)('%s: %s', async (_, broken, corrupt) => {
  const file = JSON.parse(JSON.stringify(await soundWorld())) as ExportedWorld
  corrupt(file.tables['org-1'] as Rows)
  const findings = simulatorOver(file).books.check()
  expect([...new Set(findings.map(({ invariant }) => invariant))]).toEqual(broken)
  for (const { where, text } of findings) expect([where, text]).not.toContain('')
})
