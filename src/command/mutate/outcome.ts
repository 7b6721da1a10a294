import type { MutantEffect } from '../../service/mutants/mutant-fact'
import type { JudgedRun } from './run'

export type MutantOutcome =
  | 'found'
  | 'loud'
  | 'survived'
  | 'never mattered'
  | 'equivalent'
  | 'not reached'
  | 'timed out'
  | 'unstable'

export interface Judgement {
  readonly outcome: MutantOutcome
  /** The tests that failed each time, where simulators know their tests. */
  readonly by?: readonly string[]
}

/** Judges a mutant by its runs: one, or as many as were red. */
export function judge(runs: readonly [JudgedRun, ...JudgedRun[]], unstable: ReadonlySet<string>): Judgement {
  const [first, ...again] = runs
  const effects = mutantEffectsOf(first)
  const unplayed = whyUnplayed(effects)
  if (isGreen(first, unstable)) {
    if (unplayed) return { outcome: unplayed }
    if (effects.has('other')) return { outcome: 'survived' }
    // Wherever it would matter, the service refuses it.
    return { outcome: effects.has('refused') ? 'loud' : 'never mattered' }
  }
  // A request that was sent as it is makes no test fail.
  if (unplayed) return { outcome: 'unstable' }
  if (!again.every((run) => isRedBy(run, unstable))) return { outcome: 'unstable' }
  const late = runs.filter(({ isLate }) => isLate).length
  if (late === runs.length) return { outcome: 'timed out' }
  // On a busy machine a red run may also be one that is ended.
  if (late > 0 || runs.some(({ failed }) => failed.length === 0)) return { outcome: 'found' }
  const by = first.failed.filter(
    (name) => !unstable.has(name) && again.every(({ failed }) => failed.includes(name)),
  )
  return by.length === 0 ? { outcome: 'unstable' } : { outcome: 'found', by }
}

/** Tells whether a run is red, and a request of it was changed. */
export const isRedBy = (run: JudgedRun, unstable: ReadonlySet<string>): boolean =>
  !isGreen(run, unstable) && whyUnplayed(mutantEffectsOf(run)) === undefined

export const mutantEffectsOf = ({ facts }: JudgedRun): ReadonlySet<MutantEffect> =>
  new Set(facts.flatMap(({ mutated }) => mutated ?? []))

/** Tells why no request was another one. */
export function whyUnplayed(effects: ReadonlySet<MutantEffect>): MutantOutcome | undefined {
  if (effects.has('other') || effects.has('alike')) return undefined
  if (effects.has('refused')) return 'loud'
  return effects.has('equal') ? 'equivalent' : 'not reached'
}

/** Tests that fail by themselves now and then say nothing. */
export const isGreen = (
  { isGreen: isAllGreen, isLate, failed }: JudgedRun,
  unstable: ReadonlySet<string>,
): boolean => isAllGreen || (!isLate && failed.length > 0 && failed.every((name) => unstable.has(name)))
