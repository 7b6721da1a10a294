import type { Line } from './entries'

/** A line, or the first of several alike, which stands for all. */
export interface FoldedLine extends Line {
  readonly repeats?: readonly Line[]
}

const FOLDED_FROM = 4

/** Alike for the same reason, and with nothing between them, which a filter may hide. */
const isAlike = (one: Line, other: Line, apart: number): boolean =>
  one.method === other.method &&
  one.path === other.path &&
  one.outcome === other.outcome &&
  one.why === other.why &&
  other.entry.sequence - one.entry.sequence === apart

/** Runs of alike lines become one row each, unless `isOpen` says otherwise of one of them. */
export function folded(lines: readonly Line[], isOpen: (line: Line) => boolean): readonly FoldedLine[] {
  const rows: FoldedLine[] = []
  for (let from = 0; from < lines.length; ) {
    const first = lines[from] as Line
    let to = from + 1
    while (to < lines.length && isAlike(first, lines[to] as Line, to - from)) to += 1
    const run = lines.slice(from, to)
    if (run.length < FOLDED_FROM || run.some(isOpen)) rows.push(...run)
    else rows.push({ ...first, repeats: run })
    from = to
  }
  return rows
}
