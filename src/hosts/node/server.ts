import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { LONGEST } from '../../host-time/page-time'
import { answerClientErrors } from './client-errors'
import { listening } from './listening'
import { type Handler, RequestLine } from './request-line'

export interface SimulatorServer {
  /** The base URL for clients of this server, instead of the simulator's `baseUrl`. No final slash. */
  readonly url: string
  /** The port on which it listens. */
  readonly port: number
  /**
   * Stops listening, waits for requests in progress for at most `grace`, then closes all connections.
   * Incomplete requests and responses that a fault holds back are cut off.
   */
  close(): Promise<void>
}

interface ListenOptions {
  readonly port: number
  readonly host: string
  /** The file descriptor of a socket that already listens, instead of port and host. */
  readonly fd?: number | undefined
  readonly grace: number
  /** The most connections at once; further ones are closed. */
  readonly connections?: number
  /** Milliseconds that a client may pause within a request. @default the time-outs of Node */
  readonly patience?: number
  readonly onExchange?: () => void
  /** Called for a CONNECT request, which is refused: the client takes the server for a proxy. */
  readonly onTunnel?: () => void
}

/** A whole request, or a response that is not read, may take this many times `patience`. */
const PARTS = 12

const timeoutsFor = (patience: number) => ({
  headersTimeout: patience,
  requestTimeout: PARTS * patience,
  connectionsCheckingInterval: Math.ceil(patience / 5),
})

/** Cuts a request that pauses longer than `patience` milliseconds. */
function cutWhenSilent(server: Server, incoming: IncomingMessage, patience: number): void {
  const { headers, socket } = incoming
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
  let read = socket.bytesRead
  const look = setInterval(() => {
    if (incoming.complete) return clearInterval(look)
    // If received bytes wait to be read, the server is slow and not the client.
    const isSilent = incoming.readableLength === 0 && socket.bytesRead === read
    read = socket.bytesRead
    if (isSilent) server.emit('clientError', { code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket)
  }, patience)
  incoming.once('close', () => clearInterval(look))
}

/** Cuts a response whose client has read nothing for `patience` milliseconds. */
function cutWhenUnread({ socket }: IncomingMessage, outgoing: ServerResponse, patience: number): void {
  socket.setTimeout(0)
  outgoing.once('prefinish', () => socket.setTimeout(patience))
}

/** @throws OptionError with the system's code if the port is taken or not allowed, or the host is no address here */
export async function listen(
  handle: Handler,
  { port, host, fd, grace, connections, patience, onExchange, onTunnel }: ListenOptions,
): Promise<SimulatorServer> {
  const underWay = new Set<Promise<void>>()
  const timeouts = patience === undefined ? {} : timeoutsFor(patience)
  const lines = new WeakMap<Socket, RequestLine>()
  const inTurn: Handler = (incoming, outgoing) => {
    if (patience !== undefined) {
      cutWhenSilent(server, incoming, patience)
      cutWhenUnread(incoming, outgoing, PARTS * patience)
    }
    return handle(incoming, outgoing).finally(onExchange)
  }
  const server = createServer(timeouts, (incoming, outgoing) => {
    const { socket } = incoming
    const line = lines.get(socket) ?? new RequestLine(socket, inTurn)
    lines.set(socket, line)
    const moving = line.add(incoming, outgoing)
    if (!moving) return
    underWay.add(moving)
    void moving.then(() => underWay.delete(moving))
  })
  if (connections !== undefined) server.maxConnections = connections
  if (onTunnel)
    server.on('connect', (_, socket) => {
      socket.on('error', () => undefined).end('HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\n\r\n')
      onTunnel()
    })
  server.listen(fd === undefined ? { port, host } : { fd })
  await listening(server, port, host)

  async function drained(): Promise<void> {
    while (underWay.size > 0) await Promise.all(underWay)
  }

  async function shutDown(): Promise<void> {
    const closed = once(server, 'close')
    server.close()
    const patience = setTimeout(() => server.closeAllConnections(), Math.min(grace, LONGEST))
    await Promise.race([drained(), closed])
    clearTimeout(patience)
    server.closeAllConnections()
    await closed
    // Handlers learn of closed connections last.
    await drained()
  }

  const address = server.address() as AddressInfo
  const shownHost = address.family === 'IPv6' ? `[${address.address}]` : address.address
  const url = `http://${shownHost}:${address.port}`
  answerClientErrors(server, url)
  let closing: Promise<void> | undefined
  return {
    url,
    port: address.port,
    close() {
      closing ??= shutDown()
      return closing
    },
  }
}
