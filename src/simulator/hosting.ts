import type { SimulatorFetch } from '../service/http/simulator-fetch'
import type { RequestChannel } from '../service/mutants/mutant-fact'

const everyServer = new Set<string>()

/** The ways in which hosts serve a simulator. Not part of the world, so a rewind changes nothing. */
export class Hosting {
  /** The origins of the servers that `serve` of `accounting-simulator/node` has started. */
  readonly servers = new Set<string>()
  /** The origins of the servers of all simulators of the process. */
  readonly everyServer = everyServer
  /** The state of the msw handlers; 'shadowed' if another simulator now answers for their origin. */
  handlers: 'none' | 'unused' | 'used' | 'shadowed' = 'none'
  /** True if the handlers are for msw 3. */
  usesMsw3 = false
  isIntercepting = false
  /** True if tests reach the simulator only over HTTP. */
  isHttpOnly: boolean

  constructor({ isHttpOnly = false }: { readonly isHttpOnly?: boolean } = {}) {
    this.isHttpOnly = isHttpOnly
  }

  opened(server: string): void {
    this.servers.add(server)
    everyServer.add(server)
  }

  closed(server: string): void {
    this.servers.delete(server)
    everyServer.delete(server)
  }
}

/** If `onlyKey` is set, the key alone decides whether a request is the program's. */
export function channelOfProgram(
  channel: RequestChannel,
  onlyKey: string | undefined,
  key: string | null,
): RequestChannel {
  if (onlyKey === undefined) return channel
  if (key !== onlyKey) return 'direct'
  return channel === 'direct' ? 'fetch' : channel
}

/** A method call on the simulator is a test's own request; a call of the bare function is the program's. */
export const portForCaller = (program: SimulatorFetch, test: SimulatorFetch): SimulatorFetch =>
  function (this: unknown, input, init) {
    const isSimulator = typeof this === 'object' && this !== null && 'hosting' in this && 'traffic' in this
    return (isSimulator ? test : program)(input, init)
  }
