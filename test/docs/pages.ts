import { readdirSync } from 'node:fs'
import { readProjectFile } from '../tidy/source-tree'

/** Pages whose examples are files of tests: somebody copies one of them and it works. */
export const PAGES_OF_FILES = [
  'README.md',
  'docs/tutorial.md',
  ...readdirSync(new URL('../../docs/recipes/', import.meta.url)).map((name) => `docs/recipes/${name}`),
]

/** An example with the name of the file that it becomes. */
export interface Example {
  readonly file: string
  readonly code: string
  /** The code, or one test around it. */
  readonly run: string
}

export const examplesOf = (page: string): Example[] =>
  [...readProjectFile(page).matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = ''], index) => ({
    file: `${page.replace(/\.md$/, '').replace(/\//g, '-').toLowerCase()}-${index + 1}.test.ts`,
    code,
    run: code.includes('test(') ? code : asTest(code),
  }))

/** A program without tests, as one test. */
function asTest(code: string): string {
  const lines = code.split('\n')
  const imports = lines.filter((line) => line.startsWith('import '))
  const rest = lines.filter((line) => !line.startsWith('import '))
  const body = [`test('runs', async () => {`, ...rest, '})']
  return [...imports, `import { test } from 'vitest'`, ...body].join('\n')
}
