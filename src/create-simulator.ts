import { compile } from './engine/compile'
import type { Definition } from './engine/schema/define'
import { hostTime } from './host-time'
import { readOptions, type SimulatorOptions } from './options'
import { registry } from './registry'
import { Simulator } from './simulator'

/** A simulator of any record types; tests use it to add made-up ones. */
export function compose(definitions: readonly Definition[], options: SimulatorOptions = {}): Simulator {
  return new Simulator(compile(definitions), readOptions(options, hostTime.now))
}

/**
 * Makes a simulated accounting-records service.
 *
 * @throws OptionError that names the option
 * @example
 * const simulator = createSimulator()
 * const response = await simulator.fetch(`${simulator.baseUrl}/public/v1/invoices/`, {
 *   headers: { 'X-API-KEY': simulator.apiKey },
 * })
 */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  return new Simulator(registry, readOptions(options, hostTime.now))
}
