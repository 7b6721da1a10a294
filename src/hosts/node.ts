import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import { callback, filledText, flag, members, optional, orElse, whole } from '../errors/reader'
import { type ControlsOption, openDoor, readControlsOption } from './node/controls'
import { answer } from './node/exchange'
import { type HostsOption, hostCheck, isLoopbackHost, readHosts } from './node/host-names'
import type { Served } from './served'

export interface ServeOptions {
  /** @default 0, which means any free port */
  port?: number
  /** @default '127.0.0.1', reachable from the local machine only */
  host?: string
  /**
   * Serves `simulator.*` over HTTP under `/__simulator/` (docs/controls.md), and a page at `/` that says what
   * this is. `true`: for programs on the local machine; 'anyone': for everyone who reaches the port. No key is
   * needed.
   * @default false
   */
  controls?: ControlsOption
  /**
   * Serves the inspector as a page under `/__simulator/ui/` (docs/inspector.md), for whoever may use the controls.
   * Needs `controls`.
   * @default false
   */
  ui?: boolean
  /**
   * Public names under which clients may reach the server, such as 'simulator.example.com', or 'any'. Other
   * public names are refused with 403, because a page of another site could use one to get here. Addresses,
   * names without a dot and private ones such as 'simulator.internal' are always accepted.
   * @default [] for the controls and for a server on a loopback address, else 'any'
   */
  hosts?: HostsOption
  /**
   * Milliseconds that `close` waits for requests in progress.
   * @default 2000
   */
  grace?: number
  /** Called after each exchange, also one whose connection was cut. */
  onExchange?: () => void
}

const readOptions = members({
  port: orElse(whole(0, 65_535), 0),
  host: orElse(filledText, '127.0.0.1'),
  controls: orElse(readControlsOption, false),
  ui: orElse(flag, false),
  hosts: optional(readHosts),
  grace: orElse(whole(0, undefined, 'milliseconds'), 2000),
  onExchange: optional(callback<() => void>()),
})

export interface SimulatorServer {
  /** Use it in place of the simulator's `baseUrl` for clients of this server. No final slash. */
  readonly url: string
  readonly port: number
  /**
   * Stops listening, waits for requests in progress for at most `grace`, then closes all connections.
   * Incomplete requests and responses that a fault holds back are cut off.
   */
  close(): Promise<void>
}

/**
 * Serves a simulator over HTTP, for clients that msw cannot intercept. Several servers may run at once, for
 * one simulator or for several.
 *
 * @throws the error of the operating system if the port is taken or not allowed
 * @throws OptionError for an unknown option
 * @throws TypeError for `ui` without `controls`, and if the simulator lacks the methods that the controls need
 */
export async function serve(simulator: Served, options: ServeOptions = {}): Promise<SimulatorServer> {
  const { port, host, controls, ui, hosts, grace, onExchange } = readOptions(options, '')
  const door = openDoor(simulator, controls, hostCheck(hosts ?? []), ui ? builtPackage() : undefined)
  const isNamed = hostCheck(hosts ?? (isLoopbackHost(host) ? [] : 'any'))
  const underWay = new Set<Promise<void>>()
  const server = createServer((incoming, outgoing) => {
    const exchange = answer({ simulator, door, isNamed }, incoming, outgoing).finally(() => {
      underWay.delete(exchange)
      onExchange?.()
    })
    underWay.add(exchange)
  })
  server.listen(port, host)
  await once(server, 'listening')

  async function drained(): Promise<void> {
    while (underWay.size > 0) await Promise.all(underWay)
  }

  async function shutDown(): Promise<void> {
    simulator.hosting?.servers.delete(url)
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
  const url = `http://${shownHost}:${address.port}`
  simulator.hosting?.servers.add(url)
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

/** The folder of the built files, of which this is one, as an ES module or as CommonJS. */
const builtPackage = (): URL =>
  typeof __dirname === 'string' ? pathToFileURL(`${__dirname}/`) : new URL('./', import.meta.url)

export type { ControlsOption } from './node/controls'
export type { HostsOption } from './node/host-names'
