import { createSimulator } from 'accounting-simulator'
import { matchers } from 'accounting-simulator/matchers'
import { worlds } from 'accounting-simulator/worlds'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { readProjectFile } from '../tidy/source-tree'
import { programErrors } from '../types/language'

expect.extend(matchers)

/** Pages whose examples are one program each: they compile, and they run. */
const PAGES = ['docs/asking.md', 'docs/arranging.md']

const blocksOf = (page: string): string[] =>
  [...readProjectFile(page).matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)

describe.each(PAGES)('the examples of %s', (page) => {
  const code = blocksOf(page).join('\n')

  test('compile', () => {
    const given = [
      `import { createSimulator } from 'accounting-simulator'`,
      `import { worlds } from 'accounting-simulator/worlds'`,
      `import { expect } from 'vitest'`,
      `import 'accounting-simulator/vitest'`,
    ]
    expect(programErrors(`${given.join('\n')}\n${code}`)).toEqual([])
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
const GIVEN = { createSimulator, worlds }
const EXPORTED = Object.keys(GIVEN)
const AsyncFunction = (async () => {}).constructor as new (
  ...source: string[]
) => (...given: unknown[]) => Promise<void>
