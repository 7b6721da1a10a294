import type { IncomingMessage } from 'node:http'

/** They describe the connection to this server; the service's own request does not have them. */
const CONNECTION_HEADERS = new Set(
  'connection expect host keep-alive proxy-connection te trailer transfer-encoding upgrade'.split(' '),
)

/** The request as fetch would have made it, addressed to the simulator's own origin. */
export function requestOf(baseUrl: string, incoming: IncomingMessage): Request {
  const { method = 'GET', url = '/', rawHeaders } = incoming
  const headers = new Headers()
  rawHeaders.forEach((name, i) => {
    const value = rawHeaders[i + 1]
    if (i % 2 === 0 && value !== undefined && !CONNECTION_HEADERS.has(name.toLowerCase()))
      headers.append(name, value)
  })
  // Joined as text: resolving `//host/path` against the base would lead to another origin.
  const target = new URL(baseUrl).origin + url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/^(?!\/)/, '/')
  if (method === 'GET' || method === 'HEAD') {
    incoming.resume()
    return new Request(target, { method, headers })
  }
  if (UNSENDABLE.has(method)) {
    incoming.resume()
    // The platform makes no such request; the simulator answers 405 as to any method that it does not know.
    return Object.defineProperty(new Request(target, { headers }), 'method', { value: method })
  }
  const init = { method, headers, body: bodyOf(incoming), duplex: 'half' }
  return new Request(target, init)
}

/** Methods that fetch refuses to send, and other clients do not. */
const UNSENDABLE: ReadonlySet<string> = new Set(['TRACE', 'TRACK', 'CONNECT'])

/**
 * Passes the bytes on as they are asked for, so that the limit of the simulator's own reader bounds the
 * memory.
 */
function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks = incoming.iterator({ destroyOnReturn: false })
  return new ReadableStream({
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
