import { createSimulator, type SimulatorOptions } from 'accounting-simulator'
import { controls } from 'accounting-simulator/controls'
import { openInspector } from 'accounting-simulator/inspector'
import { fill } from './fill'

/** What tests of the inspector use: a simulator without a worker, and requests to it. */
Object.assign(window, {
  begin(options: SimulatorOptions = {}) {
    const simulator = createSimulator(options)
    const inspector = openInspector(controls(simulator))
    const ask = (method: string, path: string, body?: object, key = simulator.apiKey) =>
      simulator
        .fetch(path, {
          method,
          headers: { 'X-API-KEY': key, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        })
        .then(
          ({ status }) => status,
          () => 0,
        )
    Object.assign(window, { simulator, inspector, ask, fill: (turns: number) => fill(simulator, ask, turns) })
  },
})
document.title = 'ready'
