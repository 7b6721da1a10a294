import type { Exchange } from './exchange'
import {
  isMembers,
  type Members,
  member,
  NO_RESPONSE,
  readHeaders,
  readMethod,
  readStatus,
  readTime,
  readUrl,
} from './read-exchange'
import { RecordingError } from './recording-error'

export const isHar = (value: unknown): value is Members => isMembers(member(value, 'log'))

/**
 * The exchanges of a HAR 1.2 file.
 * @throws RecordingError naming the entry that is wrong
 */
export function* readHar(har: Members): Iterable<Exchange> {
  const entries = member(har.log, 'entries')
  if (!Array.isArray(entries)) throw new RecordingError('', 'log.entries of the HAR must be a list')
  for (const [index, entry] of entries.entries()) yield readEntry(entry, `entry ${index}`)
}

function readEntry(entry: unknown, place: string): Exchange {
  if (!isMembers(entry))
    throw new RecordingError(place, 'an entry must be an object with startedDateTime, request and response')
  const { request, response } = entry
  const status = member(response, 'status')
  const at = readTime(entry.startedDateTime, place, 'startedDateTime')
  const read = {
    method: readMethod(member(request, 'method'), place),
    url: readUrl(member(request, 'url'), place),
    headers: readHeaders(member(request, 'headers'), place),
    body: textOf(member(request, 'postData'), place),
  }
  // Browsers write 0 for what was blocked, aborted or lost.
  if (!isMembers(response) || status === 0 || status === undefined)
    return { at, request: read, response: NO_RESPONSE }
  const body = textOf(member(response, 'content'), place) ?? ''
  return {
    at,
    request: read,
    response: {
      status: readStatus(status, place),
      headers: readHeaders(member(response, 'headers'), place),
      body,
    },
  }
}

function textOf(content: unknown, place: string): string | null {
  const text = member(content, 'text') ?? null
  if (text === null || text === '') return null
  if (typeof text !== 'string') throw new RecordingError(place, 'the text of a body must be a text')
  if (member(content, 'encoding') !== 'base64') return text
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)))
  } catch {
    throw new RecordingError(place, 'the encoding of the body is base64, but its text is not base64')
  }
}
