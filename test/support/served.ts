import { createSimulator, type Simulator } from 'accounting-simulator'
import { type ServeOptions, type SimulatorServer, serve } from 'accounting-simulator/node'
import { afterEach, beforeEach } from 'vitest'

interface Served {
  readonly simulator: Simulator
  readonly server: SimulatorServer
}

interface ServedInTurn extends Served {
  /** Serves the same simulator with other options. */
  again(options: ServeOptions): Promise<void>
}

/** A simulator for each test of a file, served on a loopback port with its controls. */
export function serveEachTest(): ServedInTurn {
  let served: Served | undefined
  const current = (): Served => {
    if (!served) throw new Error('no test is running')
    return served
  }
  beforeEach(async () => {
    const simulator = createSimulator()
    served = { simulator, server: await serve(simulator, { controls: true }) }
  })
  afterEach(() => served?.server.close())
  return {
    get simulator() {
      return current().simulator
    },
    get server() {
      return current().server
    },
    async again(options) {
      const { simulator, server } = current()
      await server.close()
      served = { simulator, server: await serve(simulator, options) }
    },
  }
}
