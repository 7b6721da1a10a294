import type { Scenario, ScenarioStep } from '../../../index'
import { faultOf } from '../plan/line-to-paste'
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
  const inject = faultOf(misfortune)
  return inject && { note: placeText(misfortune), inject }
}
