import type { Reception } from './outcome'
import type { AttemptRow } from './rows'
import { addressOn, type Target } from './targets'

/** Sends one request to a connected target, and to nothing else. Never throws. */
export async function send(
  { url, headers, body }: AttemptRow['request'],
  target: Target | undefined,
  /** Aborts when the receiver has had its time. */
  tooLate: AbortSignal,
): Promise<Reception> {
  if (!target) return { kind: 'network-error', text: `connection refused: nothing is connected to ${url}` }
  const timeOut = new Promise<Reception>((resolve) => {
    tooLate.addEventListener('abort', () => resolve({ kind: 'time-out' }), { once: true })
  })
  return Promise.race([received(url, headers, body, target, tooLate), timeOut])
}

async function received(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  target: Target,
  signal: AbortSignal,
): Promise<Reception> {
  const { receiver } = target
  try {
    const init: RequestInit = { method: 'POST', headers: { ...headers }, body, redirect: 'manual', signal }
    const response =
      typeof receiver === 'function'
        ? await receiver(new Request(url, init))
        : await fetch(addressOn(receiver, target, url), init)
    return {
      kind: 'response',
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    }
  } catch (error) {
    if (signal.aborted) return { kind: 'time-out' }
    return { kind: 'network-error', text: textOf(error) }
  }
}

/**
 * The platform's message only says that something failed; its cause has a name that is the same everywhere.
 */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = (error.cause as { code?: unknown } | undefined)?.code
  return typeof code === 'string' ? `${error.message} (${code})` : error.message
}
