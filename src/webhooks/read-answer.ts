import { readBytes } from '../http/read-bytes'
import type { Reception } from './outcome'

/** Kept of the body of a receiver's answer, in bytes. */
const ANSWER_AT_MOST = 64 * 1024
/** Characters of its headers; a receiver that sends more has failed. */
const HEADERS_AT_MOST = 64 * 1024

const utf8 = new TextDecoder()

/**
 * A receiver's answer with the beginning of its body. The status counts as soon as it is there: a body that is
 * too long, or not there when the signal aborts, is cut.
 */
export async function readAnswer(response: Response, signal: AbortSignal): Promise<Reception> {
  const { status } = response
  if (!Number.isInteger(status) || status < 100 || status > 599)
    return malformed(`its status is ${String(status)}`)
  const headers = Object.fromEntries(response.headers)
  if (JSON.stringify(headers).length > HEADERS_AT_MOST) return malformed('its headers are too long')
  if (response.bodyUsed)
    return malformed('its body was read before; a receiver returns a new Response each time')
  const { bytes, isCut } = await readBytes(response, ANSWER_AT_MOST, signal, 'keep')
  const text = utf8.decode(bytes)
  return { kind: 'response', status, headers, body: isCut ? `${text}… [cut]` : text }
}

const malformed = (what: string): Reception => ({
  kind: 'network-error',
  text: `the answer is malformed: ${what}`,
})
