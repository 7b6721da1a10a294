import type { Line } from './entries'

const BASES = new WeakMap<readonly Line[], readonly Line[]>()

/** The lines with further ones behind them. */
export function appended(lines: readonly Line[], further: readonly Line[]): readonly Line[] {
  const longer = [...lines, ...further]
  BASES.set(longer, lines)
  // Keeps one step back only, so that older lists can be collected.
  BASES.delete(lines)
  return longer
}

/** Tells whether lines are those that were known, with further ones behind them. */
export const isGrown = (lines: readonly Line[], known: readonly Line[]): boolean => BASES.get(lines) === known

/** The lines that fit: a list that grows with theirs, and theirs itself if all fit. */
export function fitting(fits: (line: Line) => boolean): (lines: readonly Line[]) => readonly Line[] {
  let known: readonly Line[] = []
  let found: readonly Line[] = []
  return (lines) => {
    if (lines === known) return found
    const isLonger = isGrown(lines, known)
    const before = isLonger ? found : []
    const fresh = lines.slice(isLonger ? known.length : 0).filter(fits)
    if (before.length + fresh.length === lines.length) found = lines
    else found = fresh.length === 0 ? before : appended(before, fresh)
    known = lines
    return found
  }
}

/**
 * Gathers a result from one line after the other. When lines have only grown, those that were read before are not read
 * again, so that a new one costs the same among 100,000.
 */
export function incremental<State, Result>(
  begin: () => State,
  add: (state: State, line: Line, at: number) => void,
  resultOf: (state: State) => Result,
): (lines: readonly Line[]) => Result {
  let known: readonly Line[] = []
  let state = begin()
  let result = resultOf(state)
  return (lines) => {
    if (lines === known) return result
    const isLonger = isGrown(lines, known)
    if (!isLonger) state = begin()
    for (let at = isLonger ? known.length : 0; at < lines.length; at++) add(state, lines[at] as Line, at)
    known = lines
    result = resultOf(state)
    return result
  }
}

/** The function, which works only when one of what it is given is another thing than the last time. */
export function memoizeLast<Given extends readonly unknown[], Result>(
  work: (...given: Given) => Result,
): (...given: Given) => Result {
  let last: { readonly given: Given; readonly result: Result } | undefined
  return (...given) => {
    if (!last || given.some((one, at) => one !== last?.given[at])) last = { given, result: work(...given) }
    return last.result
  }
}
