import type { Scope } from '../../engine/model/context'
import { DAY_MS } from '../../kernel/civil-day'
import { parseInstant } from '../../kernel/instant'
import { outcomeOf } from './outcome'
import { type AttemptRow, attemptsIn, webhooksIn } from './rows'
import { signWebhook } from './signature'

/** The maximum age of a signature that receivers accept, in milliseconds. */
const TOLERANCE = 300_000

/** Statuses by which receivers refuse a signature. */
const REFUSALS = [400, 401, 403]

/**
 * Makes notes for refused signatures. A receiver that uses the host's clock refuses a delivery that was
 * signed at virtual time. The note says so if it is possible: the bytes are as they were signed, and the
 * endpoint has accepted no delivery of that age. A wrong secret of the receiver cannot be detected.
 */
export function signatureNotes(
  scope: Scope,
  signing: { readonly headerPrefix: string; readonly hostNow: number },
): (row: AttemptRow) => string | undefined {
  const signedAt = (row: AttemptRow): number | undefined => virtualTimestamp(row, signing.headerPrefix)
  const isOld = (row: AttemptRow): boolean =>
    Math.abs(signing.hostNow - (signedAt(row) ?? signing.hostNow)) > TOLERANCE
  let tolerant: ReadonlySet<string> | undefined
  const acceptsOld = (webhook: string): boolean => {
    tolerant ??= new Set(
      [...attemptsIn(scope).rows()]
        .filter((row) => isAccepted(row) && isOld(row))
        .map(({ webhook_uuid }) => webhook_uuid),
    )
    return tolerant.has(webhook)
  }
  return (row) => {
    if (row.response === null || !REFUSALS.includes(row.response.status) || !isOld(row)) return undefined
    const secret = webhooksIn(scope).get(row.webhook_uuid)?.secret
    if (secret !== undefined && !isGenuine(row, secret, signing.headerPrefix)) return undefined
    if (acceptsOld(row.webhook_uuid)) return undefined
    return noteOf(signing.hostNow - (signedAt(row) ?? 0))
  }
}

const noteOf = (age: number): string =>
  `signed ${spanOf(Math.abs(age))} ${age > 0 ? 'ago' : 'ahead'} by your clock; connect with timestamps: 'wall' ` +
  'if the receiver checks the time by it; if it does not, compare its secret with that of the registration'

function spanOf(age: number): string {
  const days = Math.round(age / DAY_MS)
  if (days > 0) return `${days} ${days === 1 ? 'day' : 'days'}`
  return `${Math.round(age / 60_000)} minutes`
}

/** The time of the signature in milliseconds; undefined if it is not virtual time. */
function virtualTimestamp({ at, request }: AttemptRow, headerPrefix: string): number | undefined {
  const signed = Number(request.headers[`${headerPrefix}-Webhook-Request-Timestamp`]) * 1000
  return signed === Math.floor((parseInstant(at) ?? 0) / 1000) * 1000 ? signed : undefined
}

const isAccepted = ({ response }: AttemptRow): boolean =>
  response !== null && outcomeOf({ kind: 'response', ...response }) === 'delivered'

/** True if the bytes are as they were signed, which a fault may have changed. */
function isGenuine({ request }: AttemptRow, secret: string, prefix: string): boolean {
  const timestamp = Number(request.headers[`${prefix}-Webhook-Request-Timestamp`])
  return (
    request.headers[`${prefix}-Webhook-Signature-V1`] ===
    signWebhook({ secret, timestamp, body: request.body })
  )
}
