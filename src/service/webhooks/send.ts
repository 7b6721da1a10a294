import { OptionError, shown } from '../../errors/option-error'
import type { Reception } from '../../events/traffic/outcome'
import { platform, utf8Text } from '../../host-time/platform'
import { withCause } from '../../kernel/message-of'
import { plainHeaders } from '../http/plain-headers'
import { readBytes } from '../http/read-bytes'
import type { AttemptRow } from './rows'
import { addressOn, type Target } from './targets'

/** Sends one request, but only to a connected target. Never throws. */
export async function send(
  { url, headers, body }: AttemptRow['request'],
  target: Target | undefined,
  /** Aborts at the receiver's time limit. */
  tooLate: AbortSignal,
  /** Receives the errors that the receiver function throws, even after the time limit. */
  onThrown: (error: unknown) => void = () => undefined,
): Promise<Reception> {
  if (!target) return { kind: 'network-error', text: `connection refused: nothing is connected to ${url}` }
  const timeOut = new Promise<'time-out'>((resolve) => {
    tooLate.addEventListener('abort', () => resolve('time-out'), { once: true })
  })
  try {
    const message = {
      method: 'POST',
      headers: { ...headers },
      body,
      redirect: 'manual',
      signal: tooLate,
    } as const
    const answer = answerOf(target, url, message, onThrown)
    const response = await Promise.race([answer, timeOut])
    if (response !== 'time-out') return await readAnswer(response, tooLate)
    answer.then(discard, () => undefined)
    return { kind: response }
  } catch (error) {
    if (tooLate.aborted) return { kind: 'time-out' }
    return { kind: 'network-error', text: withCause(error), error }
  }
}

async function answerOf(
  target: Target,
  url: string,
  init: RequestInit,
  onThrown: (error: unknown) => void,
): Promise<Response> {
  const { receiver } = target
  if (typeof receiver === 'string') return platform.fetch(addressOn(receiver, target, url), init)
  try {
    return checkedAnswer(url, await receiver(new platform.Request(url, init)))
  } catch (error) {
    // An abort error of the time limit itself is not the receiver's mistake.
    if (error !== init.signal?.reason) onThrown(error)
    throw error
  }
}

/** Checks members instead of the class, because other realms and libraries have their own `Response`. */
function checkedAnswer(url: string, answer: unknown): Response {
  const { status, headers, bodyUsed }: Partial<Response> = answer ?? {}
  if (status === undefined || typeof headers?.forEach !== 'function')
    throw new OptionError('target', `the receiver of ${url} must return a Response, not ${shown(answer)}`)
  if (bodyUsed)
    throw new OptionError(
      'target',
      `the answer of the receiver of ${url} is malformed: its body was read before; ` +
        'a receiver returns a new Response each time',
    )
  return answer as Response
}

/** The maximum number of bytes stored of a response body. */
const ANSWER_AT_MOST = 64 * 1024
/** The maximum number of characters in response headers. A response with more counts as a failure. */
const HEADERS_AT_MOST = 64 * 1024

/** Reads a receiver's response. Only the status matters, so a body that is too long or late is cut. */
async function readAnswer(response: Response, signal: AbortSignal): Promise<Reception> {
  const { status } = response
  const headers = plainHeaders(response.headers)
  const fault = faultOf(status, headers)
  if (fault !== undefined) {
    discard(response)
    return { kind: 'network-error', text: `the answer is malformed: ${fault}` }
  }
  const { bytes, isCut } = await readBytes(response, ANSWER_AT_MOST, signal, 'keep')
  const text = utf8Text(bytes)
  return { kind: 'response', status, headers, body: isCut ? `${text}… [cut]` : text }
}

/** Cancels the body, because a server may wait until its body is read. */
const discard = ({ body }: Response): void => void body?.cancel().catch(() => undefined)

function faultOf(status: number, headers: object): string | undefined {
  if (!Number.isInteger(status) || status < 100 || status > 599) return `its status is ${String(status)}`
  return JSON.stringify(headers).length > HEADERS_AT_MOST ? 'its headers are too long' : undefined
}
