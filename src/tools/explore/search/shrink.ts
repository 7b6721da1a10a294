import type { Misfortune, Plan } from '../plan/plan'
import type { PlanOutcome } from '../run/events'
import { bounded } from './delayable-arrivals'

const RUNS_AT_MOST = 150

/**
 * The smallest plan found that still fails, with its outcome (delta debugging). Undefined if it only fails because a
 * hold outlasts a time-out of the program, which is no order that can come by itself.
 */
export async function shrink(
  failed: PlanOutcome,
  play: (plan: Plan) => Promise<PlanOutcome>,
): Promise<PlanOutcome | undefined> {
  // Candidates that differ in their holds only are one plan without them.
  let calmed: { readonly name: string; readonly outcome: PlanOutcome } | undefined
  const withoutHolds = async (plan: Plan): Promise<PlanOutcome> => {
    const name = JSON.stringify(plan)
    if (calmed?.name !== name) calmed = { name, outcome: await play(plan) }
    return calmed.outcome
  }
  const tried = new Set<string>([JSON.stringify(failed.plan)])
  const failing = async (smaller: Plan): Promise<PlanOutcome | undefined> => {
    const plan = await bounded(smaller, withoutHolds, true)
    const name = JSON.stringify(plan)
    if (tried.has(name) || tried.size > RUNS_AT_MOST) return undefined
    tried.add(name)
    const outcome = await play(plan)
    return outcome.complaints.length > 0 ? outcome : undefined
  }
  const patient = await bounded(failed.plan, withoutHolds, true)
  const isPatient = JSON.stringify(patient) === JSON.stringify(failed.plan)
  const whole = isPatient ? failed : await failing(patient)
  if (!whole) return undefined
  // A misfortune that did not happen is not needed.
  let best = (await failing(whole.plan.filter((_, index) => whole.met.includes(index)))) ?? whole
  for (;;) {
    const better = await first(smaller(best.plan), failing)
    if (!better) return best
    best = better
  }
}

async function first(
  plans: Iterable<Plan>,
  failing: (plan: Plan) => Promise<PlanOutcome | undefined>,
): Promise<PlanOutcome | undefined> {
  for (const plan of plans) {
    const outcome = await failing(plan)
    if (outcome) return outcome
  }
  return undefined
}

/** Plans with less in them: halves, all but one, then milder members. */
function* smaller(plan: Plan): Iterable<Plan> {
  if (plan.length > 3) {
    const half = plan.length >> 1
    yield plan.slice(0, half)
    yield plan.slice(half)
  }
  if (plan.length > 1)
    for (const [index, gone] of plan.entries()) {
      const others = plan.filter((_, at) => at !== index)
      yield others
      yield others.map((one) => movedUp(one, gone))
    }
  for (const [index, misfortune] of plan.entries())
    for (const simpler of simplerThan(misfortune)) yield plan.map((one, at) => (at === index ? simpler : one))
}

/** Without an earlier misfortune on the same request there is a try less. */
function movedUp(one: Misfortune, gone: Misfortune): Misfortune {
  const { on, request, attempt = 1 } = one
  const isLater = on === gone.on && request === gone.request && attempt > (gone.attempt ?? 1)
  return isLater ? { ...one, attempt: attempt - 1 } : one
}

function* simplerThan(misfortune: Misfortune): Iterable<Misfortune> {
  const { last, ...inOrder } = misfortune
  if (last) yield inOrder
  // A hold is as long as the time-outs of that request allow.
  if (misfortune.until) return
  const { request, attempt = 1, delivery, write } = misfortune
  if (attempt > 1) for (const less of between(attempt)) yield { ...misfortune, attempt: less }
  if (request !== undefined) for (const less of between(request)) yield { ...misfortune, request: less }
  if (delivery !== undefined) for (const less of between(delivery)) yield { ...misfortune, delivery: less }
  if (write !== undefined) for (const less of between(write)) yield { ...misfortune, write: less }
}

/** Smaller numbers, the smallest first. */
const between = (number: number): number[] =>
  [...new Set([1, number >> 1, number - 1])].filter((less) => less >= 1 && less < number)
