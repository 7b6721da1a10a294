import { createSimulator } from 'accounting-simulator'
import { matchers } from 'accounting-simulator/matchers'
import { worlds } from 'accounting-simulator/worlds'
import { schemas, serviceSchemas } from 'accounting-simulator/zod'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { programErrors } from '../types/language'
import { blocksOf } from './blocks'
import { PAGES_OF_PROGRAMS, proofOf } from './proofs'

describe.each(PAGES_OF_PROGRAMS)('the examples of %s', (page) => {
  const blocks = blocksOf(page).filter((block) => proofOf(block) === 'program')
  const code = blocks.map((block) => block.code).join('\n')

  test('compile', () => {
    expect(programErrors(code)).toEqual([])
  }, 180_000)

  test('run', async () => {
    const script = ts.transpileModule(code, {
      compilerOptions: { target: ts.ScriptTarget.ES2022 },
    }).outputText
    const plain = script.replace(/^(import|export) .*$/gm, '')
    const names = ['expect', ...EXPORTED]
    const run = new AsyncFunction(...names, plain)
    await run(expect, ...Object.values(GIVEN))
  })
})

/** What the examples import from the package. */
const GIVEN = { createSimulator, matchers, worlds, schemas, serviceSchemas }
const EXPORTED = Object.keys(GIVEN)
const AsyncFunction = (async () => {}).constructor as new (
  ...source: string[]
) => (...given: unknown[]) => Promise<void>
