import { memoize } from '../../kernel/memoize'
import { DIGITS_AT_MOST } from '../../kernel/money'
import { signOf } from '../../kernel/sign'
import type { Row } from '../../kernel/store'
import type { CompiledType } from '../model/compiled-type'
import { type Message, messages, onLine } from '../model/refusals'
import { linesOf } from '../model/row'
import type { Definition } from '../schema/define'
import type { Field, Fields } from '../schema/fields'
import type { Write } from './write'

/** The message about the sign of a decimal in a request; undefined if the field allows the sign. */
export function wrongSign(field: Field | undefined, decimal: string): Message | undefined {
  const sign = signOf(decimal)
  if (field?.sign === 'positive' && sign <= 0) return messages.moreThan(0)
  if (field?.sign === 'not-negative' && sign < 0) return messages.atLeast(0)
  return undefined
}

/** True if an amount, in the form of rows, has too many digits. */
function isTooLarge(text: unknown): boolean {
  if (typeof text !== 'string' || text.length <= DIGITS_AT_MOST) return false
  const point = text.indexOf('.')
  return (point < 0 ? text.length : point) - (text.startsWith('-') ? 1 : 0) > DIGITS_AT_MOST
}

/** Computed amounts must fit, too; otherwise the member that they come from is refused. */
export function checkAmountLimits(write: Write): void {
  const columns = decimalColumns(write.type)
  if (hasTooLarge(columns, write.after)) addLimitProblems(write, columns)
}

/** True if any amount is too large. That is rare, so no details are collected here. */
function hasTooLarge({ own, lines }: DecimalColumns, row: Row): boolean {
  for (const column of own) if (isTooLarge(row[column])) return true
  for (const { member, columns } of lines)
    for (const line of linesOf(row, member))
      for (const column of columns) if (isTooLarge(line[column])) return true
  return false
}

function addLimitProblems(write: Write, columns: DecimalColumns): void {
  const { after, definition, problems } = write
  const text = messages.type('decimal')
  const valued = valuedColumns(definition)
  const tooLarge: string[] = []
  for (const { member, columns: inLines } of columns.lines)
    for (const [index, line] of linesOf(after, member).entries()) {
      const large = inLines.filter((column) => isTooLarge(line[column]))
      tooLarge.push(...large)
      if (large.some((column) => !valued.has(column))) problems.add(member, onLine(index, text))
    }
  if (tooLarge.length === 0) {
    tooLarge.push(...columns.own.filter((column) => isTooLarge(after[column])))
    for (const column of tooLarge) if (!valued.has(column)) problems.add(sumOf(write) ?? column, text)
  }
  write.world.assumptions.noteUse('amount-limit')
  // Only converted amounts are too large, so the exchange rate is at fault.
  if (tooLarge.every((column) => valued.has(column))) problems.add('exchange_rate', text)
}

export function largeColumns(type: CompiledType, row: Row): string[] {
  const { own, lines } = decimalColumns(type)
  return [
    ...own.filter((column) => isTooLarge(row[column])),
    ...lines.flatMap(({ member, columns }) =>
      linesOf(row, member).flatMap((line) =>
        columns.filter((column) => isTooLarge(line[column])).map((column) => `${member}.${column}`),
      ),
    ),
  ]
}

/** Columns whose amounts are computed with an exchange rate. */
const valuedColumns = ({ money, settles }: Definition): ReadonlySet<string> =>
  new Set([
    ...['open_company', 'money_value', 'carrying_amount', 'signed_carrying_amount'],
    ...['unassigned_company', ...(settles?.unassigned ? ['unassigned_in_record'] : [])],
    ...[money?.bankAmount ?? '', money?.lineBankAmount ?? ''],
  ])

/** The member whose lines add up to the record's amounts. */
const sumOf = ({ after, type }: Write): string | undefined =>
  type.lineMembers.find((member) => linesOf(after, member).length > 0)

/** The columns with decimals, of the record itself and of the lines of each member. */
interface DecimalColumns {
  readonly own: readonly string[]
  readonly lines: readonly { readonly member: string; readonly columns: readonly string[] }[]
}

const decimalColumns = memoize(
  (type: CompiledType): DecimalColumns => ({
    own: decimalsIn(type, ''),
    lines: type.lineMembers.map((member) => ({ member, columns: decimalsIn(type, member) })),
  }),
)

function decimalsIn(type: CompiledType, member: string): string[] {
  const { fields } = type.definition
  const [members, blank]: [Fields, Row] =
    member === '' ? [fields, type.blank] : [fields[member]?.element?.members ?? {}, type.blankLine(member)]
  return Object.keys(blank).filter((column) =>
    members[column] ? members[column].kind === 'decimal' : blank[column] === '0.00',
  )
}
