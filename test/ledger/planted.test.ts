import { createSimulator } from 'accounting-simulator'
import { describe, expect, test } from 'vitest'
import { checked } from '../support/checked'
import { booksIn, findingsAfter, namesIn, rewrite } from './both-audits'
import * as contracts from './contract-corruptions'
import * as documents from './document-corruptions'

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

const WORLDS = { 'documents and assets': documents, contracts }

/** docs/service.md §12: whatever was once wrong in the books is seen when it is wrong again. */
describe.each(Object.entries(WORLDS))('%s', (_, { soundWorld, CORRUPTIONS }) => {
  const sound = once(soundWorld)

  test('the world in which they are planted is sound', async () => {
    expect(createSimulator({ world: checked(await sound()) }).books.check()).toEqual([])
  })

  test.each(CORRUPTIONS)('%s: %s', async (_what, broken, corrupt) => {
    const scope = booksIn(await sound())
    const findings = findingsAfter(scope, () => rewrite(scope, corrupt))
    expect(namesIn(findings)).toEqual(broken)
    for (const { where, text } of findings) expect([where, text]).not.toContain('')
  })
})
