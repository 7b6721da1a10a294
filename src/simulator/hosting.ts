import type { SimulatorFetch } from '../service/http/simulator-fetch'
import type { RequestChannel } from '../service/mutants/mutant-fact'

const everyServer = new Set<string>()

/** The ways in which hosts serve a simulator. They write it; it is wiring and no part of the world. */
export class Hosting {
  /** The origins of servers that `serve` of `accounting-simulator/node` has started. */
  readonly servers = new Set<string>()
  /** The servers of all simulators of the process. */
  readonly everyServer = everyServer
  /** The state of the handlers for msw; 'shadowed' if another simulator has answered for their origin since. */
  handlers: 'none' | 'unused' | 'used' | 'shadowed' = 'none'
  /** True if these handlers are for msw 3. */
  usesMsw3 = false
  isIntercepting = false
  /** True if tests reach it over HTTP only. */
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

/** A key that is named tells whose request it is, however it comes. */
export function channelOfProgram(
  channel: RequestChannel,
  onlyKey: string | undefined,
  key: string | null,
): RequestChannel {
  if (onlyKey === undefined) return channel
  if (key !== onlyKey) return 'direct'
  return channel === 'direct' ? 'fetch' : channel
}

/** A port for whoever calls it: as a method of the simulator a test's own, handed over the program's. */
export const portForCaller = (program: SimulatorFetch, test: SimulatorFetch): SimulatorFetch =>
  function (this: unknown, input, init) {
    const isSimulator = typeof this === 'object' && this !== null && 'hosting' in this && 'traffic' in this
    return (isSimulator ? test : program)(input, init)
  }
