import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { listening } from './listening'

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

/** Handles one request, and resolves when its response is sent or the connection is closed. Never rejects. */
type Handler = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>

/** A whole request may take so many times the patience with its parts. */
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

/** @throws OptionError with the system's code if the port is taken or not allowed, or the host is no address here */
export async function listen(
  handle: Handler,
  { port, host, fd, grace, connections, patience, onExchange, onTunnel }: ListenOptions,
): Promise<SimulatorServer> {
  const underWay = new Set<Promise<void>>()
  const timeouts = patience === undefined ? {} : timeoutsFor(patience)
  const server = createServer(timeouts, (incoming, outgoing) => {
    if (patience !== undefined) cutWhenSilent(server, incoming, patience)
    const exchange = handle(incoming, outgoing).finally(() => {
      underWay.delete(exchange)
      onExchange?.()
    })
    underWay.add(exchange)
  })
  if (connections !== undefined) server.maxConnections = connections
  if (onTunnel)
    server.on('connect', (_, socket) => {
      socket.on('error', () => undefined).end('HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\n\r\n')
      onTunnel()
    })
  if (fd === undefined) server.listen(port, host)
  else server.listen({ fd })
  await listening(server, port, host)

  async function drained(): Promise<void> {
    while (underWay.size > 0) await Promise.all(underWay)
  }

  async function shutDown(): Promise<void> {
    const closed = once(server, 'close')
    server.close()
    const patience = setTimeout(() => server.closeAllConnections(), grace)
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

/** Node's own answers where nobody listens to such errors; otherwise 400. */
const STATUSES: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}
/** The beginning of a connection of HTTP/2. */
const PREFACE = 'HPE_PAUSED_H2_UPGRADE'

type Answering = Duplex & { readonly _httpMessage?: { readonly headersSent: boolean } | null }

/** Ends connections that speak no HTTP/1.1 as Node does, and tells once of a client that speaks HTTP/2. */
function answerClientErrors(server: Server, url: string): void {
  let isTold = false
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Answering) => {
    const { code = '' } = error
    if (code === PREFACE && !isTold) {
      isTold = true
      console.error(
        `accounting-simulator: a client speaks HTTP/2 to ${url}, which speaks HTTP/1.1. Its request is not ` +
          'answered: switch HTTP/2 off in the client, such as with http2: false of got.',
      )
    }
    const status = STATUSES[code] ?? 400
    if (socket.writable && socket._httpMessage?.headersSent !== true)
      socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`)
    socket.destroy(error)
  })
}
