import { formatInstant } from '../../kernel/instant'
import { isObject } from '../../kernel/is-object'
import type { Call } from './call'
import { MASTER_DATA_COLLECTIONS } from './collections'
import type { Simulated } from './compare-answers'
import { isComplaint, recordKey } from './earlier-records'
import { collectionOf, identifiersIn } from './identifiers'
import type { ReplayState } from './replay-state'

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
