import type { ChangedMembers, RecordsDiff, WorldDiff } from '../..'
import { grouped } from './amounts'
import { cellOf } from './record-columns'
import { spaced } from './record-name'

/** One value that is another one now. */
interface ValueChange {
  /** Such as `memo`, or `items 3 rate` for a member of the line with the id 3. */
  readonly member: string
  readonly before: string
  readonly after: string
}

/**
 * The values that differ, down to single members. Lines are matched by their ids; by their places if none was kept, as
 * where a request wrote all of them anew.
 */
export const valueChanges = (changed: ChangedMembers): readonly ValueChange[] =>
  Object.entries(changed).flatMap(([member, values]) => (values ? between(member, ...values) : []))

function between(member: string, before: unknown, after: unknown): readonly ValueChange[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  const [had, has] = bothParts(before, after)
  if (!had || !has) return [{ member, before: textOf(before), after: textOf(after) }]
  return [...new Set([...had.keys(), ...has.keys()])].flatMap((name) =>
    between(`${member} ${name}`, had.get(name), has.get(name)),
  )
}

type Parts = ReadonlyMap<string, unknown> | undefined

/** The lines of two lists under the same names, the members of two objects; undefined for a single value. */
function bothParts(before: unknown, after: unknown): readonly [Parts, Parts] {
  const [had, has] = [linesOf(before), linesOf(after)]
  if (!had || !has) return [membersOf(before), membersOf(after)]
  const ids = new Set(had.map(idOf))
  const nameOf = has.some((one) => idOf(one) !== undefined && ids.has(idOf(one)))
    ? (one: object): string => String(idOf(one))
    : (_: object, at: number): string => `no. ${at + 1}`
  const named = (lines: readonly object[]): Parts => new Map(lines.map((one, at) => [nameOf(one, at), one]))
  return [named(had), named(has)]
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const linesOf = (value: unknown): readonly object[] | undefined =>
  Array.isArray(value) && value.length > 0 && value.every(isObject) ? value : undefined

const membersOf = (value: unknown): Parts =>
  !isObject(value) || Array.isArray(value) || 'timestamp' in value
    ? undefined
    : new Map(Object.entries(value))

const idOf = (line: object): unknown => ('id' in line ? line.id : undefined)

const textOf = (value: unknown): string => {
  const isWhole = isObject(value) && !('timestamp' in value)
  const cell = isWhole ? JSON.stringify(value) : cellOf(value)
  return cell === null || cell === '' ? 'nothing' : String(cell)
}

/** Such as `2 added, 1 changed`. */
export const typeSum = ({ added, removed, changed }: RecordsDiff): string =>
  Object.entries({ added, removed, changed })
    .filter(([, { length }]) => length > 0)
    .map(([how, { length }]) => `${grouped(length)} ${how}`)
    .join(', ')

/** Accounts beyond these are in the table only. */
const ACCOUNTS_AT_MOST = 8

/** All that differs in two lines: `100 added invoices, ...` by type, and the changes of balances by account. */
export function diffSum({ records, balances }: WorldDiff): readonly string[] {
  const types = Object.entries(records).map(([type, diff]) => `${spaced(type)}: ${typeSum(diff)}`)
  const accounts = balances
    .slice(0, ACCOUNTS_AT_MOST)
    .map(
      ({ account_number, change }) =>
        `${account_number} ${change.startsWith('-') ? '' : '+'}${grouped(change)}`,
    )
  const more = balances.length - accounts.length
  return [
    types.join('; ') || 'No record differs',
    [...accounts, ...(more > 0 ? [`and ${more} more accounts`] : [])].join(', ') || 'No balance differs',
  ]
}
