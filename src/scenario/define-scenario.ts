import { Assumptions } from '../assumptions'
import { fromCaller, refuseSurplus } from '../errors/at-caller'
import { freezeDeeply } from '../kernel/freeze-deeply'
import { jsonCopy } from '../kernel/json-copy'
import { registry } from '../resources/registry'
import type { FaultWorld } from '../service/http/faults/check-fault'
import { checkScenario } from './check-scenario'
import type { Scenario } from './scenario'

const ANY_WORLD: FaultWorld = { registry, clock: { now: 0 }, assumptions: new Assumptions() }

/**
 * Checks and freezes a scenario. A scenario is plain JSON, so it can also be kept in a file (docs/scenarios.md).
 *
 * @throws OptionError that names the step, such as `steps[3].inject.then.status`
 * @example
 * const outage = defineScenario({
 *   name: 'outage-at-noon',
 *   steps: [{ at: '3 hours', inject: { during: '10 minutes', then: { status: 503 } } }],
 * })
 * const report = await simulator.play(outage)
 * await simulator.clock.advance('4 hours')
 * report.fired // the steps run so far, with their outcomes
 */
export function defineScenario<const S extends Scenario>(scenario: S): S {
  refuseSurplus(defineScenario, arguments, 1)
  fromCaller(defineScenario, () => checkScenario(scenario, ANY_WORLD))
  const copy = jsonCopy(scenario)
  freezeDeeply(copy)
  return copy
}
