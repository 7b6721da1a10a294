import { methodsAtCaller } from '../errors/at-caller'
import { platform } from '../host-time/platform'
import type { AssumptionEntry } from './assumption-entry'
import { OPEN_ALTERNATIVES } from './assumption-entry'
import type { Assumptions } from './assumptions'
import { ASSUMPTIONS, type AssumptionId } from './register'

/** One line of the register (docs/service.md §16). */
export interface RegisteredAssumption {
  /** The name of the assumption in the option `assumptions`. */
  readonly id: AssumptionId
  /** The section of docs/service.md that states the rule. */
  readonly section: string
  /** The assumption in words. */
  readonly text: string
  /** The default value. */
  readonly default: unknown
  /** The values that the option accepts, including the default; empty if the assumption is fixed or open. */
  readonly alternatives: readonly unknown[]
  /** The values that an open assumption accepts, in words. */
  readonly accepts?: string
  /** The value in force. */
  readonly value: unknown
  /** True if a call or request has depended on it. */
  readonly used: boolean
}

/** The type of `simulator.assumptions`. */
export interface AssumptionsApi {
  /** The ids of the assumptions that calls and requests have depended on so far, sorted. */
  used(): AssumptionId[]
  /** All choices that the service's documentation leaves open, with the values in force. */
  register(): RegisteredAssumption[]
}

export const assumptionsApi = (assumptions: Assumptions): AssumptionsApi =>
  methodsAtCaller('assumptions', { used: () => assumptions.used(), register: () => registered(assumptions) })

/** The register as plain data, in the order of docs/service.md. A new copy for each call. */
function registered(assumptions: Assumptions): RegisteredAssumption[] {
  const used = new Set(assumptions.used())
  const entries = Object.entries(ASSUMPTIONS) as [AssumptionId, AssumptionEntry][]
  return entries.map(([id, { section, says, value, alternatives }]) => ({
    id,
    section,
    text: says,
    default: platform.structuredClone(value),
    alternatives: Array.isArray(alternatives) ? [...alternatives] : [],
    ...(typeof alternatives === 'string' && { accepts: OPEN_ALTERNATIVES[alternatives].words }),
    value: platform.structuredClone(assumptions.inForce(id)),
    used: used.has(id),
  }))
}
