import { getOrCreateList } from '../../kernel/get-or-create-list'
import { mutantText } from '../../service/mutants/mutant'
import type { MutantEffect, Prediction } from '../../service/mutants/mutant-fact'
import type { MutantKind } from '../../service/mutants/mutant-kind'
import { MUTANT_KINDS } from '../../service/mutants/mutant-kinds'
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
  /** The reason for calling a mutant unstable. */
  readonly why?: string
  /** The tests that failed each time, where simulators know their tests. */
  readonly by?: readonly string[]
}

/** These change no request before it is answered. */
const UNPREDICTED: ReadonlySet<MutantKind['plays']> = new Set(['at once', 'unhandled'])

/** Mutants that would change no request of a run, as the run itself foresaw. Each of the others is played. */
export function predictedOutcomes({ isGreen: isAllGreen, facts }: JudgedRun): Map<string, MutantOutcome> {
  const outcomes = new Map<string, MutantOutcome>()
  // A process may have another version of the package, which tells only what mutants it can have.
  const isTold = facts.every(({ simulator, foresees }) => !simulator || foresees)
  if (!isAllGreen || !isTold) return outcomes
  const told = new Map<string, Prediction[]>()
  for (const { foreseen, would } of facts)
    if (foreseen && would) getOrCreateList(told, mutantText(foreseen)).push(would)
  for (const { seen } of facts) {
    const effects = (seen && told.get(mutantText(seen))) ?? []
    if (!seen || effects.includes('played') || UNPREDICTED.has(MUTANT_KINDS[seen.kind].plays)) continue
    const outcome = effects.includes('refused')
      ? 'loud'
      : effects.includes('equal')
        ? 'equivalent'
        : 'not reached'
    outcomes.set(mutantText(seen), outcome)
  }
  return outcomes
}

/** Judges a mutant by its runs: one, or as many as were red. */
export function judge(runs: readonly JudgedRun[], unstable: ReadonlySet<string>): Judgement {
  const [first, ...again] = tellingRuns(runs, unstable)
  if (!first) return { outcome: 'unstable', why: whyNothingIsTold(runs) }
  const effects = mutantEffectsOf(first)
  if (isGreen(first, unstable)) {
    const unplayed = whyUnplayed(effects)
    if (unplayed) return { outcome: unplayed }
    if (effects.has('other')) return { outcome: 'survived' }
    // Wherever it would matter, the service refuses it.
    return { outcome: effects.has('refused') ? 'loud' : 'never mattered' }
  }
  const red = [first, ...again].filter((run) => isRedBy(run, unstable))
  if (red.length <= again.length)
    return { outcome: 'unstable', why: `red in ${red.length} of ${again.length + 1} runs` }
  const late = red.filter(({ isLate }) => isLate).length
  if (late === red.length) return { outcome: 'timed out' }
  // On a busy machine a red run may also be one that is ended.
  if (late > 0 || red.some(({ failed }) => failed.length === 0)) return { outcome: 'found' }
  const by = first.failed.filter(
    (name) => !unstable.has(name) && again.every(({ failed }) => failed.includes(name)),
  )
  if (by.length > 0) return { outcome: 'found', by }
  return { outcome: 'unstable', why: `no test was red in each of ${red.length} runs` }
}

/**
 * The runs that say something about a mutant. A run that was red, or was ended, before any request was changed says
 * nothing. Where a run is green, neither does one that a busy machine made slow and therefore red.
 */
export function tellingRuns(runs: readonly JudgedRun[], unstable: ReadonlySet<string>): JudgedRun[] {
  const reached = runs.filter((run) => isGreen(run, unstable) || isRedBy(run, unstable))
  const isAnyGreen = reached.some((run) => isGreen(run, unstable))
  return reached.filter((run) => !isAnyGreen || isGreen(run, unstable) || !(run.isLate || run.isSlow))
}

const whyNothingIsTold = (runs: readonly JudgedRun[]): string =>
  runs.every(({ isLate }) => isLate)
    ? `${runs.length} runs were ended, because they took too long before a request was changed: is the machine busy?`
    : `${runs.length} runs were red before a request was changed`

export const isRedBy = (run: JudgedRun, unstable: ReadonlySet<string>): boolean =>
  !isGreen(run, unstable) && whyUnplayed(mutantEffectsOf(run)) === undefined

export const mutantEffectsOf = ({ facts }: JudgedRun): ReadonlySet<MutantEffect> =>
  new Set(facts.flatMap(({ mutated }) => mutated ?? []))

/** Tells why no request was another one. */
function whyUnplayed(effects: ReadonlySet<MutantEffect>): MutantOutcome | undefined {
  if (effects.has('other') || effects.has('alike')) return undefined
  if (effects.has('refused')) return 'loud'
  return effects.has('equal') ? 'equivalent' : 'not reached'
}

/** Tests that fail by themselves now and then say nothing. */
export const isGreen = (
  { isGreen: isAllGreen, isLate, failed }: JudgedRun,
  unstable: ReadonlySet<string>,
): boolean => isAllGreen || (!isLate && failed.length > 0 && failed.every((name) => unstable.has(name)))
