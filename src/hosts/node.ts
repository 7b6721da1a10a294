import { pathToFileURL } from 'node:url'
import { refuseSurplus } from '../errors/at-caller'
import { callback, filledText, flag, members, orElse, orUndefined, whole } from '../errors/reader'
import { toBeAwaited } from '../errors/usage-error'
import { type ControlsOption, openDoor, readControlsOption } from './node/controls'
import { answering } from './node/exchange'
import { type HostsOption, hostCheck, isLoopbackHost, readHosts } from './node/host-names'
import { type ManyOptions, readManyOptions } from './node/many/options'
import type { ManyServer } from './node/many/server-type'
import { listen, type SimulatorServer } from './node/server'
import { readServed, type Served } from './served'

export interface ServeOptions {
  /** @default 0, which means any free port */
  port?: number
  /** @default '127.0.0.1', reachable from the local machine only */
  host?: string
  /**
   * Serves `simulator.*` over HTTP under `/__simulator/` (docs/controls.md), and a page at `/` that says what this is.
   * `true`: for programs on the local machine; 'anyone': for everyone who reaches the port. No key is needed.
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
   * Answers pages of other origins (CORS), for an application in a browser or in jsdom that sends its own requests:
   * preflights, which the simulator does not see, and headers by which a page may read each response of the service.
   * Every page that knows a key can use the service then. Controls answer their own page only.
   * @default false
   */
  cors?: boolean
  /**
   * Milliseconds that `close` waits for requests in progress.
   * @default 2000
   */
  grace?: number
  /** Called after each exchange, also if the connection was cut. */
  onExchange?: () => void
}

const readOptions = members({
  port: orElse(whole(0, 65_535), 0),
  host: orElse(filledText, '127.0.0.1'),
  controls: orElse(readControlsOption, false),
  ui: orElse(flag, false),
  hosts: orUndefined(readHosts),
  cors: orElse(flag, false),
  grace: orElse(whole(0, undefined, 'milliseconds'), 2000),
  onExchange: orUndefined(callback<() => void>()),
})

/**
 * Serves a simulator over HTTP, for clients that msw cannot intercept. Several servers may run at once, for
 * one simulator or for several.
 *
 * @throws OptionError for an unknown option, for what is no simulator, and for a port that is taken or not allowed,
 * with the `code` of the system
 * @throws TypeError for `ui` without `controls`, and if the simulator lacks the methods that the controls need
 */
export function serve(simulator: Served, options: ServeOptions = {}): Promise<SimulatorServer> {
  return toBeAwaited(open(arguments, simulator, options), 'serve(simulator)', ['url', 'port', 'close'])
}

async function open(given: IArguments, simulator: Served, options: ServeOptions): Promise<SimulatorServer> {
  refuseSurplus(serve, given, 2)
  readServed(simulator, 'simulator')
  const { port, host, controls, ui, hosts, cors, grace, onExchange } = readOptions(options, '')
  const door = openDoor(simulator, controls, hostCheck(hosts ?? []), ui ? builtPackage() : undefined)
  const isNamed = hostCheck(hosts ?? (isLoopbackHost(host) ? [] : 'any'))
  const listening = { port, host, grace, ...(onExchange && { onExchange }) }
  const server = await listen(answering({ simulator, door, isNamed, cors }), listening)
  const { hosting } = simulator
  hosting?.opened(server.url)
  return {
    ...server,
    close() {
      hosting?.closed(server.url)
      return server.close()
    },
  }
}

/**
 * Serves many durable sandboxes from one directory (docs/sandbox.md). Each is a simulator with its own clock,
 * keys and webhooks. A response is sent only after its writes are stored.
 *
 * @throws Error if another process serves the directory, if `secret` differs from the stored one, or on a
 * Node before 22.13 without better-sqlite3
 * @throws OptionError for an invalid option
 * @example
 * const server = await serveMany({ directory: 'sandboxes', port: 4020, teams: { web: token } })
 * const response = await fetch(`${server.url}/__sandboxes`, {
 *   method: 'POST',
 *   headers: { authorization: `Bearer ${token}` },
 *   body: JSON.stringify({ name: 'checkout' }),
 * })
 * const { url, apiKey, adminToken } = await response.json()
 */
export async function serveMany(options: ManyOptions): Promise<ManyServer> {
  refuseSurplus(serveMany, arguments, 1)
  const settings = readManyOptions(options, '')
  // Imported on demand: a server of one simulator does not need this code.
  return (await import('./node/many/many-server')).openMany(settings, builtPackage())
}

/** The folder of the built files, which contains this module as an ES module or as CommonJS. */
const builtPackage = (): URL =>
  typeof __dirname === 'string' ? pathToFileURL(`${__dirname}/`) : new URL('./', import.meta.url)

export type { SandboxEvent } from '../sandbox/events'
export type { TeamTokens } from '../sandbox/teams'
export type { ControlsOption } from './node/controls'
export type { HostsOption } from './node/host-names'
export type { BackupReport } from './node/many/backup'
export type { ManyEvent } from './node/many/events'
export type { ManyOptions } from './node/many/options'
export type { ManyServer } from './node/many/server-type'
export type { SimulatorServer } from './node/server'
