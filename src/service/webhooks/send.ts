import type { Reception } from './outcome'
import { readAnswer } from './read-answer'
import type { AttemptRow } from './rows'
import { addressOn, type Target } from './targets'

/** Sends one request to a connected target only. Never throws. */
export async function send(
  { url, headers, body }: AttemptRow['request'],
  target: Target | undefined,
  /** Aborts when the receiver's time is up. */
  tooLate: AbortSignal,
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
    const response = await Promise.race([answerOf(target, url, message), timeOut])
    return response === 'time-out' ? { kind: response } : await readAnswer(response, tooLate)
  } catch (error) {
    if (tooLate.aborted) return { kind: 'time-out' }
    return { kind: 'network-error', text: textOf(error), error }
  }
}

async function answerOf(target: Target, url: string, init: RequestInit): Promise<Response> {
  const { receiver } = target
  return typeof receiver === 'function'
    ? receiver(new Request(url, init))
    : fetch(addressOn(receiver, target, url), init)
}

/** The message of a fetch error is vague and differs by platform. The code of its cause does not. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = (error.cause as { code?: unknown } | undefined)?.code
  return typeof code === 'string' ? `${error.message} (${code})` : error.message
}
