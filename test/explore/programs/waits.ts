import { createSimulator } from 'accounting-simulator'
import { explore } from 'accounting-simulator/explore'

const experiment = {
  world: createSimulator(),
  start: () => ({ run: () => new Promise(() => undefined) }),
  check: () => [],
}
console.log(String(await explore(experiment)))
console.log('once:', (await explore.once(experiment, [])).survived)
