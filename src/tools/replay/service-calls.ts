import { firstNames } from '../../kernel/first-names'
import { parseInstant } from '../../kernel/instant'
import { isObject } from '../../kernel/is-object'
import { type Call, callOf } from './call'
import { isDelivery, withDeliveries } from './deliveries'
import { member } from './read-exchange'
import type { ParseBudget } from './read-recording'
import { type RecordedExchange, type Recording, RecordingError } from './recorded-exchange'

/** The calls of a recording to the service, and the deliveries of its webhooks. */
export interface ServiceCalls {
  readonly origin: string
  readonly calls: readonly Call[]
  /** The number of exchanges with other origins or paths. */
  readonly ignored: number
  /** The number of CORS preflights. */
  readonly preflights: number
}

const SERVICE_PATH = /^(.*?)(\/public\/(?:v\d[^/]*\/|health\/?).*)$/

/**
 * Finds the exchanges with the service. By default its origin is the one with most service paths. Times are
 * converted to the service's clock, which may differ from the recorder's.
 * @throws RecordingError if nothing went to the service
 */
export function serviceCalls(
  recording: Recording,
  origin: string | undefined,
  allowance: ParseBudget,
): ServiceCalls {
  const exchanges = recording.exchanges.filter((exchange) => !isPreflight(exchange))
  const served = exchanges.flatMap((exchange) => {
    const [, prefix, pathname] = SERVICE_PATH.exec(exchange.request.url.pathname) ?? []
    return pathname === undefined || isDelivery(exchange)
      ? []
      : [{ exchange, pathname, base: `${exchange.request.url.origin}${prefix}` }]
  })
  const answered = served.filter(({ exchange }) => exchange.response.status !== 0)
  const base = origin?.replace(/\/$/, '') ?? mostOften(answered.map((one) => one.base))
  const isOurs = new Set(served.filter((one) => one.base === base).map(({ exchange }) => exchange))
  if (base === undefined || !answered.some((one) => one.base === base))
    throw new RecordingError('', nothingFor(exchanges, origin))
  const ours = exchanges.flatMap((exchange) => {
    const { pathname } = exchange.request.url
    if (isDelivery(exchange)) return [{ exchange, pathname, isSent: true }]
    const called = SERVICE_PATH.exec(pathname)?.[2]
    return isOurs.has(exchange) && called !== undefined ? [{ exchange, pathname: called, isSent: false }] : []
  })
  const calls = ours
    .sort((a, b) => playedAt(a) - playedAt(b))
    .map(({ exchange, pathname, isSent }, index) => callOf(exchange, isSent, index, pathname, allowance))
  const offset = clockOffset(calls)
  return {
    origin: base,
    calls: withDeliveries(calls.map((call) => ({ ...call, at: call.at + offset }))),
    ignored: exchanges.length - ours.length,
    preflights: recording.exchanges.length - exchanges.length,
  }
}

/** CORS preflights, which proxies answer. Without recorded headers they are successes without a key. */
const isPreflight = ({ request, response }: RecordedExchange): boolean =>
  request.method === 'OPTIONS' &&
  (request.headers.has('access-control-request-method') ||
    response.headers.has('access-control-allow-methods') ||
    (!request.headers.has('x-api-key') && response.status >= 200 && response.status < 300))

interface Ours {
  readonly exchange: RecordedExchange
  readonly isSent: boolean
}

/** Milliseconds until the simulator has sent its own delivery. Calls recorded within them come first. */
export const DELIVERED_MS = 3000

const playedAt = ({ exchange, isSent }: Ours): number => exchange.at + (isSent ? DELIVERED_MS : 0)

function nothingFor(exchanges: readonly RecordedExchange[], origin: string | undefined): string {
  const answered = exchanges.filter(({ response }) => response.status !== 0)
  const origins = [...new Set(answered.map(({ request }) => request.url.origin))]
  const recorded = origins.length === 0 ? 'no answered request' : firstNames(origins)
  const asked = origin === undefined ? 'paths such as /public/v1/invoices/' : origin
  return `nothing in the recording went to the service (${asked}); it holds ${recorded}`
}

function mostOften(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0]
}

/** The smallest difference of clocks in milliseconds. A smaller one may be the duration of a request. */
const SAME_CLOCK_MS = 2000

/** Milliseconds by which the service's clock is ahead of the recorder's, by new records' timestamps. */
function clockOffset(calls: readonly Call[]): number {
  const offsets = calls.flatMap((call) => {
    const time = describeTime(call)
    return time === undefined ? [] : [time - call.at]
  })
  const middle = offsets.sort((a, b) => a - b)[Math.floor(offsets.length / 2)] ?? 0
  return Math.abs(middle) < SAME_CLOCK_MS ? 0 : middle
}

function describeTime({ method, answer: { json } }: Call): number | undefined {
  const isNew = method === 'POST' && isObject(member(json, 'created_by'))
  const time = isNew ? member(member(json, 'created_by'), 'timestamp') : member(json, 'timestamp')
  return typeof time === 'string' ? parseInstant(time) : undefined
}
