import type { DeliveryEvent, RequestEvent } from '../run/events'

const DID: Readonly<Record<string, string>> = { create: 'created', update: 'updated', remove: 'removed' }
/** The most characters of a reason that are told. */
const TEXT_AT_MOST = 100

/** 'created Invoice 7' */
export function madeBy(event: RequestEvent): string | undefined {
  const did = DID[event.reason?.verb ?? '']
  const record = recordOf(event)
  return did && record && `${did} ${record}`
}

/** 'Invoice 7' */
export const recordOf = ({ reason }: RequestEvent): string | undefined =>
  reason?.record && `${typeName(reason.record.type)} ${reason.record.id}`

/** Tells whether the other request created a second record of the one's type. */
export const isDuplicate = ({ reason: one }: RequestEvent, { reason: other }: RequestEvent): boolean =>
  one?.verb === 'create' &&
  other?.verb === 'create' &&
  one.record?.type === other.record?.type &&
  one.record?.id !== other.record?.id

/** 'CustomerPayment' for `customerPayments`, as the texts of the service name a record. */
const typeName = (records: string): string =>
  (records.slice(0, 1).toUpperCase() + records.slice(1)).replace(/ies$/, 'y').replace(/s$/, '')

/** '200, created Invoice 7', or '422: customer_id: Customer matching query does not exist' */
export function resultOf(event: RequestEvent | DeliveryEvent): string {
  const { status } = event
  if (status === null) return 'no answer'
  if (event.kind === 'delivery') return String(status)
  const { reason, isReplayed } = event
  const answer = isReplayed ? `${status} (the stored answer)` : String(status)
  if (status >= 400) return reason?.text === undefined ? answer : `${answer}: ${shortened(reason.text)}`
  const made = madeBy(event)
  return made === undefined ? answer : `${answer}, ${made}`
}

const shortened = (text: string): string =>
  text.length > TEXT_AT_MOST ? `${text.slice(0, TEXT_AT_MOST)}...` : text
