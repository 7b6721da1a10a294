import { DAY_MS } from '../../kernel/civil-day'
import { parseInstant } from '../../kernel/instant'
import type { AttemptRow } from './rows'

/** How old a signature may be for receivers that check it, in milliseconds. */
const TOLERANCE = 300_000

/** Statuses of receivers that refuse a signature. */
const REFUSALS = [400, 401, 403]

/**
 * A receiver that checks timestamps by the host's clock refuses a delivery that was signed by virtual time.
 * The sentence that says so, if this can be the cause.
 */
export function signatureNote(
  { at, request, response }: Pick<AttemptRow, 'at' | 'request' | 'response'>,
  headerPrefix: string,
  hostNow: number,
): string | undefined {
  if (response === null || !REFUSALS.includes(response.status)) return undefined
  const signed = Number(request.headers[`${headerPrefix}-Webhook-Request-Timestamp`]) * 1000
  const isVirtual = signed === Math.floor((parseInstant(at) ?? 0) / 1000) * 1000
  const age = hostNow - signed
  if (!isVirtual || Math.abs(age) <= TOLERANCE) return undefined
  const days = Math.round(Math.abs(age) / DAY_MS)
  const span =
    days > 0 ? `${days} ${days === 1 ? 'day' : 'days'}` : `${Math.round(Math.abs(age) / 60_000)} minutes`
  return `signed ${span} ${age > 0 ? 'ago' : 'ahead'} by your clock; connect with timestamps: 'wall'`
}
