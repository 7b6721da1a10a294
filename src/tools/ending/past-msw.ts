import { platform } from '../../host-time/platform'
import type { Simulator } from '../../index'

/** A request that has left for the network. */
export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly origin: string
  /** The sender; 'fetch' is the host's own. To be read at once. */
  readonly by: 'fetch' | 'undici' | 'http2' | 'http'
  /** The report of Node that tells of it. */
  readonly client: 'undici' | 'http' | 'http2'
}

/** Members of what Node reports. */
interface Undici {
  readonly request: { readonly method: string; readonly origin?: URL | string | null; readonly path: string }
}
interface Http {
  readonly request: {
    readonly method: string
    readonly protocol: string
    readonly path: string
    getHeader(name: string): unknown
  }
}
interface Http2 {
  readonly headers: Readonly<Record<string, unknown>>
}

/**
 * Calls back for requests that have left for the network in a way that msw cannot stop, in the context of whoever sends
 * them: those of every copy of undici, and from Node 24.2 those of HTTP/2. A fetch that msw 2 answers is none of them.
 * Requests of node:http are told, too. It returns the function that ends this. Hosts without such reports have no such
 * clients either.
 */
export function onSent(heard: (sent: SentRequest) => void): () => void {
  const channels = globalThis.process?.getBuiltinModule?.('node:diagnostics_channel')
  const report = (
    method: unknown,
    base: unknown,
    path: unknown,
    client: SentRequest['client'],
    by: () => SentRequest['by'],
  ): void => {
    // A client may name a path that is a whole URL, and whatever is thrown here ends the process.
    if (!platform.URL.canParse(String(path), String(base))) return
    const { href, origin } = new URL(String(path), String(base))
    heard({
      method: String(method),
      url: href,
      origin,
      get by() {
        return by()
      },
      client,
    })
  }
  const subscriptions: Readonly<Record<string, (message: unknown) => void>> = {
    'undici:request:create': (message) => {
      const { method, origin, path } = (message as Undici).request
      report(method, origin, path, 'undici', () => (isOfHost() ? 'fetch' : 'undici'))
    },
    'http.client.request.start': (message) => {
      const { request } = message as Http
      const base = `${request.protocol}//${request.getHeader('host')}`
      report(request.method, base, request.path, 'http', () => 'http')
    },
    'http2.client.stream.created': (message) => {
      const { headers } = message as Http2
      const base = `${headers[':scheme']}://${headers[':authority']}`
      report(headers[':method'] ?? 'GET', base, headers[':path'] ?? '/', 'http2', () => 'http2')
    },
  }
  for (const [name, listen] of Object.entries(subscriptions)) channels?.subscribe(name, listen)
  return () => {
    for (const [name, listen] of Object.entries(subscriptions)) channels?.unsubscribe(name, listen)
  }
}

/** Frames between the report and the call of fetch, with some of the host's dispatchers around. */
const DEEP = 50

/** Tells whether the host's own fetch is sending. Only the stack tells: it may share connections with undici. */
function isOfHost(): boolean {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = DEEP
  const { stack = '' } = new Error()
  Error.stackTraceLimit = stackTraceLimit
  return /httpNetworkFetch \(node:/.test(stack)
}

/**
 * Tells whether msw sees such a request. Then one that it has answered is reported like one that has left. msw 3 stands
 * below the clients, at the sockets.
 */
export const isSeen = ({ client }: SentRequest, isVersion3: boolean): boolean =>
  client === 'http' || (client === 'undici' && isVersion3)

/** A sentence about a request that went past msw, and the remedy. */
export const pastMsw = ({ method, url, by }: SentRequest, hasHandlers = true): string =>
  `${method} ${url} went to the network, not to the simulator: ` +
  `${UNSEEN[hasHandlers ? (by === 'fetch' && isOwnOfNode() ? 'unlistened' : by) : 'http']}. ` +
  'Hand the client simulator.fetch, or the URL of serve(simulator) of accounting-simulator/node as its base URL'

/** Tells whether the request was for the simulator, and not for a server that belongs to it. */
export const isFor = ({ baseUrl, webhooks, hosting }: Simulator, { url, origin }: SentRequest): boolean =>
  origin === new URL(baseUrl).origin && !hosting.servers.has(origin) && !webhooks.reaches(url)

/** While a server of msw 2 listens, the global fetch is msw's. */
const isOwnOfNode = (): boolean => String(globalThis.fetch).startsWith('function fetch(input, init =')

const UNSEEN = {
  http: 'no handlers for msw lead there',
  unlistened: "the global fetch is Node's own, as before listen() of an msw server",
  fetch:
    'its fetch was taken before msw replaced it, another msw server listens now, it bypasses msw, or resetHandlers() ' +
    'took the handlers away, which a beforeEach adds for each test',
  undici: "msw does not see undici's own fetch and request",
  http2: 'msw does not see HTTP/2',
} as const
