import type { Plan } from '../plan/plan'
import type { Settings } from '../read-experiment'
import type { Outcome } from '../run/events'
import { chains, everywhere, firsts, inTurn, openingsOf, randomPlans } from './candidates'
import { inOrder, type Player } from './player'
import { restingOn } from './resting-on'
import { SeededNumbers } from './seeded-numbers'
import { shrink } from './shrink'
import { type Operation, surfaceOf } from './surface'

/** How far the search got. */
export interface Findings {
  readonly calm: Outcome
  readonly surface: readonly Operation[]
  /** Plans played, the calm ones included, those of shrinking not. */
  readonly runs: number
  /** The smallest failing plan. */
  readonly failed?: Outcome
  /** What the failure rests on. */
  readonly assumptions?: readonly string[]
  /** The second calm run, if it differs from the first. */
  readonly unlike?: Outcome
  /** For each operation, the kinds of misfortune that happened to it. */
  readonly met: ReadonlyMap<string, ReadonlySet<string>>
  /** What the budget did not suffice for. */
  readonly left: readonly string[]
}

type Stage = readonly [name: string, plans: (played: readonly Outcome[]) => Iterable<Plan>]

/**
 * Looks for a plan that the program does not survive: two calm runs, kept plans, each misfortune alone, then at
 * each request, then two on one request in turn with random plans. `isTimeUp` ends it after the running plan.
 */
export async function search(
  {
    world,
    kept,
    kinds,
    seed,
    runsAtMost,
  }: Pick<Settings, 'world' | 'kept' | 'kinds' | 'seed' | 'runsAtMost'>,
  player: Player,
  isTimeUp: () => boolean,
): Promise<Findings> {
  const calm = await player.play([])
  const met = new Map<string, Set<string>>()
  const begun = { calm, surface: surfaceOf(calm), met }
  if (calm.complaints.length > 0) return { ...begun, runs: 1, failed: calm, left: [] }
  const again = await player.play([])
  if (calm.timeline.join('\n') !== again.timeline.join('\n'))
    return { ...begun, runs: 2, unlike: again, left: [] }
  const { surface } = begun
  const stages: Stage[] = [
    ['kept plans', () => kept],
    ['each misfortune alone', () => firsts(surface, kinds)],
    ['the same at each request', () => everywhere(surface, kinds)],
    [
      'two misfortunes on one request, and random plans',
      (played) =>
        inTurn(
          chains(openingsOf(surface, calm, played), kinds),
          randomPlans(surface, kinds, new SeededNumbers(seed)),
        ),
    ],
  ]
  const played: Outcome[] = []
  let runs = 2
  for (const [position, [, plansOf]] of stages.entries()) {
    const left = (): string[] => stages.slice(position).map(([name]) => name)
    if (runs >= runsAtMost) return { ...begun, runs, left: left() }
    for await (const outcome of inOrder(plansOf(played), player)) {
      runs += 1
      played.push(outcome)
      for (const index of outcome.met) note(met, outcome.plan[index])
      if (outcome.complaints.length > 0) {
        const failed = await shrink(outcome, (plan) => player.play(plan))
        const assumptions = await restingOn(failed, world, (plan, otherwise) => player.play(plan, otherwise))
        return { ...begun, runs, failed, assumptions, left: left() }
      }
      if (runs >= runsAtMost || isTimeUp()) return { ...begun, runs, left: left() }
    }
  }
  return { ...begun, runs, left: [] }
}

function note(met: Map<string, Set<string>>, misfortune: Plan[number] | undefined): void {
  if (!misfortune) return
  const kinds = met.get(misfortune.on) ?? new Set<string>()
  met.set(misfortune.on, kinds.add(misfortune.do))
}
