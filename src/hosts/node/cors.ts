import type { IncomingMessage } from 'node:http'
import { platform } from '../../host-time/platform'

/** Allows what a browser asks for in a preflight. The service itself refuses what it does not have. */
export function preflightAnswer(incoming: IncomingMessage): Response {
  incoming.resume()
  const asked = incoming.headers
  const names = asked['access-control-request-headers']
  return new platform.Response(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': asked.origin ?? '',
      'access-control-allow-methods': asked['access-control-request-method'] ?? '',
      ...(names !== undefined && { 'access-control-allow-headers': names }),
      vary: 'origin',
    },
  })
}

/** The headers of a response that a page of the origin can read. Copied, because some may not be changed. */
export function readableHeaders(headers: Headers, origin: string | undefined): Headers {
  const readable = new platform.Headers(headers)
  // Also without an origin: a cache must not answer a page from what it kept of somebody else.
  readable.append('vary', 'origin')
  if (origin === undefined) return readable
  readable.set('access-control-allow-origin', origin)
  readable.set('access-control-expose-headers', [...headers.keys()].join(', '))
  return readable
}
