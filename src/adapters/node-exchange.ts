import type { IncomingMessage, ServerResponse } from 'node:http'
import { internalServerError } from './internal-server-error'
import { isNetworkError } from './is-network-error'
import type { ControlsDoor } from './node-controls'
import type { Served } from './served'

/** They describe the connection to this server; the service's own request does not have them. */
const CONNECTION_HEADERS = new Set(
  'connection expect host keep-alive proxy-connection te trailer transfer-encoding upgrade'.split(' '),
)

/** Answers one request of node:http and resolves when its response is sent or cut. Never rejects. */
export async function answer(
  simulator: Served,
  door: ControlsDoor,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const finished = new Promise<void>((resolve) => outgoing.once('close', resolve))
  try {
    write(await respond(simulator, door, incoming), outgoing)
  } catch {
    outgoing.destroy()
  }
  await finished
}

interface WholeResponse {
  readonly response: Response
  readonly body: Uint8Array
}

/**
 * @throws when the client is to see a network error. A request that fetch could not send (TRACE) is one as
 * well.
 */
async function respond(
  simulator: Served,
  door: ControlsDoor,
  incoming: IncomingMessage,
): Promise<WholeResponse> {
  const controlled = door(incoming, () => requestOf(simulator.baseUrl, incoming))
  const response = controlled
    ? await controlled.catch(internalServerError)
    : await serviced(simulator, incoming)
  return { response, body: new Uint8Array(await response.arrayBuffer()) }
}

function serviced(simulator: Served, incoming: IncomingMessage): Promise<Response> {
  const request = requestOf(simulator.baseUrl, incoming)
  return simulator.fetch(request).catch((error: unknown) => {
    if (isNetworkError(error, request)) throw error
    return internalServerError(error)
  })
}

/** The request as fetch would have made it, addressed to the simulator's own origin. */
function requestOf(baseUrl: string, incoming: IncomingMessage): Request {
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
  const init = { method, headers, body: bodyOf(incoming), duplex: 'half' }
  return new Request(target, init)
}

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

function write({ response, body }: WholeResponse, outgoing: ServerResponse): void {
  outgoing.statusCode = response.status
  outgoing.statusMessage = response.statusText
  // The host's date would contradict the virtual one that the service's own headers speak of.
  outgoing.sendDate = false
  response.headers.forEach((value, name) => {
    if (name !== 'content-length') outgoing.appendHeader(name, value)
  })
  outgoing.end(body)
}
