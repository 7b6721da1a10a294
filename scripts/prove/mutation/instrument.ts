import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installed } from '../installed'

/** A change of the sources that tests should notice. */
export interface Mutant {
  readonly id: string
  /** The line of the sources in which it begins, from 1, and its text. */
  readonly at: number
  readonly line: string
  readonly from: string
  readonly to: string
}

/** The parts of Stryker's instrumenter that are needed here. */
interface Instrumenter {
  instrument(
    files: readonly { name: string; content: string; mutate: boolean }[],
    options: { plugins: null; ignorers: readonly []; excludedMutations: readonly string[] },
  ): Promise<{
    files: readonly { content: string }[]
    mutants: readonly {
      id: string
      mutatorName: string
      replacement: string
      location: { start: Position; end: Position }
    }[]
  }>
}

/** Both from 0. */
interface Position {
  readonly line: number
  readonly column: number
}

const PACKAGES = ['@stryker-mutator/instrumenter@9.6.1']

/** The sources with all their mutants in them, each behind a switch. */
export async function instrumented(path: string, text: string): Promise<{ text: string; mutants: Mutant[] }> {
  const folder = await installed('mutation', PACKAGES)
  const main = join(folder, 'node_modules/@stryker-mutator/instrumenter')
  const { main: file } = JSON.parse(readFileSync(join(main, 'package.json'), 'utf8')) as { main: string }
  const { Instrumenter } = (await import(pathToFileURL(join(main, file)).href)) as {
    Instrumenter: new (logger: object) => Instrumenter
  }
  const silent = { debug() {}, info() {}, isDebugEnabled: () => false }
  const { files, mutants } = await new Instrumenter(silent).instrument(
    [{ name: path, content: text, mutate: true }],
    { plugins: null, ignorers: [], excludedMutations: [] },
  )
  const lines = text.split('\n')
  const all = mutants.map(({ id, mutatorName, replacement, location: { start, end } }) => ({
    ...{ id, at: start.line + 1, line: lines[start.line]?.trim() ?? '', mutatorName },
    from: inOneLine(between(lines, start, end)),
    to: inOneLine(replacement),
  }))
  return { text: files[0]?.content ?? '', mutants: all.filter((mutant) => !isForPeople(mutant)) }
}

/** A text with a space is a sentence for people, which no code reads. */
const isForPeople = ({ mutatorName, from }: Mutant & { mutatorName: string }): boolean =>
  mutatorName === 'StringLiteral' && from.includes(' ')

function between(lines: readonly string[], start: Position, end: Position): string {
  const found = lines.slice(start.line, end.line + 1)
  const last = found.length - 1
  return found
    .map((line, index) => line.slice(index === 0 ? start.column : 0, index === last ? end.column : undefined))
    .join('\n')
}

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
