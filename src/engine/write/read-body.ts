import { memoize } from '../../kernel/memoize'
import type { CompiledType } from '../model/compiled-type'
import type { World } from '../model/context'
import type { MutableRow } from '../model/row'
import type { Field, Fields } from '../schema/fields'
import { type BodyReader, bodyReader, type NewRow, newRowReader, type ReadingRules } from './read-value'
import { Reading } from './reading'

/**
 * Validates the members of a body and converts them to the form of rows. Omitted members stay absent, because
 * the caller decides whether stored columns stay or get defaults.
 *
 * @param kept required members that the body may omit
 */
export function readMembers(
  world: World,
  fields: Fields,
  body: unknown,
  {
    partial = false,
    kept = NOTHING,
  }: { readonly partial?: boolean; readonly kept?: ReadonlySet<string> } = {},
  byHost = false,
): MutableRow {
  const rules = readingRulesOf(world, byHost)
  const way = rulesKey(rules) + (partial ? 32 : 0)
  const ways = bodyReaders(fields)
  ways[way] ??= bodyReader(fields, rules, partial)
  return validly(world, new Reading(fields, kept), body, ways[way])
}

/** Validates the body of a create and reads it straight into a new row. */
export function readNewRow(world: World, type: CompiledType, body: unknown, byHost = false): NewRow {
  const { fields } = type.definition
  const rules = readingRulesOf(world, byHost)
  const way = rulesKey(rules)
  const ways = newRowReaders(type)
  ways[way] ??= newRowReader(
    { fields, newRow: () => type.newRow(), newLine: (member) => type.newLine(member) },
    rules,
  )
  return validly(world, new Reading(fields, NOTHING), body, ways[way])
}

const NOTHING: ReadonlySet<string> = new Set()

function validly<T>(
  { assumptions }: World,
  reading: Reading,
  body: unknown,
  read: (body: unknown, reading: Reading) => T,
): T {
  const result = read(body, reading)
  if (reading.problems.any) assumptions.noteUse('dates-strict', 'required-strings')
  reading.problems.throwIfAny()
  return result
}

const readingRulesOf = ({ assumptions }: World, byHost: boolean): ReadingRules => ({
  strict: assumptions.read('unknown-members') === 'reject',
  textOnly: assumptions.read('string-amounts') === 'strings-only',
  dateTimes: assumptions.peek('dates-strict') === 'date-times-too',
  filled: !byHost && assumptions.peek('required-strings') === 'not-empty',
  byHost,
})

const rulesKey = ({ strict, textOnly, byHost, dateTimes, filled }: ReadingRules): number =>
  (strict ? 1 : 0) + (textOnly ? 2 : 0) + (byHost ? 4 : 0) + (dateTimes ? 8 : 0) + (filled ? 16 : 0)

const bodyReaders = memoize((_: Fields): BodyReader[] => [])
const newRowReaders = memoize((_: CompiledType): ReturnType<typeof newRowReader>[] => [])

/** True if a request can contain the member. */
export const isSendable = ({ presence, aliasOf }: Field): boolean =>
  presence !== 'none' || aliasOf !== undefined

/** A request body as it was sent, without the members that a request cannot have (§1.4). */
export function knownMembers(fields: Fields, body: object): Record<string, unknown> {
  const known = Object.entries(body).flatMap(([name, value]) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    return field && isSendable(field) ? [[name, knownValue(field, value)] as const] : []
  })
  return Object.fromEntries(known)
}

function knownValue({ members, element }: Field, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return element ? value.map((one) => knownValue(element, one)) : value
  return members ? knownMembers(members, value) : value
}
