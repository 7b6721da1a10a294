import { refuseSurplus } from '../../errors/at-caller'
import { demand, wrongOption } from '../../errors/option-error'
import { filledText, form, headerWord, members, orElse, unchecked } from '../../errors/reader'
import { hostTime } from '../../host-time/host-time'
import { platform } from '../../host-time/platform'
import { parseJson } from '../../kernel/decoded-text'
import { isEqualSecret } from '../../kernel/is-equal-secret'
import { isPlainObject } from '../../kernel/is-object'
import { untilRead } from '../../running-test/until-read'
import { signWebhook } from './signature'

/** The body of a webhook request (docs/service.md §14.3). */
export interface WebhookEvent {
  /** The id of the event. */
  readonly event_id: string
  /** The version of the wire that the body has. */
  readonly api_version: string
  /** The topic, such as `invoice.created`. */
  readonly topic: string
  /** The type of the record. */
  readonly object_type: string
  /** Only a reference: fetch the current values from version 2. */
  readonly object: { readonly id: number }
  /** The webhook that it was sent to. */
  readonly webhook_uuid: string
  /** The time of the event. */
  readonly created_at: string
}

export interface VerifyOptions {
  /** The secret of the webhook. */
  readonly secret: string
  /** The raw body as received. Do not parse and serialise it first. */
  readonly body: string | Uint8Array
  /** The headers as received. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** Unix milliseconds, or a Date or function that returns them. @default the host's time */
  readonly now?: number | { valueOf(): number } | (() => number)
  /** Maximum difference between timestamp and now in seconds, in both directions. @default 300 */
  readonly toleranceSeconds?: number
  /** Prefix of the header `-Webhook-Signature-V1`. @default 'Service' */
  readonly headerPrefix?: string
}

const readOptions = members({
  secret: filledText,
  body: form('a text or bytes', (given) => typeof given === 'string' || ArrayBuffer.isView(given)),
  headers: form('an object of headers', (given) => isPlainObject(given) || areHeaders(given)),
  now: unchecked,
  toleranceSeconds: orElse(
    form<number>('a number of 0 or more', (given) => typeof given === 'number' && given >= 0),
    300,
  ),
  headerPrefix: orElse(headerWord, 'Service'),
})

/** Of any realm or polyfill. A Map looks names up by their case, which differs between servers. */
const areHeaders = (given: unknown): boolean =>
  typeof (given as Partial<Headers> | null)?.get === 'function' &&
  Object.prototype.toString.call(given) !== '[object Map]'

export type Verification =
  | { readonly ok: true; readonly event: WebhookEvent }
  | { readonly ok: false; readonly reason: 'missing-header' | 'signature' | 'timestamp' | 'body' }

/**
 * Verifies a webhook request: compares the signature over the raw bytes in constant time, then checks the age
 * of the timestamp (docs/service.md §14.3). Respond with 400 if it is not ok, which stops retries.
 *
 * @throws OptionError for an empty secret, and for a time in seconds
 * @example
 * const checked = verifyWebhook({ secret, body: await request.text(), headers: request.headers })
 * if (!checked.ok) return new Response(null, { status: 400 })
 */
export function verifyWebhook(options: VerifyOptions): Verification {
  refuseSurplus(verifyWebhook, arguments, 1)
  const { secret, toleranceSeconds, headerPrefix } = readOptions(options, 'options')
  const { body, headers } = options
  const now = millisecondsOf(options.now ?? hostTime.now, 'options.now')
  const given = headerIn(headers, `${headerPrefix}-Webhook-Signature-V1`)
  const timestamp = headerIn(headers, `${headerPrefix}-Webhook-Request-Timestamp`)
  if (given === undefined || timestamp === undefined || !/^\d{1,12}$/.test(timestamp))
    return no('missing-header')
  if (!isEqualSecret(given, signWebhook({ secret, timestamp: Number(timestamp), body })))
    return given === lastGood ? { ok: false, reason: 'signature' } : no('signature')
  const isOff = (seconds: number): boolean =>
    Math.abs(Math.floor(seconds) - Number(timestamp)) > toleranceSeconds
  if (isOff(now / 1000)) {
    // No clock of milliseconds is within a day of it.
    const areSeconds = Math.abs(now - Number(timestamp)) < 86_400
    demand(!areSeconds, 'options.now', 'must be Unix milliseconds, not seconds')
    return no('timestamp')
  }
  const event = eventIn(body)
  if (!event) return no('body')
  lastGood = given
  return { ok: true, event }
}

/** The last signature that one secret fits. A program that has several need not look at what the others come to. */
let lastGood: string | undefined

/** Any object is true for an `if`. */
const no = (reason: Exclude<Verification, { ok: true }>['reason']): Verification =>
  untilRead({ ok: false, reason }, `verifyWebhook found that ok is false (${reason}), and nobody read it`)

function headerIn(headers: VerifyOptions['headers'], name: string): string | undefined {
  if (typeof headers.get === 'function') return (headers as Headers).get(name) ?? undefined
  const entry = Object.entries(headers).find(([known]) => known.toLowerCase() === name.toLowerCase())
  const value: unknown = entry?.[1]
  return typeof value === 'string' ? value : Array.isArray(value) ? String(value[0]) : undefined
}

/** @throws OptionError for what is no time, such as a text */
export function millisecondsOf(now: unknown, option: string): number {
  const value = Number(typeof now === 'function' ? now() : now)
  if (Number.isFinite(value)) return value
  throw wrongOption(option, 'Unix milliseconds or a Date', now)
}

function eventIn(body: string | Uint8Array): WebhookEvent | undefined {
  const event = parseJson(typeof body === 'string' ? body : new platform.TextDecoder().decode(body))
  return typeof event === 'object' && event !== null ? (event as WebhookEvent) : undefined
}
