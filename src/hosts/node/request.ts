import type { IncomingMessage } from 'node:http'
import { platform } from '../../host-time/platform'

/** Headers that describe the connection to this server. They are not part of the service's request. */
const CONNECTION_HEADERS = new Set(
  'connection expect host keep-alive proxy-connection te trailer transfer-encoding upgrade'.split(' '),
)

/** The path and query of a request target. A client with a proxy setting sends the whole URL. */
export const pathOfTarget = (target = ''): string => target.replace(/^https?:\/\/[^/?#]*/i, '')

/** Converts to a Request at the simulator's origin. The signal aborts when the client disconnects. */
export function fetchRequest(
  baseUrl: string,
  incoming: IncomingMessage,
  signal: AbortSignal | null = null,
): Request {
  const { method = 'GET', url = '/', rawHeaders } = incoming
  const headers = new platform.Headers()
  rawHeaders.forEach((name, i) => {
    const value = rawHeaders[i + 1]
    if (i % 2 === 0 && value !== undefined && !CONNECTION_HEADERS.has(name.toLowerCase()))
      headers.append(name, value)
  })
  // Joined as text, because resolving `//host/path` against the base would give another origin.
  const target = new URL(baseUrl).origin + pathOfTarget(url).replace(/^(?!\/)/, '/')
  if (method === 'GET' || method === 'HEAD') {
    incoming.resume()
    return new platform.Request(target, { method, headers, signal })
  }
  if (UNSENDABLE.has(method)) {
    incoming.resume()
    // The Request constructor refuses such methods; the simulator responds with 405, as to any unknown method.
    return Object.defineProperty(new platform.Request(target, { headers }), 'method', { value: method })
  }
  const init = { method, headers, signal, body: bodyOf(incoming), duplex: 'half' }
  return new platform.Request(target, init)
}

/** Methods that fetch refuses to send, but other clients send. */
const UNSENDABLE: ReadonlySet<string> = new Set(['TRACE', 'TRACK', 'CONNECT'])

/** Reads bytes on demand, so that the simulator's own limit bounds the memory. */
function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks = incoming.iterator({ destroyOnReturn: false })
  return new platform.ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return?.()
      incoming.resume()
    },
  })
}
