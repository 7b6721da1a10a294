import type { ScenarioFault } from '../../../index'
import { counterFor } from './check-plan'
import { isOrder, kindOf } from './kinds'
import { literal } from './literal'
import type { Misfortune } from './plan'

/** The fault that makes the misfortune happen by itself; undefined if none can. */
export function faultOf(misfortune: Misfortune): ScenarioFault | undefined {
  const { on, request, attempt, delivery, last, do: kind } = misfortune
  const { fault, during, isLasting, to } = kindOf(kind)
  if (!fault || last) return undefined
  if (isLasting) {
    const from = { ...(to === 'delivery' && { on: 'DELIVERY *' }), times: Number.POSITIVE_INFINITY }
    return request === undefined && delivery === undefined ? { ...from, then: fault } : undefined
  }
  if (during !== undefined) return request === undefined ? { during, then: fault } : undefined
  return {
    on,
    ...(delivery !== undefined && { skip: delivery - 1 }),
    ...(request !== undefined && { request, attempt: attempt ?? 1 }),
    then: fault,
  }
}

/** A line that makes the misfortune happen: a fault, else an exploration. Without a number it is the next one there. */
export function lineToPaste(misfortune: Misfortune): string {
  const { on, do: kind, ...place } = misfortune
  const fault = faultOf(misfortune)
  if (fault) return `simulator.faults.inject(${literal(fault)})`
  if (isOrder(kind)) return "await explore({ ...experiment, faults: 'orders' })"
  const plan = [{ on, [counterFor(kind)]: 1, ...place, do: kind }]
  return `await explore.once(experiment, ${literal(plan)})`
}
