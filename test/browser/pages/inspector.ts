import { createSimulator, type SimulatorOptions } from 'accounting-simulator'
import { controls } from 'accounting-simulator/controls'
import { openInspector } from 'accounting-simulator/inspector'
import { busyWorld } from './busy-world'
import { fill } from './fill'

/** What tests of the inspector use: a simulator without a worker, and requests to it. */
Object.assign(window, {
  /** The panel alone, over a world in which much has happened. */
  async beginBusy(reads?: number) {
    const simulator = createSimulator({ apiKeys: [{ key: 'test-api-key', label: 'Shop' }] })
    const element = document.createElement('accounting-simulator-inspector')
    element.setAttribute('embedded', '')
    const port = controls(simulator)
    document.body.append(Object.assign(element, { port }))
    await busyWorld(
      simulator,
      (name) => {
        const headers = { 'content-type': 'application/json' }
        const init = { method: 'POST', headers, body: JSON.stringify({ name }) }
        return port(new Request('http://localhost/__simulator/snapshots', init))
      },
      reads,
    )
    Object.assign(window, { simulator, element })
  },
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
