import type { Row } from '../../kernel/store'
import type { CompiledType } from '../model/compiled-type'
import { messages, onLine } from '../model/messages'
import { eachLine, linesOf, type MutableRow, mutableLinesOf } from '../model/row'
import { takeFrom } from '../model/sequences'
import { isLineNamed } from './is-referred'
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
    let known: Set<unknown> | undefined
    eachLine(write.after, member, (line, index) => {
      if (isUnnumbered(line)) return
      known ??= new Set(linesOf(write.before ?? {}, member).map(({ id }) => id))
      if (known.delete(line.id)) return
      if (write.world.assumptions.read('line-ids') === 'ignored') line.id = null
      else write.problems.add(member, onLine(index, messages.unknown('Line', line.id)))
    })
  }
}

/** A line that another record names cannot be removed (docs/service.md §4.1). */
export function checkNamedLines(write: Write): void {
  for (const member of write.type.lineMembers) {
    const before = linesOf(write.before ?? {}, member)
    if (before.length === 0) continue
    const kept = new Set(linesOf(write.after, member).map(({ id }) => id))
    for (const { id } of before)
      if (!kept.has(id) && isLineNamed(write, id)) write.problems.add(member, messages.lineInUse(id))
  }
}

const isUnnumbered = ({ id }: Row): boolean => id === null || id === undefined

/** Sorts the lines by position, if the service does, and assigns ids to new ones. */
export function assignLineIds(write: Write): void {
  const isSorted = write.world.assumptions.peek('line-order') === 'position'
  for (const member of write.type.lineMembers) {
    const lines = mutableLinesOf(write.after, member)
    if (isSorted && !areInOrder(lines)) lines.sort((a, b) => positionOf(a) - positionOf(b))
    let count = 0
    for (const line of lines) if (isUnnumbered(line)) count += 1
    if (count === 0) continue
    let id = takeFrom(write.world.store, write.organization, 'line', count)
    for (const line of lines) if (isUnnumbered(line)) line.id = id++
  }
}

const positionOf = ({ position }: Row): number => position as number

function areInOrder(lines: readonly Row[]): boolean {
  for (let index = 1; index < lines.length; index += 1)
    if (positionOf(lines[index - 1] as Row) > positionOf(lines[index] as Row)) return false
  return true
}
