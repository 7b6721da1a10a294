import { ALL_BLOCKS, type Block } from './blocks'
import { GIVEN } from './given'
import { proofOf } from './proofs'

/** One file of tests, made of one example or of the fragments of a page. */
export interface Example {
  readonly file: string
  readonly code: string
  /** The code, or one test around each fragment. */
  readonly run: string
}

const NAMED = /^import \{ (.*) \} from ('[^']+')$/
const isImport = (line: string): boolean => line.startsWith('import ')

const hasTests = ({ code }: Block): boolean => code.includes('test(')

const fileOf = ({ place }: Block): string =>
  `${place.replace('.md:', '-line-').replace(/\W+/g, '-').toLowerCase()}.test.ts`

/** Examples with tests of their own stay files of their own; the others of a page share one. */
function filesOf(blocks: readonly Block[]): Example[] {
  const files = new Map<string, Block[]>()
  for (const block of blocks) {
    const name = hasTests(block) ? fileOf(block) : block.page
    files.set(name, [...(files.get(name) ?? []), block])
  }
  return [...files.values()].map((parts) => ({
    file: fileOf(parts[0] as Block),
    code: parts.map(({ code }) => code).join('\n'),
    run: asFile(parts),
  }))
}

/** The examples that are files, in the order of their pages. */
export const EXAMPLES: readonly Example[] = filesOf(ALL_BLOCKS.filter((block) => proofOf(block) === 'file'))

/** Fragments become tests; what the page takes for granted stands before them. */
function asFile(blocks: readonly Block[]): string {
  const [first] = blocks as readonly [Block]
  const given = GIVEN[first.page]
  if (given === undefined && hasTests(first)) return first.code
  const before = (given ?? "import { test } from 'vitest'\n").split('\n')
  const lines = blocks.map(({ code }) => code.split('\n'))
  const bodies = blocks.map((block, index) => {
    const rest = (lines[index] ?? []).filter((line) => !isImport(line)).join('\n')
    return hasTests(block)
      ? `describe('${block.place}', () => {\n${rest}\n})`
      : `test('${block.place}', async () => {\n${rest}\n})`
  })
  const imports = merged([...before, ...lines.flat()].filter(isImport))
  return [...imports, ...before.filter((line) => !isImport(line)), ...bodies].join('\n')
}

/** One import for each module: what is given and what an example shows may name the same. */
function merged(lines: readonly string[]): string[] {
  const names = new Map<string, Set<string>>()
  const others = new Set<string>()
  for (const line of lines) {
    const [, list, from] = NAMED.exec(line) ?? []
    if (list === undefined || from === undefined) others.add(line)
    else names.set(from, new Set([...(names.get(from) ?? []), ...list.split(', ')]))
  }
  return [...others, ...[...names].map(([from, list]) => `import { ${[...list].join(', ')} } from ${from}`)]
}
