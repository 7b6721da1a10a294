import type { AssumptionId } from 'accounting-simulator'
import type { Alternative } from './alternatives'
import { isSuccess } from './call'
import { areStill } from './compare-limits'
import type { Difference } from './difference'
import type { ReplayOutcome, Run } from './replay-run'

/** Places where the simulator answers otherwise with another value, and not as the recording does. */
export interface ShownDifference {
  readonly alternative: Alternative
  readonly places: ReadonlySet<string>
}

/** Forms of values; another form speaks against the assumption, though its other values explain it no better. */
const FORMS: readonly (readonly [id: AssumptionId, form: RegExp])[] = [
  ['amount-rendering', /^-?\d+\.\d\d$/],
  ['instants', /^\d{4}-\d\d-\d\dT[\d:]{8}(\.\d{3})?Z$/],
]

/** Assumptions that nothing confirms, because they show only where the recording differs anyway. */
export function doubtsOf({ outcomes }: Run, shown: readonly ShownDifference[]): ReadonlySet<AssumptionId> {
  const open = new Set<string>()
  for (const outcome of outcomes)
    for (const one of outcome.differences) for (const place of placesOf(outcome, one)) open.add(place)
  const doubted = new Set<AssumptionId>()
  for (const { alternative, places } of shown)
    if ([...places].some((place) => open.has(place))) doubted.add(alternative.id)
  if (areStill(outcomes.flatMap((one) => one.limits ?? []))) doubted.add('ratelimit-headers')
  for (const { recorded, simulated } of outcomes.flatMap(({ differences }) => differences))
    for (const [id, form] of FORMS)
      if (form.test(String(simulated)) && !(typeof recorded === 'string' && form.test(recorded)))
        doubted.add(id)
  return doubted
}

/** The place of a difference, and the whole of which it is a part: a refusal, or the shape of lists. */
export function placesOf({ call }: ReplayOutcome, { where }: Difference): string[] {
  // The headers of a bucket are one place.
  const place = where.replace(/x-ratelimit-.*/, 'x-ratelimit')
  if (where.startsWith('header')) return [place]
  if (!isSuccess(call.answer.status)) return [place, `the refusal of ${call.index}`]
  const isOfList = call.method === 'GET' && call.identifier === undefined && /^[^[]+$/.test(where)
  return isOfList && where !== 'status' ? [place, 'the shape of lists'] : [place]
}
