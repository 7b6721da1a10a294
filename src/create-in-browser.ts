import { fromCaller } from './at-caller'
import { hostTime } from './host-time'
import type { SimulatorOptions } from './options/options'
import { readOptions } from './options/settings'
import { registry } from './registry'
import { Simulator } from './simulator'

/** `createSimulator` of bundles for browsers: all of the service, without the builder of its OpenAPI document. */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  return fromCaller(createSimulator, () => new Simulator({ registry }, readOptions(options, hostTime.now)))
}
