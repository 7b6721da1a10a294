import type { IncomingMessage, ServerResponse } from 'node:http'
import { isFailedFetch } from '../../errors/network-error'
import { isPreflight } from '../../events/headers/is-preflight'
import { platform } from '../../host-time/platform'
import { internalServerError } from '../internal-server-error'
import { isNetworkError } from '../is-network-error'
import { type Served, sendBy } from '../served'
import type { ControlsDoor } from './controls'
import { preflightAnswer, readableHeaders } from './cors'
import type { HostCheck } from './host-names'
import { fetchRequest } from './request'
import { hasGone, restRead } from './rest-of-request'

/** The simulator, its controls, the accepted host names, and whether pages of other origins are answered. */
interface Answering {
  readonly simulator: Served
  readonly door: ControlsDoor
  readonly isNamed: HostCheck
  readonly cors?: boolean
}

/** Handles the requests of node:http. */
export const answering =
  (parts: Answering) =>
  async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const gone = new AbortController()
    const finished = endOf(incoming, outgoing).then(() => gone.abort())
    try {
      const answered = await Promise.race([respond(parts, incoming, gone.signal), finished])
      if (answered) {
        await restRead(incoming)
        // Browsers repeat a request by themselves if the connection was used before and is cut.
        if (isOfPage(incoming)) outgoing.shouldKeepAlive = false
        write(answered, outgoing)
      }
    } catch {
      outgoing.destroy()
    }
    await finished
  }

const isOfPage = ({ headers }: IncomingMessage): boolean =>
  headers.origin !== undefined || headers['sec-fetch-site'] !== undefined

/** Resolves when the response is sent or the connection is closed. */
export function endOf({ socket }: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      socket.off('close', end)
      resolve()
    }
    outgoing.once('close', end)
    // A response that is queued behind the connection's current one gets no close event of its own.
    socket.once('close', end)
    if (socket.destroyed) end()
  })
}

interface WholeResponse {
  readonly response: Response
  readonly headers: Headers
  readonly body: Uint8Array
}

/** @throws if the client must get a network error */
async function respond(
  { simulator, door, isNamed, cors = false }: Answering,
  incoming: IncomingMessage,
  gone: AbortSignal,
): Promise<WholeResponse> {
  const controlled = door(incoming, () => fetchRequest(simulator.baseUrl, incoming, gone), gone)
  if (controlled) return whole(await controlled.catch((error) => unlessNetworkError(error, incoming, gone)))
  if (!isNamed(incoming.headers.host)) return whole(refused(incoming))
  if (cors && isPreflight(incoming)) return whole(preflightAnswer(incoming))
  const response = await serviced(simulator, incoming, gone)
  return whole(response, cors ? readableHeaders(response.headers, incoming.headers.origin) : response.headers)
}

const whole = async (response: Response, headers = response.headers): Promise<WholeResponse> => ({
  response,
  headers,
  body: new Uint8Array(await response.arrayBuffer()),
})

/** Refuses a page of another site whose own host name resolves to this machine. */
function refused(incoming: IncomingMessage): Response {
  incoming.resume()
  const error = `this server does not answer to the name ${incoming.headers.host}; see the option hosts`
  return platform.Response.json({ error }, { status: 403 })
}

/** Faults of forks below the controls cut connections, too. */
function unlessNetworkError(error: unknown, incoming: IncomingMessage, gone: AbortSignal): Response {
  if (hasGone(incoming) || gone.aborted || isFailedFetch(error)) throw error
  return internalServerError(error)
}

function serviced(simulator: Served, incoming: IncomingMessage, gone: AbortSignal): Promise<Response> {
  const request = fetchRequest(simulator.baseUrl, incoming, gone)
  return sendBy('serve', simulator, request).catch((error: unknown) => {
    if (hasGone(incoming) || isNetworkError(error, request)) throw error
    return internalServerError(error)
  })
}

/** Hop-by-hop headers, which Node writes itself. */
const FRAMING = new Set(
  'connection content-length keep-alive proxy-connection te trailer transfer-encoding upgrade'.split(' '),
)

function write({ response, headers, body }: WholeResponse, outgoing: ServerResponse): void {
  outgoing.statusCode = response.status
  outgoing.statusMessage = response.statusText
  // The host's date would contradict the virtual date in the service's headers.
  outgoing.sendDate = false
  headers.forEach((value, name) => {
    if (!FRAMING.has(name)) outgoing.appendHeader(name, value)
  })
  outgoing.end(body)
}
