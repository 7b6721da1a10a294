import type { ExportedWorld, SimulatorOptions } from 'accounting-simulator'
import { faultReach } from '../../src/fault-reach'
import { Faults } from '../../src/http/faults/faults'
import { Store } from '../../src/kernel/store'
import { readOptions } from '../../src/options/settings'
import { registry } from '../../src/registry'
import { Simulator } from '../../src/simulator'
import { Targets } from '../../src/webhooks/targets'
import { keyColumnOf, worldOver } from '../../src/worlds/new-world'

/** A simulator over the rows of a file as they are: import would refuse a world whose books are broken. */
export function simulatorOver(file: ExportedWorld, options: SimulatorOptions = {}): Simulator {
  const settings = readOptions(options, () => 0)
  const store = new Store(keyColumnOf(registry))
  store.load(structuredClone(file.tables))
  const faults = new Faults(worldOver(store, registry, settings), faultReach(registry))
  return new Simulator({ registry }, settings, { store, faults, targets: new Targets() })
}
