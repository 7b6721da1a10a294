import { counterFor } from './check-plan'
import { type KindName, kindOf } from './kinds'
import { literal } from './literal'

/**
 * A line for a test that makes the misfortune happen: a fault, or where no fault can, an exploration of `experiment`.
 * @param on the operation, delivery or file, as in `Misfortune`
 */
export function lineToPaste(kind: KindName, on: string): string {
  const { fault, during, to } = kindOf(kind)
  if (to === 'order') return "await explore({ ...experiment, faults: 'orders' })"
  if (!fault) return `await explore.once(experiment, [${literal({ on, [counterFor(kind)]: 1, do: kind })}])`
  return `simulator.faults.inject(${literal({ ...(during === undefined ? { on } : { during }), then: fault })})`
}
