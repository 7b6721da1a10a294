import { readBytes } from '../http/read-bytes'
import type { Reception } from './outcome'

/** Maximum number of bytes kept of a response body. */
const ANSWER_AT_MOST = 64 * 1024
/** Maximum number of characters in response headers. A response with more counts as a failure. */
const HEADERS_AT_MOST = 64 * 1024

const utf8 = new TextDecoder()

/** Reads a receiver's response. The status decides, so a body that is too long or late is cut. */
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
