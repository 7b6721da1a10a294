import type { RequestEvent } from '../run/events'

const MADE = /\b(?:created|updated|archived|removed|deleted) [A-Z]\w* \d+/
/** Of a long reason the beginning is enough. */
const REASON_AT_MOST = 100

/** 'created Invoice 7' */
export const madeBy = ({ why }: RequestEvent): string | undefined => MADE.exec(why)?.[0]

/** '200, created Invoice 7', or '422: customer_id: Customer matching query does not exist' */
export function resultOf(event: RequestEvent): string {
  const { status, why } = event
  if (status === null) return 'no answer'
  if (status >= 400 && why !== '') return `${status}: ${shortened(why)}`
  const made = madeBy(event)
  return made === undefined ? String(status) : `${status}, ${made}`
}

function shortened(why: string): string {
  const reason = why
    .replace(/^\d{3}: /, '')
    .replace(/; fault \d+: .*$/, '')
    .replace(/ \(docs\/service\.md [^)]*\)$/, '')
  return reason.length > REASON_AT_MOST ? `${reason.slice(0, REASON_AT_MOST)}...` : reason
}
