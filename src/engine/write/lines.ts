import type { Row } from '../../kernel/store'
import type { CompiledType } from '../model/compiled-type'
import { messages, onLine } from '../model/messages'
import { linesOf, type MutableRow, mutableLinesOf } from '../model/row'
import { takeFrom } from '../model/sequences'
import type { Write } from './write'

/** Converts the lines of a request to the form of rows, in the order of the body. */
export function linesFrom(
  type: CompiledType,
  member: string,
  values: unknown,
  /** Existing lines. A request line that names one by its id keeps the server-owned columns of it. */
  known: readonly Row[] = [],
): MutableRow[] {
  const kept = type.keptOfLines(member)
  return ((values ?? []) as readonly Row[]).map((line, index) => {
    const before = kept.length > 0 ? known.find(({ id }) => id === line.id) : undefined
    const after = type.newLine(member)
    for (const name of kept) after[name] = before?.[name] ?? null
    Object.assign(after, line)
    after.position ??= index + 1
    return after
  })
}

/** The lines of a new record. Those without a position stand where the body has them. */
export function placed(lines: readonly MutableRow[]): MutableRow[] {
  for (let index = 0; index < lines.length; index += 1) (lines[index] as MutableRow).position ??= index + 1
  return lines.slice()
}

/** A line with an id replaces that line of the record, so the id must belong to it (docs/service.md §4.1). */
export function checkLineIds(write: Write): void {
  for (const member of write.type.lineMembers) {
    const known = new Set(linesOf(write.before ?? {}, member).map((line) => line.id))
    for (const [index, line] of mutableLinesOf(write.after, member).entries()) {
      if (line.id === null || line.id === undefined) continue
      if (known.delete(line.id)) continue
      if (write.world.assumptions.read('line-ids') === 'ignored') line.id = null
      else write.problems.add(member, onLine(index, messages.unknown('Line', line.id)))
    }
  }
}

/** Sorts the lines by position, if the service does, and assigns ids to new ones. */
export function assignLineIds(write: Write): void {
  const isSorted = write.world.assumptions.peek('line-order') === 'position'
  for (const member of write.type.lineMembers) {
    const lines = mutableLinesOf(write.after, member)
    if (isSorted) lines.sort((a, b) => (a.position as number) - (b.position as number))
    const unnumbered = lines.filter(({ id }) => id === null || id === undefined)
    if (unnumbered.length === 0) continue
    let id = takeFrom(write.world.store, write.organization, 'line', unnumbered.length)
    for (const line of unnumbered) line.id = id++
  }
}
