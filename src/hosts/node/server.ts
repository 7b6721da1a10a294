import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { LONGEST } from '../../host-time/page-time'
import { answerClientErrors } from './client-errors'
import { listening } from './listening'
import { type Handler, RequestLine } from './request-line'

export interface SimulatorServer {
  /** Use it in place of the simulator's `baseUrl` for clients of this server. No final slash. */
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
  /** The descriptor of a socket that listens already, in the place of port and host. */
  readonly fd?: number | undefined
  readonly grace: number
  /** At the same time; further ones are closed. */
  readonly connections?: number
  /** Milliseconds in which a client has to send something of a request that it has begun. @default those of Node */
  readonly patience?: number
  readonly onExchange?: () => void
  /** Called for a client that takes the server for a proxy to other hosts (CONNECT), which is refused. */
  readonly onTunnel?: () => void
}

/** A whole request may take so many times the patience with its parts, and so may an answer that is not read. */
const PARTS = 12

const timeoutsFor = (patience: number) => ({
  headersTimeout: patience,
  requestTimeout: PARTS * patience,
  connectionsCheckingInterval: Math.ceil(patience / 5),
})

/** Cuts a request whose rest does not come. */
function cutWhenSilent(server: Server, incoming: IncomingMessage, patience: number): void {
  const { headers, socket } = incoming
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
  let read = socket.bytesRead
  const look = setInterval(() => {
    if (incoming.complete) return clearInterval(look)
    // A client that waits until somebody reads is not silent.
    const isSilent = incoming.readableLength === 0 && socket.bytesRead === read
    read = socket.bytesRead
    if (isSilent) server.emit('clientError', { code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket)
  }, patience)
  incoming.once('close', () => clearInterval(look))
}

/** Cuts an answer of which nothing more could be sent for so long. */
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
    // Handlers hear last that their connections are closed.
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
