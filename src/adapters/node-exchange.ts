import type { IncomingMessage, ServerResponse } from 'node:http'
import { internalServerError } from './internal-server-error'
import { isNetworkError } from './is-network-error'
import type { ControlsDoor } from './node-controls'
import type { HostCheck } from './node-hosts'
import { requestOf } from './node-request'
import type { Served } from './served'

/** What a request of node:http is answered by. */
export interface Answering {
  readonly simulator: Served
  readonly door: ControlsDoor
  readonly isNamed: HostCheck
}

/** Answers one request of node:http. Resolves when its response is sent, or its connection gone. Never rejects. */
export async function answer(
  answering: Answering,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const finished = endOf(incoming, outgoing)
  try {
    const whole = await Promise.race([respond(answering, incoming), finished])
    if (whole) write(whole, outgoing)
  } catch {
    outgoing.destroy()
  }
  await finished
}

function endOf({ socket }: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  // One for each request that the client sends without waiting for the answer before.
  socket.setMaxListeners(0)
  return new Promise((resolve) => {
    const end = (): void => {
      socket.off('close', end)
      resolve()
    }
    outgoing.once('close', end)
    // A response that waits for its turn behind another one is never closed itself.
    socket.once('close', end)
    if (socket.destroyed) end()
  })
}

interface WholeResponse {
  readonly response: Response
  readonly body: Uint8Array
}

/** @throws when the client is to see a network error */
async function respond(
  { simulator, door, isNamed }: Answering,
  incoming: IncomingMessage,
): Promise<WholeResponse> {
  const controlled = door(incoming, () => requestOf(simulator.baseUrl, incoming))
  const response = controlled
    ? await controlled.catch(internalServerError)
    : isNamed(incoming.headers.host)
      ? await serviced(simulator, incoming)
      : refused(incoming)
  return { response, body: new Uint8Array(await response.arrayBuffer()) }
}

/** A page of another site has pointed its own name at this machine. */
function refused(incoming: IncomingMessage): Response {
  incoming.resume()
  const error = `this server does not answer to the name ${incoming.headers.host}; see the option hosts`
  return Response.json({ error }, { status: 403 })
}

function serviced(simulator: Served, incoming: IncomingMessage): Promise<Response> {
  const request = requestOf(simulator.baseUrl, incoming)
  return simulator.fetch(request).catch((error: unknown) => {
    if (isNetworkError(error, request)) throw error
    return internalServerError(error)
  })
}

function write({ response, body }: WholeResponse, outgoing: ServerResponse): void {
  outgoing.statusCode = response.status
  outgoing.statusMessage = response.statusText
  // The host's date would contradict the virtual date in the service's headers.
  outgoing.sendDate = false
  response.headers.forEach((value, name) => {
    if (name !== 'content-length') outgoing.appendHeader(name, value)
  })
  outgoing.end(body)
}
