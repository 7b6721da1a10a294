import type { IncomingMessage } from 'node:http'
import { platform } from '../../host-time/platform'

/** Allows whatever a preflight asks for. The service itself refuses unknown paths and methods. */
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

/** Adds the headers that let pages of the origin read a response. Copies, because some are immutable. */
export function readableHeaders(headers: Headers, origin: string | undefined): Headers {
  const readable = new platform.Headers(headers)
  // Set even without an origin: a cache must not give a page the response that it stored for another client.
  readable.append('vary', 'origin')
  if (origin === undefined) return readable
  readable.set('access-control-allow-origin', origin)
  readable.set('access-control-expose-headers', [...headers.keys()].join(', '))
  return readable
}
