import type { TrafficEntry } from '../../index'
import { callContent, callerOf, idempotencyKeyOf, requestLine } from '../calls'
import { trafficOf } from './received'
import { type Verdict, verdict, warnOfNothing } from './verdict'

const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
/** Texts of missing or wrong JavaScript values, which clients send as keys by mistake. */
const VALUES = new Set(['undefined', 'null', 'NaN', '[object Object]', '[object Promise]'])
/** The lifetime of an idempotency key (docs/service.md §10). */
const WINDOW = 48 * 3_600_000

/** Passes if every write has a key that its retries share and that no other write uses. */
export function usedIdempotencyKeys(received: unknown): Verdict {
  const writes = trafficOf(received).filter(({ request }) => WRITES.has(request.method.toUpperCase()))
  if (writes.length === 0) warnOfNothing('toHaveUsedIdempotencyKeys', 'no write was received')
  const lastTries = new Map<string, TrafficEntry>()
  const owners = new Map<string, TrafficEntry>()
  const offences = writes.flatMap((write) => {
    const before = lastTries.get(callContent(write))
    lastTries.set(callContent(write), write)
    const key = idempotencyKeyOf(write)
    if (key === undefined) return [`${requestLine(write)} has no Idempotency-Key`]
    if (VALUES.has(key))
      return [`${requestLine(write)} has the key "${key}", which is a value that was made a text`]
    const owner = owners.get(`${callerOf(write)} ${key}`)
    if (owner === undefined || isForgotten(owner, write)) owners.set(`${callerOf(write)} ${key}`, write)
    else if (callContent(owner) !== callContent(write))
      return [`${requestLine(write)} has the key "${key}" of another write, ${requestLine(owner)}`]
    const first = before && idempotencyKeyOf(before)
    if (before === undefined || first === undefined || first === key || !isUnresolved(before)) return []
    return [
      `${requestLine(write)} repeats ${requestLine(before)}, with the key "${key}" instead of "${first}"`,
    ]
  })
  return verdict(
    'every write to have an Idempotency-Key that its retries keep',
    'a write without an Idempotency-Key, or one that its retries do not keep',
    offences,
  )
}

const isForgotten = (owner: TrafficEntry, write: TrafficEntry): boolean =>
  Date.parse(write.at) - Date.parse(owner.at) >= WINDOW

/** True if the client does not know the result of the write, or has to retry. */
function isUnresolved({ response, unseen }: TrafficEntry): boolean {
  if (response === null || unseen !== undefined) return true
  return response.status === 409 || response.status === 429 || response.status >= 500
}
