import { isOptionError, OptionError } from '../../errors/option-error'
import { form, type Reader, whole } from '../../errors/reader'
import { isUrl } from '../../host-time/platform'
import { parseInstant } from '../../kernel/instant'
import { isObject } from '../../kernel/is-object'
import {
  type RecordedExchange,
  type RecordedRequest,
  type RecordedResponse,
  RecordingError,
} from './recorded-exchange'

/** The header of a delivery with the webhook's id, after a product-specific prefix. */
export const UUID_HEADER = /-webhook-uuid$/i

export type Members = Readonly<Record<string, unknown>>

/** An own member of an object; undefined for inherited members and other values. */
export const member = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined

/**
 * Runs a reader, and adds to its errors where in the recording they occurred.
 * @throws RecordingError for what its readers refuse
 */
export function readAt<T>(place: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw isOptionError(error) ? new RecordingError(place, error.message) : error
  }
}

/** Reads `{ at, request, response }`. @throws RecordingError naming the member that is wrong */
export const readExchange = (value: unknown, place: string): RecordedExchange =>
  readAt(place, () => {
    const { at, request, response } = exchange(value, 'an exchange')
    return {
      at: readTime(at, 'at'),
      request: requestOf(request),
      response: (response ?? null) === null ? NO_RESPONSE : responseOf(response, member(request, 'method')),
    }
  })

function requestOf(request: unknown): RecordedRequest {
  const head = requestHead(request)
  const body = bodyIn(request, 'request')
  if (isNotHeld(request)) return { ...head, body: null, isHeld: false }
  return { ...head, body, isHeld: Boolean(body) || !isLost({ sizes: [], headers: head.headers }) }
}

function responseOf(response: unknown, method: unknown): RecordedResponse {
  const head = responseHead(response)
  const body = bodyIn(response, 'response') ?? ''
  if (isNotHeld(response)) return { ...head, body: '', isHeld: false }
  const isHeld = body !== '' || method === 'HEAD' || !isLost({ sizes: [], headers: head.headers })
  return { ...head, body, isHeld }
}

/** True if the recorder states why it did not store the whole body. */
const isNotHeld = (message: unknown): boolean => typeof member(message, 'notHeld') === 'string'

const exchange = form<Members>('an object with at, request and response', isObject)

export const NO_RESPONSE: RecordedResponse = { status: 0, headers: new Map(), body: '', isHeld: true }

const time = form<string>(
  'a date-time such as 2026-01-15T09:00:00Z',
  (given) => typeof given === 'string' && parseInstant(given) !== undefined,
)
export const readTime: Reader<number> = (given, option) => parseInstant(time(given, option)) as number

const method = form<string>(
  'a word such as GET',
  (given) => typeof given === 'string' && /^[A-Za-z]{1,20}$/.test(given),
)
const url = form<string | URL>(
  'a whole URL such as https://api.example/public/v1/invoices/',
  (given) => given instanceof URL || isUrl(given),
)
const status = whole(100, 599)

/** POST for the attempts of `simulator.webhooks`, which have no method. */
const methodOf = (request: unknown): string | undefined =>
  Object.keys(member(request, 'headers') ?? {}).some((name) => UUID_HEADER.test(name)) ? 'POST' : undefined

export const requestHead = (value: unknown): Omit<RecordedRequest, 'body' | 'isHeld'> => ({
  method: method(member(value, 'method') ?? methodOf(value), 'request.method').toUpperCase(),
  url: new URL(url(member(value, 'url'), 'request.url')),
  headers: readHeaders(member(value, 'headers'), 'headers'),
})

export const responseHead = (value: unknown): Omit<RecordedResponse, 'body' | 'isHeld'> => ({
  status: status(member(value, 'status'), 'response.status'),
  headers: readHeaders(member(value, 'headers'), 'headers'),
})

const pairs = form<object>('an object of texts', (given) => typeof given === 'object')

/** Reads headers from an object, from `Headers`, or from an array of `{ name, value }` as in a HAR. */
const readHeaders: Reader<Map<string, string>> = (given, option) => {
  const headers = new Map<string, string>()
  const value = pairs(given ?? {}, option)
  for (const [name, text] of Array.isArray(value)
    ? value.map((one) => [member(one, 'name'), member(one, 'value')])
    : Symbol.iterator in value
      ? (value as Iterable<readonly unknown[]>)
      : Object.entries(value)) {
    if (typeof name !== 'string' || typeof text !== 'string')
      throw new OptionError(option, 'every header must have a name and a text')
    headers.set(name.toLowerCase(), text)
  }
  return headers
}

const body = form<string | object | null>(
  'a text, an object or null',
  (given) => typeof given === 'string' || typeof given === 'object',
)

/** The text of a body. An object or array was parsed from JSON, so it is written as JSON again. */
function bodyIn(message: unknown, side: 'request' | 'response'): string | null {
  const value = body(member(message, 'body') ?? null, `${side}.body`)
  return value === null || typeof value === 'string' ? value : JSON.stringify(value)
}

/** Evidence for a body whose text is missing. */
interface Signs {
  /** Recorded sizes in bytes. Recorders write -1 for an unknown size. */
  readonly sizes: readonly unknown[]
  readonly headers: ReadonlyMap<string, string>
  /** True if parsed parameters or a file name replace the text. */
  readonly isElsewhere?: boolean
}

/** True if a missing text means that the recorder did not store the body, and not an empty body. */
export const isLost = ({ sizes, headers, isElsewhere = false }: Signs): boolean =>
  isElsewhere || [...sizes, headers.get('content-length')].some((size) => Number(size) > 0)
