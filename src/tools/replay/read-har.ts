import { OptionError } from '../../errors/option-error'
import { isObject } from '../../kernel/is-object'
import type { Exchange } from './exchange'
import {
  type Members,
  member,
  NO_RESPONSE,
  readAt,
  readTime,
  requestHead,
  responseHead,
} from './read-exchange'
import { RecordingError } from './recording-error'

export const isHar = (value: unknown): value is Members => isObject(member(value, 'log'))

/**
 * The exchanges of a HAR 1.2 file.
 * @throws RecordingError naming the entry that is wrong
 */
export function* readHar(har: Members): Iterable<Exchange> {
  const entries = member(har.log, 'entries')
  if (!Array.isArray(entries)) throw new RecordingError('', 'log.entries of the HAR must be a list')
  for (const [index, entry] of entries.entries()) yield readAt(`entry ${index}`, () => readEntry(entry))
}

function readEntry(entry: unknown): Exchange {
  if (!isObject(entry))
    throw new OptionError('', 'an entry must be an object with startedDateTime, request and response')
  const { request, response } = entry
  const at = readTime(entry.startedDateTime, 'startedDateTime')
  const read = { ...requestHead(request), body: contentText(member(request, 'postData')) }
  const status = member(response, 'status')
  // Browsers write 0 for what was blocked, aborted or lost.
  if (!isObject(response) || status === 0 || status === undefined)
    return { at, request: read, response: NO_RESPONSE }
  const body = contentText(member(response, 'content')) ?? ''
  return { at, request: read, response: { ...responseHead(response), body } }
}

function contentText(content: unknown): string | null {
  const text = member(content, 'text') ?? ''
  if (typeof text !== 'string') throw new OptionError('', 'the text of a body must be a text')
  if (text === '') return null
  if (member(content, 'encoding') !== 'base64') return text
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)))
  } catch {
    throw new OptionError('', 'the encoding of the body is base64, but its text is not base64')
  }
}
