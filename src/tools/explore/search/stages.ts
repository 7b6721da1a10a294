import type { Plan } from '../plan/plan'
import type { Settings } from '../read-experiment'
import type { Outcome } from '../run/events'
import { everywhere, firsts, furtherTries, inTurn, randomPlans, seconds } from './candidates'
import { openingsOf, unlikeKinds } from './reactions-alike'
import { SeededNumbers } from './seeded-numbers'
import type { Operation } from './surface'

/** A part of the search. */
export interface Stage {
  /**
   * Each shard plays some of its plans. So no later stage sees what came of them, and the stages after it are divided,
   * too. Of the other stages each shard plays all plans.
   */
  readonly isDivided: boolean
  /** Its plans, given what was played in the stages before it that are not divided. */
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
    inTurnWithPairs((played) => {
      const singles = played.filter(({ plan, met }) => plan.length === 1 && met.length === 1)
      const unlike = unlikeKinds(calm, singles)
      const isUnlike = ([misfortune]: Plan): boolean =>
        misfortune !== undefined && unlike.get(misfortune.on)?.has(misfortune.do) !== false
      const further = [...everywhere(surface, kinds), ...furtherTries(surface, kinds)]
      const telling = kinds.filter((kind) => [...unlike.values()].some((some) => some.has(kind)))
      return {
        further: further.filter(isUnlike),
        pairs: [
          ...seconds(openingsOf(calm, singles), calm, telling),
          ...further.filter((plan) => !isUnlike(plan)),
        ],
        random: randomPlans(surface, kinds, new SeededNumbers(seed)),
      }
    }),
  ]
}

const whole = (name: string, plans: readonly Plan[]): Stage => ({
  isDivided: false,
  plans: () => plans,
  leftAfter: (count) => (count < plans.length ? [name] : []),
})

interface Sources {
  readonly further: readonly Plan[]
  /** And at last singles to which the program reacts like to others. */
  readonly pairs: readonly Plan[]
  readonly random: Iterable<Plan>
}

/** Half of what is played are pairs. Random plans take the place of the further singles when these are over. */
function inTurnWithPairs(sourcesOf: (played: readonly Outcome[]) => Sources): Stage {
  let sources: Sources | undefined
  return {
    isDivided: true,
    plans(played) {
      sources = sourcesOf(played)
      const { further, pairs, random } = sources
      return inTurn(oneAfterTheOther(further, random), pairs)
    },
    leftAfter(count) {
      if (!sources) return ['the same at each request', 'two misfortunes', 'random plans']
      const { further, pairs } = sources
      const pairsPlayed = Math.min(pairs.length, count >> 1)
      const othersPlayed = count - pairsPlayed
      return [
        ...(othersPlayed < further.length ? ['the same at each request'] : []),
        ...(pairsPlayed < pairs.length ? ['two misfortunes'] : []),
        othersPlayed > further.length ? 'more random plans' : 'random plans',
      ]
    },
  }
}

function* oneAfterTheOther(...sources: readonly Iterable<Plan>[]): Iterable<Plan> {
  for (const source of sources) yield* source
}
