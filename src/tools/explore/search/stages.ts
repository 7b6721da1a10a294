import type { Plan } from '../plan/plan'
import type { Settings } from '../read-experiment'
import type { Outcome } from '../run/events'
import { chains, everywhere, firsts, furtherTries, inTurn, openingsOf, randomPlans } from './candidates'
import { SeededNumbers } from './seeded-numbers'
import type { Operation } from './surface'

/** A part of the search. */
export interface Stage {
  /** Its plans, given what was played in the stages before it. */
  plans(played: readonly Outcome[]): Iterable<Plan>
  /** What remains of it after so many of its plans; before it begins, after none. */
  leftAfter(count: number): string[]
}

/** The stages in their order. The last one has no end, if anything can happen to the program at all. */
export function stagesOf(
  { kept, kinds, seed }: Pick<Settings, 'kept' | 'kinds' | 'seed'>,
  surface: readonly Operation[],
  calm: Outcome,
): Stage[] {
  return [
    whole('kept plans', kept),
    whole('each misfortune alone', [...firsts(surface, kinds)]),
    whole('the same at each request', [...everywhere(surface, kinds)]),
    whole('the same at each further try', [...furtherTries(surface, kinds)]),
    pairsAndRandomPlans((played) => [
      [...chains(openingsOf(surface, calm, played), kinds)],
      randomPlans(surface, kinds, new SeededNumbers(seed)),
    ]),
  ]
}

const whole = (name: string, plans: readonly Plan[]): Stage => ({
  plans: () => plans,
  leftAfter: (count) => (count < plans.length ? [name] : []),
})

/** The pairs come in turn with random plans, so half of what was played are pairs. */
function pairsAndRandomPlans(
  sources: (played: readonly Outcome[]) => [pairs: readonly Plan[], random: Iterable<Plan>],
): Stage {
  let pairsThere = Number.POSITIVE_INFINITY
  return {
    plans(played) {
      const [pairs, random] = sources(played)
      pairsThere = pairs.length
      return inTurn(pairs, random)
    },
    leftAfter: (count) =>
      Math.ceil(count / 2) < pairsThere
        ? ['two misfortunes on one request', 'random plans']
        : ['more random plans'],
  }
}
