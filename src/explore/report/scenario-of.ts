import type { Scenario, ScenarioStep } from '../../index'
import { kindOf } from '../plan/kinds'
import type { Misfortune } from '../plan/plan'
import type { Outcome, RequestEvent } from '../run/events'
import { placeOf } from './story'

/** The plan as steps of a scenario; undefined if one of its misfortunes is none that a scenario can make. */
export function scenarioOf({ plan, events, complaints }: Outcome): Scenario | undefined {
  if (plan.length === 0) return undefined
  const steps = plan.map((misfortune) => stepOf(misfortune, events))
  if (!steps.every((step) => step !== undefined)) return undefined
  return { name: 'found by exploring', description: complaints.join('; '), steps: steps as ScenarioStep[] }
}

function stepOf(misfortune: Misfortune, events: Outcome['events']): ScenarioStep | undefined {
  const { fault, during, to } = kindOf(misfortune.do)
  const note = placeOf(misfortune)
  if (!fault || during !== undefined) return undefined
  const { on, request, attempt = 1, delivery = 1 } = misfortune
  if (to === 'delivery') return { note, inject: { on, skip: delivery - 1, then: fault } }
  const skip = skipOf({ on, request: request ?? 1, attempt }, events)
  return skip === undefined ? undefined : { note, inject: { on, ...(skip > 0 && { skip }), then: fault } }
}

/** The number of requests of the operation that came before. */
function skipOf(
  { on, request, attempt }: Required<Pick<Misfortune, 'on' | 'request' | 'attempt'>>,
  events: Outcome['events'],
): number | undefined {
  const all = events.filter((event): event is RequestEvent => event.kind === 'request' && event.on === on)
  const at = all.findIndex((event) => event.request === request && event.attempt === attempt)
  return at < 0 ? undefined : at
}
