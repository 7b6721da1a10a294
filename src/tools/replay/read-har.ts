import { OptionError } from '../../errors/option-error'
import { utf8Text } from '../../host-time/platform'
import { isObject } from '../../kernel/is-object'
import {
  isLost,
  type Members,
  member,
  NO_RESPONSE,
  readAt,
  readTime,
  requestHead,
  responseHead,
} from './read-exchange'
import {
  type RecordedExchange,
  type RecordedRequest,
  type RecordedResponse,
  RecordingError,
} from './recorded-exchange'

export const isHar = (value: unknown): value is Members => isObject(member(value, 'log'))

/** Reads a file beside the HAR, such as one that Playwright's `attach` writes. */
export type ReadAttached = (name: string) => string | Uint8Array | undefined

/**
 * The exchanges of a HAR 1.2 file.
 * @throws RecordingError naming the entry that is wrong
 */
export function* readHar(har: Members, attached: ReadAttached | undefined): Iterable<RecordedExchange> {
  const entries = member(har.log, 'entries')
  if (!Array.isArray(entries)) throw new RecordingError('', 'log.entries of the HAR must be a list')
  for (const [index, entry] of entries.entries())
    yield readAt(`entry ${index}`, () => readEntry(entry, attached))
}

function readEntry(entry: unknown, attached: ReadAttached | undefined): RecordedExchange {
  if (!isObject(entry))
    throw new OptionError('', 'an entry must be an object with startedDateTime, request and response')
  const { request, response } = entry
  const at = readTime(entry.startedDateTime, 'startedDateTime')
  const read = requestOf(request, attached)
  const status = member(response, 'status')
  // Browsers write status 0 for a blocked, aborted or lost request.
  if (!isObject(response) || status === 0 || status === undefined)
    return { at, request: read, response: NO_RESPONSE }
  return { at, request: read, response: responseOf(response, read.method, attached) }
}

function requestOf(request: unknown, attached: ReadAttached | undefined): RecordedRequest {
  const head = requestHead(request)
  const posted = member(request, 'postData')
  const body = contentText(posted, attached)
  const params = member(posted, 'params')
  // The original JSON cannot be restored from parsed parameters.
  const isElsewhere = isFile(posted) || (Array.isArray(params) && params.length > 0)
  const signs = { sizes: [member(request, 'bodySize')], headers: head.headers, isElsewhere }
  return { ...head, body, isHeld: body !== null || !isLost(signs) }
}

function responseOf(response: Members, method: string, attached: ReadAttached | undefined): RecordedResponse {
  const head = responseHead(response)
  const content = member(response, 'content')
  const body = contentText(content, attached)
  const mayBeEmpty = method === 'HEAD' || head.status === 204 || head.status === 304
  // The content size decides if it is known, because the body size also counts the transfer encoding.
  const size = Number(member(content, 'size') ?? -1)
  const sizes = size >= 0 ? [size] : [member(response, 'bodySize')]
  const isSizeless = size < 0 && member(content, 'text') === undefined && head.headers.has('content-type')
  const isElsewhere = isFile(content) || isSizeless
  const isHeld = body !== null || mayBeEmpty || !isLost({ sizes, headers: head.headers, isElsewhere })
  return { ...head, body: body ?? '', isHeld }
}

const isFile = (content: unknown): boolean => typeof member(content, '_file') === 'string'

function contentText(content: unknown, attached: ReadAttached | undefined): string | null {
  const text = member(content, 'text') ?? ''
  if (typeof text !== 'string') throw new OptionError('', 'the text of a body must be a text')
  if (text === '') return fileText(member(content, '_file'), attached)
  if (member(content, 'encoding') !== 'base64') return text
  try {
    return utf8Text(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)))
  } catch {
    throw new OptionError('', 'the encoding of the body is base64, but its text is not base64')
  }
}

/** Reads only names of files beside the HAR. A path could lead to any file of the machine. */
function fileText(name: unknown, attached: ReadAttached | undefined): string | null {
  if (attached === undefined || typeof name !== 'string' || !/^[\w-][\w.-]*$/.test(name)) return null
  const content = attached(name)
  return content instanceof Uint8Array ? new TextDecoder().decode(content) : (content ?? null)
}
