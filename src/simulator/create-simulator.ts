import type { Registry } from '../engine/model/compiled-type'
import { fromCaller, refuseSurplus } from '../errors/at-caller'
import { hostTime } from '../host-time/host-time'
import { documentOf } from '../openapi/document'
import { registry } from '../resources/registry'
import type { SimulatorOptions } from '../worlds/options/options'
import { readOptions } from '../worlds/options/settings'
import { mutationOf } from './mutation'
import { Simulator } from './simulator'

/** Creates a simulator with a compiled set of record types. Tests add record types of their own. */
export const compose = (registry: Registry, options: SimulatorOptions = {}): Simulator =>
  new Simulator({ registry, documentOf, mutationOf }, readOptions(options, hostTime.now))

/**
 * Creates a simulated accounting-records service.
 *
 * @param options all optional; the defaults give two companies, one API key and a manual clock
 * @throws OptionError naming the invalid option
 * @example
 * const simulator = createSimulator()
 * const response = await simulator.fetch(`${simulator.baseUrl}/public/v1/invoices/`, {
 *   headers: { 'X-API-KEY': simulator.apiKey },
 * })
 */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  refuseSurplus(createSimulator, arguments, 1)
  return fromCaller(createSimulator, () => compose(registry, options))
}
