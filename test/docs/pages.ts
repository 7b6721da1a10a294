import { readdirSync } from 'node:fs'
import { readProjectFile } from '../tidy/source-tree'
import { GIVEN } from './given'

/** Pages whose examples are files of tests: somebody copies one of them and it works. */
export const PAGES_OF_FILES = [
  'README.md',
  'docs/tutorial.md',
  ...readdirSync(new URL('../../docs/recipes/', import.meta.url)).map((name) => `docs/recipes/${name}`),
  ...Object.keys(GIVEN),
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
    run: asFile(code, GIVEN[page]),
  }))

/** A fragment or a program without tests becomes one test; what the page takes for granted stands before it. */
function asFile(code: string, given?: string): string {
  if (given === undefined && code.includes('test(')) return code
  const lines = `${code}`.split('\n')
  const isImport = (line: string): boolean => line.startsWith('import ')
  const around = code.includes('test(')
    ? ["describe('the example', () => {", '})']
    : ["test('runs', async () => {", '})']
  const before = (given ?? "import { test } from 'vitest'\n").split('\n')
  const imports = new Set([...before, ...lines].filter(isImport))
  const rest = lines.filter((line) => !isImport(line))
  return [...imports, ...before.filter((line) => !isImport(line)), around[0], ...rest, around[1]].join('\n')
}
