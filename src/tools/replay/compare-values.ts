import { parseInstant } from '../../kernel/instant'
import { isObject } from '../../kernel/is-object'
import type { Bindings } from './bindings'
import type { ReportDifference } from './difference'
import { isIdentifier, referencedCollection } from './references'

/** The rules for comparing two answers. */
export interface ComparisonContext {
  readonly bindings: Bindings
  readonly collection: string
  readonly note: ReportDifference
  /** For records older than the recording: compares only the presence and the types of members. */
  readonly shapeOnly: boolean
  /** If nulls are omitted, the presence of such a record's members depends on its unknown history. */
  readonly nullsAbsent: boolean
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const DAY = /^\d{4}-\d\d-\d\d$/
/** The tolerance for two clocks and the duration of a request, in milliseconds. */
export const TOLERANCE_MS = 5000
const SECRET = /(^|_)(secret|token|password)$|_key$/
/** URLs of files, which contain the service's own host. */
const ADDRESS = /(^|_)(url|link)$/
/** Actors, whose names of keys and people are the user's own. */
const ACTOR = /^(created_by|updated_by|rejected_by)$/

/** Compares two JSON values by shape and value, and pairs their identifiers. */
export function compareValues(
  comparison: ComparisonContext,
  recorded: unknown,
  simulated: unknown,
  path: readonly string[] = [],
  where = '',
): void {
  const { note } = comparison
  if (Array.isArray(recorded) && Array.isArray(simulated)) {
    if (recorded.length !== simulated.length && !comparison.shapeOnly)
      note('count', where || 'body', recorded.length, simulated.length)
    const length = Math.min(recorded.length, simulated.length)
    for (let at = 0; at < length; at += 1)
      compareValues(comparison, recorded[at], simulated[at], path, `${where}[]`)
    return
  }
  if (isObject(recorded) && isObject(simulated)) {
    for (const name of new Set([...Object.keys(recorded), ...Object.keys(simulated)])) {
      const place = where === '' ? name : `${where}.${name}`
      const isThere = Object.hasOwn(recorded, name) && Object.hasOwn(simulated, name)
      if (!isThere && comparison.shapeOnly && comparison.nullsAbsent) continue
      if (!Object.hasOwn(simulated, name)) note('missing', place, recorded[name], undefined)
      else if (!Object.hasOwn(recorded, name)) note('extra', place, undefined, simulated[name])
      else compareMember(comparison, recorded[name], simulated[name], [path, name], place)
    }
    return
  }
  compareScalars(comparison, recorded, simulated, where)
}

function compareMember(
  comparison: ComparisonContext,
  recorded: unknown,
  simulated: unknown,
  [path, name]: readonly [path: readonly string[], name: string],
  where: string,
): void {
  const { bindings, collection, shapeOnly } = comparison
  const kind = referencedCollection(collection, path, name)
  if (Array.isArray(recorded) && Array.isArray(simulated) && kind !== undefined) {
    if (recorded.length !== simulated.length && !shapeOnly)
      comparison.note('count', where, recorded.length, simulated.length)
    for (const [at, one] of recorded.entries())
      if (isIdentifier(one) && isIdentifier(simulated[at])) bindings.agree(kind, one, simulated[at])
    return
  }
  if (kind !== undefined && isIdentifier(recorded) && isIdentifier(simulated)) {
    if (!bindings.agree(kind, recorded, simulated) && !shapeOnly)
      comparison.note('value', where, recorded, simulated)
    return
  }
  if (SECRET.test(name) || ADDRESS.test(name)) return
  const inActor = ACTOR.test(path.at(-1) ?? '')
  const isName = /_name$/.test(name) || inActor || path.at(-1) === 'classifications'
  if (isName && typeof recorded === 'string' && typeof simulated === 'string' && !INSTANT.test(simulated)) {
    // A stand-in may have other names of people and things than the record.
    if (shapeOnly) return
    const isAlike = bindings.agree(inActor ? 'actor' : `${name} of somebody`, recorded, simulated)
    if (!isAlike && !inActor) comparison.note('value', where, recorded, simulated)
    return
  }
  if (inActor && name !== 'timestamp' && name !== 'actor_type') return
  compareValues(comparison, recorded, simulated, [...path, name], where)
}

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value

function compareScalars(
  { note, shapeOnly, bindings }: ComparisonContext,
  recorded: unknown,
  simulated: unknown,
  where: string,
): void {
  if (recorded === simulated) return
  const [one, other] = [typeOf(recorded), typeOf(simulated)]
  if (one !== other) {
    // A null may be due to the earlier history of the record.
    if (!shapeOnly || (one !== 'null' && other !== 'null')) note('type', where || 'body', recorded, simulated)
    return
  }
  if (typeof recorded === 'string' && typeof simulated === 'string') {
    const isInstant = INSTANT.test(simulated) && isFormed(recorded, simulated)
    if (isInstant && (shapeOnly || areNear(recorded, simulated))) return
    // The format of instants and days is the same for all records, so it is compared even here.
    if (shapeOnly && (INSTANT.test(simulated) || (DAY.test(simulated) && !DAY.test(recorded)))) {
      note('value', where || 'body', recorded, simulated)
      return
    }
    if (sameText(bindings, recorded, simulated)) return
  }
  if (!shapeOnly) note('value', where || 'body', recorded, simulated)
}

const areNear = (recorded: string, simulated: string): boolean =>
  Math.abs((parseInstant(recorded) ?? Number.NaN) - (parseInstant(simulated) ?? Number.NaN)) <= TOLERANCE_MS

/** True if both instants have the same format: a service that always writes milliseconds writes `.000`. */
function isFormed(recorded: string, simulated: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/.test(recorded)) return false
  const [one, other] = [recorded, simulated].map((text) => /\.000Z$/.test(text))
  return one === other || (recorded.includes('.') && simulated.includes('.'))
}

/** Compares texts whose numbers may be identifiers, such as `Invoice 7 is not posted`. */
export function sameText(bindings: Bindings, recorded: string, simulated: string): boolean {
  if (recorded === simulated) return true
  const pattern = /\d+/g
  if (recorded.replace(pattern, '#') !== simulated.replace(pattern, '#')) return false
  const [numbers = [], others = []] = [recorded.match(pattern) ?? [], simulated.match(pattern) ?? []]
  return numbers.every((number, at) => bindings.isPair(number, others[at] ?? ''))
}
