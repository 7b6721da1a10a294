import { formatInstant } from '../../kernel/instant'
import { isObject } from '../../kernel/is-object'
import { type Call, isSuccess } from './call'
import { MASTER_DATA_COLLECTIONS, pathKind, SETTING_COLLECTIONS } from './collections'
import type { Simulated } from './compare-answers'
import { isComplaint, recordKey } from './earlier-records'
import { member } from './read-exchange'
import { collectionOf, identifiersIn } from './references'
import type { ReplayState } from './replay-state'

const kindKey = (kind: string, value: number | string): string => `${kind}|${value}`

/** The key of a record, by the identifier of its path, in the set of uncertain ones. */
export const pathKey = (collection: string, identifier: number | string): string =>
  kindKey(pathKind(collection), identifier)

/** Every identifier in a call: in its path, in its body, and in the record of its answer. */
function* namesOf(call: Call): Iterable<[string, number | string]> {
  const { collection, bodyCollection, identifier, json, isWrite, answer, headers } = call
  const key = headers.get('idempotency-key')
  if (isWrite && key !== undefined) yield ['idempotency key', key]
  if (identifier !== undefined) yield [pathKind(collection), identifier]
  const shown = isSuccess(answer.status) && (isWrite || identifier !== undefined) ? answer.json : undefined
  for (const body of [isWrite ? json : undefined, shown])
    for (const { kind, value } of identifiersIn(bodyCollection, body)) yield [kind, value]
}

/** Marks an uncompared write's records as uncertain; master data only if the call itself is about it. */
export function markUncertain({ unknown }: ReplayState, call: Call): void {
  const { status } = call.answer
  if (!call.isWrite || (status >= 400 && status < 500)) return
  for (const [kind, value] of namesOf(call)) {
    const collection = collectionOf(kind)
    const isOther = collection !== undefined && collection !== call.collection
    if (!isOther || !MASTER_DATA_COLLECTIONS.includes(collection)) unknown.add(kindKey(kind, value))
  }
}

/** An uncertain record on which the call depends. */
export function unknownOf({ unknown }: ReplayState, call: Call): string | undefined {
  if (unknown.size === 0) return undefined
  for (const [kind, value] of namesOf(call))
    if (unknown.has(kindKey(kind, value))) return `${collectionOf(kind) ?? kind} ${value}`
  const settings = call.isWrite
    ? [...unknown].find((one) =>
        SETTING_COLLECTIONS.includes(collectionOf(one.slice(0, one.indexOf('|'))) ?? ''),
      )
    : undefined
  return settings?.replace(/\.\w+\|/, ' ')
}

/** A record in the call that was matched only by its kind. */
export function guessedOf({ guessed }: ReplayState, call: Call): string | undefined {
  for (const [kind, value] of namesOf(call)) {
    const name = recordKey(collectionOf(kind) ?? '', value)
    if (guessed.has(name)) return name.replace('|', ' ')
  }
  return undefined
}

/** True if the approval status differs because of a policy or a person's decision, which no call shows. */
export function isDecidedByPeople(recorded: unknown, simulated: unknown): boolean {
  const [ours, theirs] = [member(recorded, 'approval_status'), member(simulated, 'approval_status')]
  return ours !== theirs && (ours === 'pending' || ours === 'rejected' || theirs === 'pending')
}

/** True if the body is a cut or otherwise invalid JSON text. */
export const isDamaged = ({ answer }: Call, simulated: Simulated): boolean =>
  answer.json === undefined && isObject(simulated.json) && /^\s*[[{]/.test(answer.body)

const EARLIER_KEY = 'its idempotency key may have been used before the recording'

/** The reason why another status proves nothing, if calls before the recording may have caused it. */
export function dependsOnEarlier(
  progress: ReplayState,
  call: Call,
  simulated: Simulated,
): string | undefined {
  const { status, body, isHeld, headers } = call.answer
  const key = call.headers.get('idempotency-key')
  const isNewKey = key !== undefined && !progress.keys.has(key)
  if (isNewKey && headers.has('idempotent-replayed')) return EARLIER_KEY
  if (status === simulated.status) return isNewKey && isOld(call) ? EARLIER_KEY : undefined
  // Earlier records can explain a refusal, but neither another success nor a failure of the service.
  if (status >= 500 || (status < 300 && simulated.status < 300)) return undefined
  if (isNewKey && (status === 409 || (status === 422 && (!isHeld || /"__all__"/.test(body)))))
    return EARLIER_KEY
  const path = call.identifier === undefined ? [] : [recordKey(call.collection, call.identifier)]
  const named = [...identifiersIn(call.bodyCollection, call.isWrite ? call.json : undefined)]
    .map(({ kind, value, top }) => ({ collection: collectionOf(kind) ?? '', value, top }))
    .filter(
      ({ collection, value, top }) =>
        !MASTER_DATA_COLLECTIONS.includes(collection) || isComplaint(call.answer, value, top),
    )
    .map(({ collection, value }) => recordKey(collection, value))
  const record = [...path, ...named].find((name) => progress.earlier.has(name))
  return record && `it depends on ${record.replace('|', ' ')}, which began before the recording`
}

/** True if the created record is much older than its request, as in a replayed response. */
function isOld({ answer: { json }, at }: Call): boolean {
  const created = isObject(json) && isObject(json.created_by) ? json.created_by.timestamp : undefined
  return typeof created === 'string' && created < formatInstant(at - 60_000)
}
