import { projectFiles, readProjectFile } from '../tidy/source-tree'

/** A fenced block of a page. */
export interface Block {
  readonly page: string
  /** `docs/faults.md:12`, the line of its fence. */
  readonly place: string
  /** The word behind the fence; '' if there is none. */
  readonly language: string
  readonly code: string
  /** The name of the marks around it, if a test writes what stands between them. */
  readonly mark: string | undefined
}

/** Every page that people read. */
export const PAGES: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  ...projectFiles('docs').filter((path) => path.endsWith('.md')),
  ...projectFiles('examples').filter((path) => path.endsWith('README.md')),
]

const FENCE = /^([ \t]*)(`{3,}|~{3,})(.*)$/
const MARK = /^<!-- ([\w-]+):(begin|end) -->$/

/** All fenced blocks of a page, in order, whatever their language and indentation. */
export function blocksOf(page: string): Block[] {
  const blocks: Block[] = []
  let open: { fence: string; line: number; language: string; code: string[] } | undefined
  let mark: string | undefined
  for (const [index, line] of readProjectFile(page).split('\n').entries()) {
    const [, , fence = '', word = ''] = FENCE.exec(line) ?? []
    const [, name, side] = MARK.exec(line) ?? []
    if (open === undefined && name !== undefined) mark = side === 'begin' ? name : undefined
    else if (open === undefined && fence !== '')
      open = { fence, line: index + 1, language: word.trim(), code: [] }
    else if (open && fence === open.fence && word === '') {
      const { language, code } = open
      const text = code.map((one) => `${one}\n`).join('')
      blocks.push({ page, place: `${page}:${open.line}`, language, code: text, mark })
      open = undefined
    } else open?.code.push(line)
  }
  if (open) throw new Error(`${page}:${open.line}: the block has no end`)
  return blocks
}

export const ALL_BLOCKS: readonly Block[] = PAGES.flatMap(blocksOf)
