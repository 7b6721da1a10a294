import { form } from '../errors/reader'
import type { Simulator } from '../index'

/** The part of a simulator that adapters use. */
export interface Served extends Pick<Simulator, 'baseUrl'> {
  /** Answers a request of the service. */
  fetch(request: Request): Promise<Response>
  /** Recognises deliveries to connected loopback servers. */
  readonly webhooks?: { reaches(url: string): boolean }
  /** @internal */
  readonly hosting?: Simulator['hosting']
  /** @internal */
  readonly portAt?: Simulator['portAt']
}

/** Sends a request of the program. `mutate` changes these, and not those that a test sends with `simulator.fetch`. */
export const sendBy = (channel: 'msw' | 'serve', simulator: Served, request: Request): Promise<Response> =>
  simulator.portAt ? simulator.portAt(channel)(request) : simulator.fetch(request)

/** @throws OptionError for what cannot answer requests */
export const readServed = form<Served>(
  'a simulator, such as createSimulator()',
  (given) =>
    typeof (given as Partial<Served> | null | undefined)?.fetch === 'function' &&
    URL.canParse(String((given as Served).baseUrl)),
)

/** Tells whether the URL is for a server on this machine that is known: a receiver, or one that serves a simulator. */
export const isKnownServer = ({ webhooks, hosting }: Served, url: string): boolean =>
  webhooks?.reaches(url) === true || (hosting?.everyServer.has(new URL(url).origin) ?? false)
