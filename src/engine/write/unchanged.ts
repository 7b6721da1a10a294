import { areAlike } from '../../kernel/are-alike'
import { hasMembers } from '../../kernel/is-object'
import { decimal, round } from '../../kernel/money'
import type { Row } from '../../kernel/store'
import { type CompiledType, defaultValue } from '../model/compiled-type'
import type { World } from '../model/context'
import { decimalOf, linesOf, taxOf } from '../model/row'
import type { Field, Fields } from '../schema/fields'
import { isSendable } from './read-body'

/** The body of a PUT, divided into what it changes and what it keeps (§5.1). */
export interface PutChanges {
  /** The members whose values differ from the response. Members that no response shows are filled in. */
  readonly body: unknown
  /** The members that stay as they are stored. */
  readonly kept: ReadonlySet<string>
}

/**
 * Compares the body of a PUT with the response to a GET. A member with the value of the response stays as
 * stored. So does a member that no response shows, in the record and in named lines, unless the body sets it.
 */
export function withoutUnchanged(
  world: World,
  type: CompiledType,
  before: Row,
  body: unknown,
  /** The record as a response shows it. */
  shown: Row,
): PutChanges {
  if (!hasMembers(body)) return { body, kept: new Set() }
  const { fields } = type.definition
  const kept = new Set<string>()
  const rest: [string, unknown][] = []
  for (const [name, value] of Object.entries(body)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    const isRepeated = isEcho(field, value, shown, name)
    const isRival = field?.aliasOf !== undefined && field.aliasOf in body
    if (isRepeated && !isRival && field && isSendable(field)) kept.add(field.aliasOf ?? name)
    // Owned rows are stored elsewhere, so the body has to contain them.
    if (!isRepeated || isRival || type.definition.owns?.member === name)
      rest.push([name, field ? partsOf(world, type, before, { name, field, value, shown }) : value])
  }
  const aliased = new Set(Object.values(fields).map(({ aliasOf }) => aliasOf))
  for (const [name, field] of Object.entries(fields)) {
    if (field.presence === 'none' || body[name] !== undefined) continue
    const isHidden = !Object.hasOwn(shown, name) && !aliased.has(name)
    const isDefault = field.presence === 'optional' && areAlike(before[name], defaultValue(field))
    if (isHidden || isDefault) kept.add(name)
  }
  return { body: Object.fromEntries(rest), kept }
}

/** True if the PUT changes nothing. */
export const keepsEverything = (fields: Fields, { body, kept }: PutChanges): boolean =>
  hasMembers(body) &&
  Object.keys(body).every((name) => kept.has(name)) &&
  Object.entries(fields).every(([name, { presence }]) => presence === 'none' || kept.has(name))

/** True if a member comes back as a response showed it. Computed members may have changed since. */
function isEcho(field: Field | undefined, value: unknown, shown: Row, name: string): boolean {
  if (!Object.hasOwn(shown, name)) return false
  const isComputed = field !== undefined && !isSendable(field) && !field.byHost
  return isComputed || areAlike(value, shown[name])
}

interface Member {
  readonly name: string
  readonly field: Field
  readonly value: unknown
  /** The record as a response shows it. */
  readonly shown: Row
}

/** A changed member, without nested members that requests cannot set and that only repeat the response. */
function partsOf(world: World, type: CompiledType, before: Row, member: Member): unknown {
  const { name, field, value, shown } = member
  if (!type.lineMembers.includes(name) || !Array.isArray(value))
    return withoutRepeated(field, value, shown[name])
  const stored = linesOf(before, name)
  const answered = linesOf(shown, name)
  const named = matched(value, answered, stored)
  const shownLines = answered.map((line, at) => ({ ...line, id: stored[at]?.id }))
  const lines = withoutRepeated(field, named, shownLines) as readonly unknown[]
  const hidden = hiddenIn(world, field, answered)
  const known = new Map(stored.map((line) => [line.id, line]))
  return hidden.length === 0 ? lines : lines.map((line) => completed(world, hidden, known, line))
}

function withoutRepeated({ members, element }: Field, value: unknown, shown: unknown): unknown {
  if (members && hasMembers(value) && hasMembers(shown)) return ownMembers(members, value, shown)
  if (!element?.members || !Array.isArray(value) || !Array.isArray(shown)) return value
  const known = new Map(shown.map((one: Row) => [one.id, one]))
  return value.map((one: Row, index) =>
    withoutRepeated(element, one, (hasMembers(one) && known.get(one.id)) || shown[index]),
  )
}

const ownMembers = (fields: Fields, value: Row, shown: Row): Row =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      const isRead = field !== undefined && isSendable(field)
      return !isRead && isEcho(field, part, shown, name)
        ? []
        : [[name, field ? withoutRepeated(field, part, shown[name]) : part]]
    }),
  )

/** If responses hide the ids of lines, matches lines that look alike, else lines at the same position. */
function matched(
  lines: readonly unknown[],
  shown: readonly Row[],
  stored: readonly Row[],
): readonly unknown[] {
  if (shown.some(({ id }) => id !== undefined)) return lines
  const open = new Set(stored.keys())
  const take = (isMeant: (index: number) => boolean): number | undefined => {
    const found = [...open].find(isMeant)
    if (found !== undefined) open.delete(found)
    return found
  }
  const alike = lines.map((line) => take((index) => areAlike(line, shown[index])))
  return lines.map((line, at) => {
    if (!hasMembers(line) || line.id !== undefined) return line
    const index = alike[at] ?? take((one) => stored[one]?.position === (line.position ?? at + 1))
    return index === undefined ? line : { ...line, id: stored[index]?.id }
  })
}

function completed(
  world: World,
  names: readonly string[],
  known: ReadonlyMap<unknown, Row>,
  line: unknown,
): unknown {
  if (!hasMembers(line)) return line
  const before = known.get(line.id)
  const missing = before ? names.filter((name) => line[name] === undefined) : []
  if (!before || missing.length === 0) return line
  return {
    ...line,
    ...Object.fromEntries(
      missing.map((name) => [name, name === 'tax' ? keptTax(world, before) : before[name]]),
    ),
  }
}

/** A tax amount that was computed from the net is computed again. */
function keptTax(world: World, line: Row): unknown {
  const tax = taxOf(line)
  if (tax === null) return null
  const taxed = decimalOf(line, 'net_amount').minus(decimal(tax.tax_exempt_amount))
  const percent = taxed.times(decimal(tax.rate)).div(100)
  const isWorkedOut =
    tax.is_taxable === false || round(percent, world.assumptions.read('rounding')).eq(tax.amount ?? 0)
  return isWorkedOut ? { ...tax, amount: null } : tax
}

/** The members of a line that a request can set and no response shows, by definition or option `answers`. */
function hiddenIn(world: World, { element }: Field, answered: readonly Row[]): string[] {
  const members = Object.entries(element?.members ?? {})
  const aliased = new Set(members.map(([, { aliasOf }]) => aliasOf))
  const isHidden = ([name, { shown, special }]: readonly [string, Field]): boolean =>
    (special === 'tax'
      ? world.assumptions.read('put-tax') === 'keep'
      : shown === 'never' || shown === 'always') && !answered.some((line) => Object.hasOwn(line, name))
  const isKept = ([name, field]: readonly [string, Field]): boolean =>
    isSendable(field) && !aliased.has(name) && name !== 'id' && isHidden([name, field])
  return members.filter(isKept).map(([name]) => name)
}
