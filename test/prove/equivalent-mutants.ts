import { readFileSync } from 'node:fs'

/** A mutant that no test can find, because it changes nothing that can be seen. */
export interface EquivalentMutant {
  readonly file: string
  readonly reason: string
  /** How the line of the sources begins in which it begins, without the space before it. */
  readonly line: string
  /** What it replaces, up to a `…` if it has one, and by what. */
  readonly from: string
  readonly to: string
}

/** In equivalent-mutants.txt each step to the right narrows: a file, a reason, the begin of a line, `from -> to`. */
export const EQUIVALENT_MUTANTS: readonly EquivalentMutant[] = read()

function read(): EquivalentMutant[] {
  const text = readFileSync(new URL('./equivalent-mutants.txt', import.meta.url), 'utf8')
  const [path, mutants] = [['', '', ''], [] as EquivalentMutant[]]
  for (const [, space = '', said = ''] of text.matchAll(/^((?: {2})*)(\S.*)$/gm)) {
    const depth = space.length / 2
    path[depth] = said
    const [file = '', reason = '', line = ''] = path
    const [, from, to] = /^(.*) -> (.*)$/.exec(said) ?? []
    if (depth < 3) path.length = depth + 1
    else if (from && to && line) mutants.push({ file, reason, line, from, to })
    else throw new Error(`equivalent-mutants.txt: ${said}`)
  }
  return mutants
}

/** Why no test can find the mutant. */
export const explainedBy = (
  file: string,
  mutant: { readonly line: string; readonly from: string; readonly to: string },
): string | undefined =>
  EQUIVALENT_MUTANTS.find(
    (one) =>
      one.file === file &&
      mutant.line.startsWith(one.line) &&
      mutant.to === one.to &&
      (one.from.endsWith('…') ? mutant.from.startsWith(one.from.slice(0, -1)) : mutant.from === one.from),
  )?.reason
