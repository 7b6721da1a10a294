import type { HostTime } from '../host-time'
import type { Reception } from './outcome'
import { readAnswer } from './read-answer'
import type { AttemptRow } from './rows'
import { addressOn, type Target } from './targets'

/** Sends one request to a connected target, and to nothing else. Never throws. */
export async function send(
  { url, headers, body }: AttemptRow['request'],
  target: Target | undefined,
  patience: number,
  host: HostTime,
): Promise<Reception> {
  if (!target) return { kind: 'network-error', text: `connection refused: nothing is connected to ${url}` }
  const signal = host.givesUpAfter(patience)
  const tired = new Promise<Reception>((resolve) => {
    signal.addEventListener('abort', () => resolve({ kind: 'time-out' }), { once: true })
  })
  // A program that only waits for a silent receiver would otherwise end in the middle of it.
  const release = host.staysAwake(patience)
  try {
    const init: RequestInit = { method: 'POST', headers: { ...headers }, body, redirect: 'manual', signal }
    const response = await Promise.race([answerOf(target, url, init), tired])
    return 'kind' in response ? response : await readAnswer(response, signal)
  } catch (error) {
    if (signal.aborted) return { kind: 'time-out' }
    return { kind: 'network-error', text: textOf(error) }
  } finally {
    release()
  }
}

async function answerOf(target: Target, url: string, init: RequestInit): Promise<Response> {
  const { receiver } = target
  return typeof receiver === 'function'
    ? receiver(new Request(url, init))
    : fetch(addressOn(receiver, target, url), init)
}

/** The platform only says that something failed. The name of its cause is the same everywhere. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = (error.cause as { code?: unknown } | undefined)?.code
  return typeof code === 'string' ? `${error.message} (${code})` : error.message
}
