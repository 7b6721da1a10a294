import { refuseSurplus } from '../../errors/at-caller'
import { form } from '../../errors/reader'
import { utf8Bytes } from '../../host-time/platform'
import type { TrafficEntry } from '../../index'

/** The members of a simulator's traffic that a HAR needs. */
export type HarEntry = Pick<TrafficEntry, 'at' | 'request' | 'response'>

export interface NamedValue {
  readonly name: string
  readonly value: string
}

/** A HAR 1.2 file. An unanswered request has the status 0, as in files of browsers. */
export interface Har {
  readonly log: {
    readonly version: '1.2'
    readonly creator: { readonly name: string; readonly version: string }
    readonly entries: readonly HarLogEntry[]
  }
}

export interface HarLogEntry {
  readonly startedDateTime: string
  readonly time: number
  readonly cache: Readonly<Record<string, never>>
  readonly timings: { readonly send: number; readonly wait: number; readonly receive: number }
  readonly request: HarMessage & {
    readonly method: string
    readonly url: string
    readonly queryString: readonly NamedValue[]
    readonly postData?: { readonly mimeType: string; readonly text: string }
  }
  readonly response: HarMessage & {
    readonly status: number
    readonly statusText: string
    readonly redirectURL: string
    readonly content: { readonly size: number; readonly mimeType: string; readonly text: string }
  }
}

export interface HarMessage {
  readonly httpVersion: string
  readonly cookies: readonly never[]
  readonly headers: readonly NamedValue[]
  readonly headersSize: number
  readonly bodySize: number
}

const readTraffic = form<Iterable<HarEntry>>(
  'the traffic of a simulator, or some of its entries',
  (given) =>
    typeof (given as Iterable<unknown> | null | undefined)?.[Symbol.iterator] === 'function' &&
    [...(given as Iterable<HarEntry>)].every((one) => typeof one?.request?.url === 'string'),
)

/**
 * Converts the traffic of a simulator to a HAR 1.2 file, which browsers and proxies can open. API keys are
 * replaced by numbered labels.
 *
 * @throws OptionError for a value that is no traffic
 * @example
 * writeFileSync('session.har', JSON.stringify(toHar(simulator.traffic)))
 */
export function toHar(traffic: Iterable<HarEntry>): Har {
  refuseSurplus(toHar, arguments, 1)
  readTraffic(traffic, 'traffic')
  const keys = new Map<string, string>()
  const labelOf = (key: string): string => {
    const label = keys.get(key) ?? (keys.size === 0 ? 'redacted' : `redacted-${keys.size + 1}`)
    keys.set(key, label)
    return label
  }
  const entries = [...traffic].map(({ at, request, response }) =>
    entryOf(at, request, response ?? NONE, labelOf),
  )
  return { log: { version: '1.2', creator: { name: 'accounting-simulator', version: '1' }, entries } }
}

const NONE = { status: 0, headers: {}, body: '' }

function entryOf(
  at: string,
  { method, url, headers, body }: HarEntry['request'],
  response: NonNullable<HarEntry['response']>,
  labelOf: (key: string) => string,
): HarLogEntry {
  const size = utf8Bytes(response.body).length
  return {
    startedDateTime: at,
    time: 0,
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
    request: {
      ...messageOf(headers, body === null ? 0 : utf8Bytes(body).length, labelOf),
      method,
      url,
      queryString: [...new URL(url).searchParams].map(([name, value]) => ({ name, value })),
      ...(body !== null && {
        postData: { mimeType: headers['content-type'] ?? 'application/json', text: body },
      }),
    },
    response: {
      ...messageOf(response.headers, size, labelOf),
      status: response.status,
      statusText: '',
      redirectURL: '',
      content: { size, mimeType: response.headers['content-type'] ?? '', text: response.body },
    },
  }
}

const messageOf = (
  headers: Readonly<Record<string, string>>,
  bodySize: number,
  labelOf: (key: string) => string,
): HarMessage => ({
  httpVersion: 'HTTP/1.1',
  cookies: [],
  headers: Object.entries(headers).map(([name, value]) => ({
    name,
    value: name.toLowerCase() === 'x-api-key' ? labelOf(value) : value,
  })),
  headersSize: -1,
  bodySize,
})
