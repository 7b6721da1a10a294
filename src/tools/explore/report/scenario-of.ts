import type { Scenario, ScenarioStep } from '../../../index'
import { kindOf } from '../plan/kinds'
import type { Misfortune } from '../plan/plan'
import type { PlanOutcome } from '../run/events'
import { placeText } from './story'

/** The plan as steps of a scenario; undefined if one of its misfortunes is none that a scenario can make. */
export function scenarioOf({ plan, complaints }: PlanOutcome): Scenario | undefined {
  if (plan.length === 0) return undefined
  const steps = plan.map(stepOf)
  if (!steps.every((step) => step !== undefined)) return undefined
  return { name: 'found by exploring', description: complaints.join('; '), steps: steps as ScenarioStep[] }
}

function stepOf(misfortune: Misfortune): ScenarioStep | undefined {
  const { fault, during, to } = kindOf(misfortune.do)
  const note = placeText(misfortune)
  if (!fault || during !== undefined || misfortune.last) return undefined
  const { on, request, attempt = 1, delivery = 1 } = misfortune
  if (to === 'delivery') return { note, inject: { on, skip: delivery - 1, then: fault } }
  return { note, inject: { on, request: request ?? 1, attempt, then: fault } }
}
