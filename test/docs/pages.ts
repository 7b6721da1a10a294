import { ALL_BLOCKS, type Block } from './blocks'
import { GIVEN } from './given'
import { proofOf } from './proofs'

/** An example with the name of the file that it becomes. */
export interface Example {
  readonly file: string
  readonly code: string
  /** The code, or one test around it. */
  readonly run: string
}

/** The examples that are files, in the order of their pages. */
export const EXAMPLES: readonly Example[] = ALL_BLOCKS.filter((block) => proofOf(block) === 'file').map(
  ({ page, place, code }: Block) => ({
    file: `${place.replace('.md:', '-line-').replace(/\W+/g, '-').toLowerCase()}.test.ts`,
    code,
    run: asFile(code, GIVEN[page]),
  }),
)

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
