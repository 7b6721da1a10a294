import type { Simulator } from 'accounting-simulator'
import { controls } from 'accounting-simulator/controls'

/** What a panel does for people, by the controls alone. */
export function panelOf(simulator: Simulator, port = controls(simulator)) {
  return async (call: string, body?: unknown) => {
    const [method = '', path = ''] = call.split(' ')
    const request = new Request(`http://panel/__simulator${path}`, {
      method,
      body: body === undefined ? null : JSON.stringify(body),
    })
    return (await port(request)).json()
  }
}

/** Changes are told in the phase of immediates; a timer of no time may run before them on a busy machine. */
export const turn = () => new Promise((resolve) => setImmediate(resolve))
