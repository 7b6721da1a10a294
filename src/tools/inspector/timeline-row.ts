import { html, nothing, type TemplateResult } from 'lit/html.js'
import { grouped } from './amounts'
import type { Line } from './entries'
import { isGrown } from './incremental'
import { cutParts, dayText, spanText } from './widgets'

/** The parts of a row besides its line. */
interface Beside {
  /** The entry that it leads to, by default its own. */
  readonly number?: number
  /** The number of the try, and the time that its client had waited. */
  readonly again?: string
  /** The strip of the waterfall, in the place of key and time. */
  readonly strip?: TemplateResult | undefined
  /** Tells whether it matters with which key a request was sent. */
  readonly hasKeys?: boolean
  readonly isUndone?: boolean
}

export const rowOf = (
  { entry, method, path, outcome, tone, why, repeats }: FoldedLine,
  { number = entry.sequence, again, strip, hasKeys, isUndone }: Beside = {},
): TemplateResult =>
  // Read as they stand, these make the name of the row.
  html`<span class="method ${entry.kind}">${method}</span>
    <span class="path cut" title=${path}>${cutParts(path, entry.url, isUndone ? 'undone' : '')} ${
      repeats ? html`<strong class="times">×${grouped(repeats.length)}</strong>` : nothing
    }</span>
    <span class="status ${tone}">${outcome}</span>
    <span class="why" title=${why}>
      ${isUndone ? html`<em>undone</em>` : nothing} ${
        again ? html`<strong class="again">${again}</strong>` : nothing
      } ${repeats ? overText(repeats) : ''}
      ${why}</span>
    ${strip ?? (hasKeys ? html`<span class="key-name" title=${entry.key ?? ''}>${entry.key ?? ''}</span>` : nothing)}
    ${strip ? nothing : html`<span class="time" title=${entry.at}>${entry.at.slice(11, 19)}</span>`}
    <span class="number" aria-hidden="true" data-text="#${number}"></span>`

/** The rows that begin a day, each with the day: rows have the time alone. */
export function daysOf(
  rows: readonly FoldedLine[],
): readonly { readonly at: number; readonly text: string }[] {
  let day = ''
  return rows.flatMap(({ entry }, at) => {
    if (entry.at.startsWith(day) && day !== '') return []
    day = entry.at.slice(0, 10)
    return [{ at, text: dayText(entry.at, '') }]
  })
}

/** The time that a run of rows took. */
function overText(repeats: NonNullable<FoldedLine['repeats']>): string {
  const [first, last] = [repeats[0], repeats.at(-1)]
  const span = first && last ? Date.parse(last.entry.at) - Date.parse(first.entry.at) : 0
  return span > 0 ? `over ${spanText(span)}` : ''
}

/** A line, or the first of several alike, which stands for all. */
export interface FoldedLine extends Line {
  readonly repeats?: readonly Line[]
}

const FOLDED_FROM = 4
/** Lines of so many kinds may come by turns. */
const KINDS_AT_MOST = 4
/** One of each comes again within so many lines. */
const TURN = 8

const dayOf = ({ entry }: Line): string => String(entry.at).slice(0, 10)

/** The text of a 429 has what is left in the bucket. */
const reasonOf = ({ entry, why }: Line): string => entry.reason?.bucket ?? why

/** Alike for the same reason. */
const isAlike = (one: Line, other: Line): boolean =>
  one.method === other.method &&
  one.path === other.path &&
  one.outcome === other.outcome &&
  reasonOf(one) === reasonOf(other) &&
  one.entry.key === other.entry.key

interface Turns {
  readonly kinds: readonly (readonly Line[])[]
  /** Further lines may belong to it. */
  readonly isToEnd: boolean
}

/** Lines by kind that come by turns, with nothing between them, which a filter may hide. */
function turnsFrom(lines: readonly Line[], from: number, to = lines.length): Turns {
  const kinds: { readonly own: Line[]; last: number }[] = []
  const begin = lines[from] as Line
  let at = from
  for (; at < to; at++) {
    const line = lines[at] as Line
    const kind = kinds.find(({ own }) => isAlike(own[0] as Line, line))
    const isNext = line.entry.sequence - at === begin.entry.sequence - from && dayOf(line) === dayOf(begin)
    if (!isNext || at - (kind?.last ?? from) > TURN) break
    if (kind) {
      kind.own.push(line)
      kind.last = at
    } else if (kinds.length < KINDS_AT_MOST) kinds.push({ own: [line], last: at })
    else break
  }
  // One that is too short ends the run before it.
  const [short] = kinds.slice(1).flatMap(({ own }) => (own.length < FOLDED_FROM ? own : []))
  const isToEnd = at === lines.length
  return short
    ? { ...turnsFrom(lines, from, lines.indexOf(short, from)), isToEnd }
    : { kinds: kinds.map(({ own }) => own), isToEnd }
}

/**
 * Lines that repeat become a row of each kind, unless `isOpen` says otherwise of one of them. Where lines have only
 * grown, the rows that no further line can change stay.
 */
export function folding(isOpen: (line: Line) => boolean): (lines: readonly Line[]) => readonly FoldedLine[] {
  let known: readonly Line[] = []
  let rows: FoldedLine[] = []
  /** The first line that further ones may change, and its row. */
  let open: readonly [from: number, row: number] = [0, 0]
  return (lines) => {
    if (lines === known) return rows
    if (!isGrown(lines, known)) open = [0, 0]
    let [from, row] = open
    rows = rows.slice(0, row)
    known = lines
    let isSettled = true
    while (from < lines.length) {
      const { kinds, isToEnd } = turnsFrom(lines, from)
      if (isToEnd && isSettled) open = [from, rows.length]
      isSettled &&= !isToEnd
      const [first = [], second] = kinds
      const alike = second ? lines.indexOf(second[0] as Line, from) - from : first.length
      const isByTurns = alike < FOLDED_FROM && first.length >= FOLDED_FROM
      const own = isByTurns ? kinds : [first.slice(0, alike)]
      const run = lines.slice(from, from + own.flat().length)
      if ((own[0]?.length ?? 0) < FOLDED_FROM || run.some(isOpen)) rows.push(...run)
      else rows.push(...own.map((repeats) => ({ ...(repeats[0] as Line), repeats })))
      from += run.length
    }
    return rows
  }
}

export const folded = (lines: readonly Line[], isOpen: (line: Line) => boolean): readonly FoldedLine[] =>
  folding(isOpen)(lines)

const ROWS_AT_MOST = 40

/** The latest rows, the latest first, and the number of entries before them. */
export function latestRows(lines: readonly Line[]) {
  const rows = folded(lines, () => false).slice(-ROWS_AT_MOST)
  const shown = rows.reduce((sum, { repeats }) => sum + (repeats?.length ?? 1), 0)
  return { rows: rows.reverse(), earlier: lines.length - shown }
}
