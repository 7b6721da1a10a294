import { form } from '../errors/reader'
import type { Simulator } from '../index'

/** The members of a simulator that hosts use. */
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

/** Sends a request of the program under test. `mutate` changes it, unlike those of `simulator.fetch`. */
export const sendBy = (channel: 'msw' | 'serve', simulator: Served, request: Request): Promise<Response> =>
  simulator.portAt ? simulator.portAt(channel)(request) : simulator.fetch(request)

/** @throws OptionError for a value without `fetch` and `baseUrl` */
export const readServed = form<Served>(
  'a simulator, such as createSimulator()',
  (given) =>
    typeof (given as Partial<Served> | null | undefined)?.fetch === 'function' &&
    URL.canParse(String((given as Served).baseUrl)),
)

/** True if the URL is for a connected receiver or for a server of a simulator on this machine. */
export const isKnownServer = ({ webhooks, hosting }: Served, url: string): boolean =>
  webhooks?.reaches(url) === true || (hosting?.everyServer.has(new URL(url).origin) ?? false)
