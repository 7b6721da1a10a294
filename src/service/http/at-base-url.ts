import { wrongOption } from '../../errors/option-error'
import { UsageError } from '../../errors/usage-error'
import { isUrl } from '../../host-time/platform'
import { warnOnce } from '../../host-time/warn-once'
import type { Wrapper } from './simulator-fetch'

/** Resolves paths against the base URL, and refuses requests to another origin. */
export const atBaseUrl =
  (baseUrl: string): Wrapper =>
  (port) =>
  (input, init) => {
    let meant: Request | URL | string
    try {
      meant = ours(input, baseUrl)
    } catch (error) {
      return Promise.reject(
        error instanceof UsageError
          ? error
          : wrongOption('input', 'a Request, a URL or a text that is one', input),
      )
    }
    return port(meant, init)
  }

/** @throws UsageError for another origin; a TypeError for an input that cannot become a string */
function ours(input: Request | URL | string, baseUrl: string): Request | URL | string {
  if (typeof input === 'string' && input.startsWith('/')) return new URL(input, baseUrl)
  const elsewhere = otherOrigin(input, baseUrl)
  if (elsewhere !== undefined) {
    const text = notOurs(elsewhere, baseUrl)
    // A client may take the error for a failure of the network, so the text is printed, too.
    warnOnce(text)
    throw new UsageError(text)
  }
  return input
}

/** The origin of a request to somebody else. An input that is no URL is left to `fetch`, which refuses it. */
function otherOrigin(input: Request | URL | string, baseUrl: string): string | undefined {
  const url = typeof input === 'object' && 'url' in input ? input.url : String(input)
  if (url.startsWith(`${baseUrl}/`) || !isUrl(url)) return undefined
  const { origin } = new URL(url)
  return origin === baseUrl ? undefined : origin
}

const notOurs = (origin: string, baseUrl: string): string =>
  `simulator.fetch was called for ${origin}, but the simulator answers for ${baseUrl} only: give the client ` +
  `simulator.baseUrl, or make the simulator with { baseUrl: '${origin}' }`
