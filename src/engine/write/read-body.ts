import type { MutableRow } from '../model/row'
import type { World } from '../model/world'
import type { Field, Fields } from '../schema/fields'
import { bodyReader, type Manner } from './read-value'
import { Reading } from './reading'

type BodyReader = ReturnType<typeof bodyReader>

// Readers hold no state of a world, so all simulators of the process share them. There is one for each manner
// of reading.
const readers = new WeakMap<Fields, BodyReader[]>()

/**
 * Validates the members of a body and converts them to the form of rows. Omitted members stay absent, because
 * create and update treat them differently.
 */
export function readMembers(
  { assumptions }: World,
  fields: Fields,
  body: unknown,
  partial: boolean,
  byHost = false,
): MutableRow {
  const strict = assumptions.read('unknown-members') === 'reject'
  const textOnly = assumptions.read('string-amounts') === 'strings-only'
  const reading = new Reading(fields)
  const values = readerFor(fields, { strict, textOnly, byHost }, partial)(body, reading)
  reading.problems.throwIfAny()
  return values
}

function readerFor(fields: Fields, manner: Manner, partial: boolean): BodyReader {
  const known = readers.get(fields) ?? []
  readers.set(fields, known)
  const ways = [manner.strict, manner.textOnly, manner.byHost, partial]
  const way = ways.reduce((number, is, bit) => number + (is ? 2 ** bit : 0), 0)
  known[way] ??= bodyReader(fields, manner, partial)
  return known[way]
}

/** Whether a request can have the member. */
export const isSendable = ({ presence, inPlaceOf }: Field): boolean =>
  presence !== 'none' || inPlaceOf !== undefined

/** A request body as it was sent, without the members that a request cannot have (docs/service.md §1.4). */
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
