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

/** The key of a record of a list among the unknown. */
export const pathKey = (collection: string, identifier: number | string): string =>
  kindKey(pathKind(collection), identifier)

/** Everything that a call names: in its path, in its body, and in the record that it answers with. */
function* namesOf(call: Call): Iterable<[string, number | string]> {
  const { collection, bodyCollection, identifier, json, isWrite, answer, headers } = call
  const key = headers.get('idempotency-key')
  if (isWrite && key !== undefined) yield ['idempotency key', key]
  if (identifier !== undefined) yield [pathKind(collection), identifier]
  const shown = isSuccess(answer.status) && (isWrite || identifier !== undefined) ? answer.json : undefined
  for (const body of [isWrite ? json : undefined, shown])
    for (const { kind, value } of identifiersIn(bodyCollection, body)) yield [kind, value]
}

/** An uncompared write may have changed what it names, parties and items only if it is about them. */
export function markUncertain({ unknown }: ReplayState, call: Call): void {
  const { status } = call.answer
  if (!call.isWrite || (status >= 400 && status < 500)) return
  for (const [kind, value] of namesOf(call)) {
    const collection = collectionOf(kind)
    const isOther = collection !== undefined && collection !== call.collection
    if (!isOther || !MASTER_DATA_COLLECTIONS.includes(collection)) unknown.add(kindKey(kind, value))
  }
}

/** Something unknown that the call depends on. */
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

/** A record that the call names and that was only guessed. */
export function guessedOf({ guessed }: ReplayState, call: Call): string | undefined {
  for (const [kind, value] of namesOf(call)) {
    const name = recordKey(collectionOf(kind) ?? '', value)
    if (guessed.has(name)) return name.replace('|', ' ')
  }
  return undefined
}

/** Tells whether people decided on a record, which no call shows: a policy held it, or somebody approved it. */
export function isDecidedByPeople(recorded: unknown, simulated: unknown): boolean {
  const [ours, theirs] = [member(recorded, 'approval_status'), member(simulated, 'approval_status')]
  return ours !== theirs && (ours === 'pending' || ours === 'rejected' || theirs === 'pending')
}

/** Tells whether the text is what is left of an answer, or an answer with something else in it. */
export const isDamaged = ({ answer }: Call, simulated: Simulated): boolean =>
  answer.json === undefined && isObject(simulated.json) && /^\s*[[{]/.test(answer.body)

const EARLIER_KEY = 'its idempotency key may have been used before the recording'

/** Tells why a difference of status would prove nothing: earlier calls may have caused it. */
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
  // The past explains a refusal, not another success and no failure of the service.
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

/** A new record that is older than its request is the reply to an earlier one. */
function isOld({ answer: { json }, at }: Call): boolean {
  const created = isObject(json) && isObject(json.created_by) ? json.created_by.timestamp : undefined
  return typeof created === 'string' && created < formatInstant(at - 60_000)
}
