import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Answering, answerNodeRequest } from './exchange'

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
  readonly grace: number
  /** At the same time; further ones are closed. */
  readonly connections?: number
  readonly onExchange?: () => void
}

/** @throws the error of the operating system if the port is taken or not allowed */
export async function listen(
  answering: Answering,
  { port, host, grace, connections, onExchange }: ListenOptions,
): Promise<SimulatorServer> {
  const underWay = new Set<Promise<void>>()
  const server = createServer((incoming, outgoing) => {
    const exchange = answerNodeRequest(answering, incoming, outgoing).finally(() => {
      underWay.delete(exchange)
      onExchange?.()
    })
    underWay.add(exchange)
  })
  if (connections !== undefined) server.maxConnections = connections
  server.listen(port, host)
  await once(server, 'listening')

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
  }

  const address = server.address() as AddressInfo
  const shownHost = address.family === 'IPv6' ? `[${address.address}]` : address.address
  let closing: Promise<void> | undefined
  return {
    url: `http://${shownHost}:${address.port}`,
    port: address.port,
    close() {
      closing ??= shutDown()
      return closing
    },
  }
}
