import type { DeliveryEvent, RequestEvent } from '../run/events'

const DID: Readonly<Record<string, string>> = { create: 'created', update: 'updated', remove: 'removed' }
/** Of a long reason the beginning is enough. */
const TEXT_AT_MOST = 100

/** 'created Invoice 7' */
export function madeBy({ reason }: RequestEvent): string | undefined {
  const { verb = '', record } = reason ?? {}
  const did = DID[verb]
  return did && record && `${did} ${nameOf(record.type)} ${record.id}`
}

/** 'CustomerPayment' for `customerPayments`, as the texts of the service name a record. */
const nameOf = (records: string): string =>
  (records.slice(0, 1).toUpperCase() + records.slice(1)).replace(/ies$/, 'y').replace(/s$/, '')

/** '200, created Invoice 7', or '422: customer_id: Customer matching query does not exist' */
export function resultOf(event: RequestEvent | DeliveryEvent): string {
  const { status } = event
  if (status === null) return 'no answer'
  if (event.kind === 'delivery') return String(status)
  const { reason } = event
  if (status >= 400)
    return reason?.text === undefined ? String(status) : `${status}: ${shortened(reason.text)}`
  const made = madeBy(event)
  return made === undefined ? String(status) : `${status}, ${made}`
}

const shortened = (text: string): string =>
  text.length > TEXT_AT_MOST ? `${text.slice(0, TEXT_AT_MOST)}...` : text
