import { numberOf } from '../../engine/model/row'
import type { RecordSet, Simulator } from '../../index'
import { parseInstant } from '../../kernel/instant'
import { isObject } from '../../kernel/is-object'
import type { Bindings } from './bindings'
import { COLLECTIONS, pathKind, SETTING_COLLECTIONS } from './collections'
import { TOLERANCE_MS } from './compare-values'
import { type Members, member } from './read-exchange'
import { isIdentifier, referencedCollection } from './references'
import type { ReplayState } from './replay-state'

/**
 * Finds the simulator's counterpart of a recorded record that no call created. Contracts, schedules, payments
 * and assets generate records, and a call whose answer was lost or damaged may have created one.
 *
 * @param details what the recording shows of it
 * @param begin when the recording begins, in milliseconds since 1970
 * @returns true if there is one; their identifiers are then paired
 */
export function isGenerated(
  { records }: Simulator,
  { bindings }: ReplayState,
  collection: string,
  identifier: number | string,
  details: Members,
  begin: number,
): boolean {
  const place = COLLECTIONS.get(collection)
  if (!place?.records || SETTING_COLLECTIONS.includes(collection)) return false
  const created = createdAt(details)
  if (created !== undefined && created < begin - TOLERANCE_MS) return false
  const kind = pathKind(collection)
  const set: RecordSet<unknown, unknown, unknown> = records[place.records]
  const known = bindings.simulated(kind, identifier)
  const own = set
    .findMany({})
    .filter(isObject)
    .map((record) => ({ record, id: numberOf(record, place.identifier) }))
    .filter(({ record }) => (createdAt(record) ?? begin) >= begin)
  if (known !== undefined) return own.some(({ id }) => String(id) === String(known))
  const [best] = own
    .filter(({ record, id }) => bindings.recorded(kind, id) === undefined && isLike(details, record, created))
    .filter(({ record }) => areOfOne(bindings, collection, details, record))
    .map(({ record, id }) => ({ id, likeness: likeness(details, record) }))
    .sort((a, b) => b.likeness - a.likeness || a.id - b.id)
  if (best) bindings.bind(kind, identifier, best.id)
  return best !== undefined
}

export const createdAt = (record: Members): number | undefined => {
  const created = member(record.created_by, 'timestamp')
  return typeof created === 'string' ? parseInstant(created) : undefined
}

/** True if both records have the same date or creation time, as far as the recording shows it. */
function isLike(details: Members, one: Members, created: number | undefined): boolean {
  const here = createdAt(one)
  const isOfOneTime = created !== undefined && here !== undefined && Math.abs(created - here) <= TOLERANCE_MS
  if (details.date === undefined) return created === undefined || here === undefined || isOfOneTime
  return isOfOneTime || details.date === one.date
}

/** True if both records refer to the same others, such as one contract, template or customer. */
export const areOfOne = (bindings: Bindings, collection: string, details: Members, one: Members): boolean =>
  Object.entries(details).every(([name, value]) => {
    const [kind, here] = [referencedCollection(collection, [], name), one[name]]
    if (kind === undefined || kind === pathKind(collection) || !isIdentifier(value)) return true
    const known = bindings.simulated(kind, value)
    if (!isIdentifier(here)) return known === undefined
    return known === undefined ? bindings.recorded(kind, here) === undefined : String(known) === String(here)
  })

const likeness = (details: Members, one: Members): number =>
  Object.entries(details).filter(([name, value]) => typeof value === 'string' && value === one[name]).length
