import type { ExportedWorld, SimulatorOptions } from 'accounting-simulator'
import { Store } from '../../src/kernel/store'
import { registry } from '../../src/resources/registry'
import { faultReach } from '../../src/service/fault-reach'
import { Faults } from '../../src/service/http/faults/faults'
import { Targets } from '../../src/service/webhooks/targets'
import { Simulator } from '../../src/simulator/simulator'
import { keyColumnOf, worldOver } from '../../src/worlds/new-world'
import { readOptions } from '../../src/worlds/options/settings'

/** A simulator over the rows of a file as they are: import would refuse a world whose books are broken. */
export function simulatorOver(file: ExportedWorld, options: SimulatorOptions = {}): Simulator {
  const settings = readOptions(options, () => 0)
  const store = new Store(keyColumnOf(registry))
  store.load(structuredClone(file.tables))
  const faults = new Faults(worldOver(store, registry, settings), faultReach(registry))
  return new Simulator({ registry }, settings, { store, faults, targets: new Targets() })
}
