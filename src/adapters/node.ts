import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ControlsOption, openDoor } from './node-controls'
import { answer } from './node-exchange'
import type { Served } from './served'

export interface ServeOptions {
  /** @default 0, any free port */
  port?: number
  /** @default '127.0.0.1': reachable from this machine only */
  host?: string
  /**
   * Offers `simulator.*` over HTTP under `/__simulator/` (docs/controls.md): `true` to programs of this machine,
   * 'anyone' to whoever reaches the port. They ask for no key.
   * @default false
   */
  controls?: ControlsOption
}

export interface SimulatorServer {
  /** Takes the place of the simulator's `baseUrl` for clients of this server; without a final slash. */
  readonly url: string
  readonly port: number
  /**
   * Stops listening, lets the requests under way get their responses and cuts the connections. Responses
   * parked by a delay are waited for, too: move the clock past them, or dispose of the simulator, first.
   */
  close(): Promise<void>
}

/**
 * Offers a simulator over HTTP, for clients that msw does not reach. Several servers, of one simulator or of
 * many, may run side by side.
 *
 * @throws what the operating system says when the port is taken or not allowed; TypeError for controls of
 * something that is no whole simulator.
 */
export async function serve(simulator: Served, options: ServeOptions = {}): Promise<SimulatorServer> {
  const { port = 0, host = '127.0.0.1', controls = false } = options
  const door = openDoor(simulator, controls)
  const underWay = new Set<Promise<void>>()
  const server = createServer((incoming, outgoing) => {
    const exchange = answer(simulator, door, incoming, outgoing).finally(() => underWay.delete(exchange))
    underWay.add(exchange)
  })
  server.listen(port, host)
  await once(server, 'listening')

  async function shutDown(): Promise<void> {
    const closed = once(server, 'close')
    server.close()
    while (underWay.size > 0) await Promise.all(underWay)
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
