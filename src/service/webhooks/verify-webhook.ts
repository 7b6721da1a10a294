import { refuseSurplus } from '../../errors/at-caller'
import { demand, wrongOption } from '../../errors/option-error'
import { filledText, form, headerWord, members, orElse, unchecked } from '../../errors/reader'
import { hostTime } from '../../host-time/host-time'
import { utf8Text } from '../../host-time/platform'
import { parseJson } from '../../kernel/decoded-text'
import { isEqualSecret } from '../../kernel/is-equal-secret'
import { isPlainObject } from '../../kernel/is-object'
import { untilRead } from '../../running-test/until-read'
import { signWebhook } from './signature'

/** The body of a webhook request (docs/service.md §14.3). */
export interface WebhookEvent {
  /** The id of the event. */
  readonly event_id: string
  /** The API version of the body. */
  readonly api_version: string
  /** The topic, such as `core.invoice/created`. */
  readonly topic: string
  /** The type of the record. */
  readonly object_type: string
  /** Only a reference. Fetch the current values from version 2. */
  readonly object: { readonly id: number }
  /** The webhook that the request was sent to. */
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

/** True for a Headers of any realm or polyfill. A Map is refused, because its look-ups depend on the case. */
const areHeaders = (given: unknown): boolean =>
  typeof (given as Partial<Headers> | null)?.get === 'function' &&
  Object.prototype.toString.call(given) !== '[object Map]'

export type Verification =
  | { readonly ok: true; readonly event: WebhookEvent }
  | { readonly ok: false; readonly reason: 'missing-header' | 'signature' | 'timestamp' | 'body' }

/**
 * Verifies a webhook request: compares the signature over the raw bytes in constant time, then checks the age
 * of the timestamp (docs/service.md §14.3). If it is not ok, respond with 400, which stops retries.
 *
 * @throws OptionError for an empty secret, and for a `now` in seconds
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
    // A time in milliseconds is never within a day of this, so the value must be in seconds.
    const areSeconds = Math.abs(now - Number(timestamp)) < 86_400
    demand(!areSeconds, 'options.now', 'must be Unix milliseconds, not seconds')
    return no('timestamp')
  }
  const event = eventIn(body)
  if (!event) return no('body')
  lastGood = given
  return { ok: true, event }
}

/** The last signature that was verified. A program that tries several secrets need not read the failures. */
let lastGood: string | undefined

/** Warns if the result is never read, because any object is truthy. */
const no = (reason: Exclude<Verification, { ok: true }>['reason']): Verification =>
  untilRead({ ok: false, reason }, `verifyWebhook found that ok is false (${reason}), and nobody read it`)

function headerIn(headers: VerifyOptions['headers'], name: string): string | undefined {
  if (typeof headers.get === 'function') return (headers as Headers).get(name) ?? undefined
  const entry = Object.entries(headers).find(([known]) => known.toLowerCase() === name.toLowerCase())
  const value: unknown = entry?.[1]
  return typeof value === 'string' ? value : Array.isArray(value) ? String(value[0]) : undefined
}

/** @throws OptionError for a value that is not a time, such as a text */
export function millisecondsOf(now: unknown, option: string): number {
  const value = Number(typeof now === 'function' ? now() : now)
  if (Number.isFinite(value)) return value
  throw wrongOption(option, 'Unix milliseconds or a Date', now)
}

function eventIn(body: string | Uint8Array): WebhookEvent | undefined {
  const event = parseJson(typeof body === 'string' ? body : utf8Text(body))
  return typeof event === 'object' && event !== null ? (event as WebhookEvent) : undefined
}
