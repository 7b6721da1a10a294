import type { Plan } from '../plan/plan'
import type { Limits, Settings } from '../read-experiment'
import type { Outcome } from '../run/events'
import { inOrder, type Player } from './player'
import { restingOn } from './resting-on'
import { shrink } from './shrink'
import { stagesOf } from './stages'
import { type Operation, surfaceOf } from './surface'

/** How far the search got. */
export interface Findings {
  readonly calm: Outcome
  readonly surface: readonly Operation[]
  /** Plans played, the calm ones included, those of shrinking not. */
  readonly runs: number
  /** Plans played to shrink the failing one. */
  readonly shrinkRuns?: number
  /** The smallest failing plan. */
  readonly failed?: Outcome
  /** What the failure rests on. */
  readonly assumptions?: readonly string[]
  /** The second calm run, if it differs from the first. */
  readonly unlike?: Outcome
  /** For each operation, the kinds of misfortune that happened to it. */
  readonly met: ReadonlyMap<string, ReadonlySet<string>>
  /** Which limit ended the search before it was over. */
  readonly endedBy?: keyof Limits
  /** What the budget did not suffice for. */
  readonly left: readonly string[]
}

/**
 * Looks for a plan that the program does not survive: two calm runs, kept plans, each misfortune alone, then at
 * each request and try in turn with two of them where the program reacts, then random plans. `isTimeUp` ends it after
 * the running plan.
 */
export async function search(
  settings: Pick<Settings, 'world' | 'kept' | 'kinds' | 'seed'> & { readonly limits: Omit<Limits, 'time'> },
  player: Player,
  isTimeUp: () => boolean,
): Promise<Findings> {
  const { limits } = settings
  const calm = await player.play([])
  const met = new Map<string, Set<string>>()
  const begun = { calm, surface: surfaceOf(calm), met }
  if (calm.complaints.length > 0) return { ...begun, runs: 1, failed: calm, left: [] }
  const again = await player.play([])
  if (calm.timeline.join('\n') !== again.timeline.join('\n'))
    return { ...begun, runs: 2, unlike: again, left: [] }
  const stages = stagesOf(settings, begun.surface, calm)
  const played: Outcome[] = []
  const withNew = (findings: Findings): Findings => ({
    ...findings,
    surface: withNewOperations(begun.surface, played),
  })
  let runs = 2
  let requests = crossingsIn(calm) + crossingsIn(again)
  const endedBy = (): keyof Limits | undefined => {
    if (runs >= limits.runs) return 'runs'
    if (requests >= limits.requests) return 'requests'
    return isTimeUp() ? 'time' : undefined
  }
  for (const [position, stage] of stages.entries()) {
    let inStage = 0
    const left = (): string[] =>
      stages.slice(position).flatMap((one) => one.leftAfter(one === stage ? inStage : 0))
    const spent = endedBy()
    if (spent) return withNew({ ...begun, runs, endedBy: spent, left: left() })
    for await (const outcome of inOrder(stage.plans(played), player)) {
      runs += 1
      inStage += 1
      requests += crossingsIn(outcome)
      played.push(outcome)
      for (const index of outcome.met) note(met, outcome.plan[index])
      if (outcome.complaints.length > 0) {
        let shrinkRuns = 0
        const failed = await shrink(outcome, (plan) => {
          shrinkRuns += 1
          return player.play(plan)
        })
        const assumptions = await restingOn(failed, calm, settings.world, (plan, otherwise) =>
          player.play(plan, otherwise),
        )
        return withNew({ ...begun, runs, shrinkRuns, failed, assumptions, left: left() })
      }
      const limit = endedBy()
      if (limit) return withNew({ ...begun, runs, endedBy: limit, left: left() })
    }
  }
  return withNew({ ...begun, runs, left: [] })
}

/** With operations that the program used only after a misfortune. */
const withNewOperations = (surface: readonly Operation[], played: readonly Outcome[]): Operation[] => {
  const all = new Map(surface.map((operation) => [operation.on, operation]))
  for (const operation of played.flatMap(surfaceOf))
    if (!all.has(operation.on)) all.set(operation.on, operation)
  return [...all.values()]
}

/** Requests and deliveries. */
const crossingsIn = ({ events }: Outcome): number => events.filter(({ kind }) => kind !== 'program').length

function note(met: Map<string, Set<string>>, misfortune: Plan[number] | undefined): void {
  if (!misfortune) return
  const kinds = met.get(misfortune.on) ?? new Set<string>()
  met.set(misfortune.on, kinds.add(misfortune.do))
}
