import { pascal, singular } from '../../../kernel/name-words'
import { isRead } from '../../../kernel/operation-text'
import type { DeliveryEvent, RequestEvent, TrialEvent } from '../run/events'
import { recordsIn } from '../run/others'
import { manyOf } from './nouns'
import { requestPlace, shortened } from './places'

const DID: Readonly<Record<string, string>> = { create: 'created', update: 'updated', remove: 'removed' }
/** The most characters of a reason that are told, and records of a list that are named. */
const TEXT_AT_MOST = 100
const NAMED = 3

/** 'created Invoice 7' */
export function madeBy(event: RequestEvent): string | undefined {
  const did = DID[event.reason?.verb ?? '']
  const record = recordOf(event)
  return did && record && `${did} ${record}`
}

/** 'Invoice 7' */
export const recordOf = ({ reason }: RequestEvent): string | undefined =>
  reason?.record && `${pascal(singular(reason.record.type))} ${reason.record.id}`

/** Tells whether the other request created a second record of the one's type. */
export const isDuplicate = ({ reason: one }: RequestEvent, { reason: other }: RequestEvent): boolean =>
  one?.verb === 'create' &&
  other?.verb === 'create' &&
  one.record?.type === other.record?.type &&
  one.record?.id !== other.record?.id

/** '200, created Invoice 7', or '422: customer_id: Customer matching query does not exist' */
export function resultOf(event: RequestEvent | DeliveryEvent): string {
  const { status } = event
  if (status === null) return 'no answer'
  if (event.kind === 'delivery') return String(status)
  const { reason, isReplayed, answer } = event
  if (status >= 400) {
    const text = isOfKey(event) && !isReplayed ? keyRefusal(status) : reason?.text
    const refused = isReplayed ? `${status} (the stored answer)` : String(status)
    return text === undefined ? refused : `${refused}: ${shortened(text, TEXT_AT_MOST)}`
  }
  if (isReplayed) return `${status} (the stored answer)`
  const made = madeBy(event) ?? (answer?.records && listText(event, answer.records, answer.count))
  return made === undefined ? String(status) : `${status}, ${made}`
}

/** The traffic numbers the requests that the service compares in another way than a story does. */
const isOfKey = ({ status, reason, idempotencyKey }: RequestEvent): boolean =>
  idempotencyKey !== null && (status === 409 || status === 422) && (reason?.section ?? '').startsWith('10')

const keyRefusal = (status: number): string =>
  status === 409
    ? 'the first request with this Idempotency-Key has no answer yet'
    : 'this Idempotency-Key was used for another body'

/** For so long the service keeps the answers of keys: milliseconds (§10). */
export const KEPT = 48 * 60 * 60_000

/** ', by POST /public/v1/invoices/ #1 (R-1)': the request whose answer is kept under the key of a refused one. */
export function keyHolder(event: RequestEvent, events: readonly TrialEvent[]): string {
  if (event.status !== 422 || event.isReplayed || !isOfKey(event)) return ''
  const before = events.slice(0, events.indexOf(event)).filter((one) => one.kind === 'request')
  const holder = before
    .filter((one) => isSameKey(one, event) && isKept(one) && event.at - one.at < KEPT)
    .at(-1)
  return holder ? `, by ${requestPlace(holder)}` : ''
}

/** Tells whether the service has kept its answer, also one that was lost on its way back (§10). */
function isKept(event: RequestEvent): boolean {
  const { on, status, reason, isReplayed } = event
  if (isRead(on) || isReplayed || isOfKey(event)) return false
  if (reason?.rule === 'fault' || reason?.rule === 'no-operation') return false
  const isDone = reason?.rule === 'done' || (status !== null && status < 300)
  return isDone || status === 404 || status === 422
}

const isSameKey = (one: RequestEvent, other: RequestEvent): boolean =>
  one.idempotencyKey === other.idempotencyKey && one.apiKey === other.apiKey

/** '3 invoices: R-1, R-2, R-3', '25 of 31 invoices' or 'no invoices' */
function listText({ path }: RequestEvent, names: readonly string[], count = 0): string {
  const records = recordsIn(`http://host${path}`)
  const { length } = names
  const isPart = count > length
  if (length === 0) return isPart ? `none of ${manyOf(records, count)}` : `no ${manyOf(records)}`
  const some = length > NAMED ? '' : `: ${names.join(', ')}`
  return `${isPart ? `${length} of ${manyOf(records, count)}` : manyOf(records, length)}${some}`
}
