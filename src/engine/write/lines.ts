import { areAlike } from '../../kernel/are-alike'
import type { Row } from '../../kernel/store'
import type { CompiledType } from '../model/compiled-type'
import { messages, onLine } from '../model/refusals'
import { eachLine, linesOf, type MutableRow, mutableLinesOf, taxOf } from '../model/row'
import { takeFrom } from '../model/tables'
import { isLineReferenced } from './is-referenced'
import type { Write } from './write'

/** Converts the lines of a request to the form of rows, in the order of the body. */
export function linesFrom(
  type: CompiledType,
  member: string,
  values: unknown,
  /** Existing lines. A line of the request with an id of these keeps the server-owned columns. */
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

/** The lines of a new record. A line without a position gets its place in the body. */
export function placed(lines: readonly MutableRow[]): MutableRow[] {
  for (let index = 0; index < lines.length; index += 1) (lines[index] as MutableRow).position ??= index + 1
  return lines.slice()
}

/** A line with an id replaces that line of the record, so the id must belong to it (§4.1). */
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

/** A line that another record names cannot be removed (§4.1). */
export function checkNamedLines(write: Write): void {
  for (const member of write.type.lineMembers) {
    const before = linesOf(write.before ?? {}, member)
    if (before.length === 0) continue
    const kept = new Set(linesOf(write.after, member).map(({ id }) => id))
    for (const { id } of before)
      if (!kept.has(id) && isLineReferenced(write, id)) write.problems.add(member, messages.lineInUse(id))
  }
}

const isUnnumbered = ({ id }: Row): boolean => id === null || id === undefined

/** The lines in order of storage, in which amounts are divided. Messages count the lines of the body. */
export function linesInOrder(write: Write, member: string): MutableRow[] {
  const lines = mutableLinesOf(write.after, member)
  const isSorted = write.world.assumptions.peek('line-order') === 'position' && !areInOrder(lines)
  return isSorted ? [...lines].sort((a, b) => positionOf(a) - positionOf(b)) : lines
}

/** True if a posted line changes nothing but its position, in a record that stays with its company. */
export function isUnchangedLine(write: Write, member: string, line: Row): boolean {
  const { before, after, definition, wasPosted } = write
  if (!before || !wasPosted) return false
  const known = write.lineBefore(member, line)
  const { deferredWhen = '' } = definition
  const members = Object.entries(definition.fields[member]?.element?.members ?? {})
  return (
    known !== undefined &&
    before.company_id === after.company_id &&
    before[deferredWhen] === after[deferredWhen] &&
    members.every(
      ([name, field]) =>
        field.presence === 'none' ||
        name === 'position' ||
        areAlike(field.special === 'tax' ? taxAsked(line, known) : line[name], known[name]),
    )
  )
}

/** A tax whose amount is not yet computed is compared without the amount. */
function taxAsked(line: Row, known: Row): Row | null {
  const tax = taxOf(line)
  return tax && (tax.amount ?? null) === null ? { ...tax, amount: taxOf(known)?.amount } : tax
}

export function assignLineIds(write: Write): void {
  for (const member of write.type.lineMembers) {
    const lines = linesInOrder(write, member)
    if (lines.length > 0) write.after[member] = lines
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
