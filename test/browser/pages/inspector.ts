import { createSimulator, type SimulatorOptions } from 'accounting-simulator'
import { controls } from 'accounting-simulator/controls'
import { openInspector } from 'accounting-simulator/inspector'

/** What tests of the inspector use: a simulator without a worker, and requests to it. */
Object.assign(window, {
  begin(options: SimulatorOptions = {}) {
    const simulator = createSimulator(options)
    const inspector = openInspector(controls(simulator))
    const ask = (method: string, path: string, body?: object) =>
      simulator
        .fetch(path, {
          method,
          headers: { 'X-API-KEY': simulator.apiKey, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        })
        .then(
          ({ status }) => status,
          () => 0,
        )
    Object.assign(window, { simulator, inspector, ask })
  },
})
document.title = 'ready'
