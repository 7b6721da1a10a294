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
  /** The tests that failed both times, where simulators know their tests. */
  readonly by?: readonly string[]
}

/** Plays a mutant once, and judges it. What a suite finds it finds twice. `run` is the first one. */
export async function judge(
  play: () => Promise<JudgedRun>,
  unstable: ReadonlySet<string>,
): Promise<{ readonly judgement: Judgement; readonly run: JudgedRun }> {
  const run = await play()
  return { run, judgement: await judgementOf(run, play, unstable) }
}

async function judgementOf(
  run: JudgedRun,
  play: () => Promise<JudgedRun>,
  unstable: ReadonlySet<string>,
): Promise<Judgement> {
  const effects = mutantEffectsOf(run)
  const unplayed = whyUnplayed(effects)
  if (isGreen(run, unstable)) {
    const outcome = effects.has('other') ? 'survived' : 'never mattered'
    return { outcome: unplayed ?? outcome }
  }
  // A request that was sent as it is makes no test fail.
  if (unplayed) return { outcome: 'unstable' }
  const again = await play()
  if (whyUnplayed(mutantEffectsOf(again)) || isGreen(again, unstable)) return { outcome: 'unstable' }
  if (run.isLate || again.isLate) return { outcome: run.isLate && again.isLate ? 'timed out' : 'unstable' }
  if (run.failed.length === 0 || again.failed.length === 0) return { outcome: 'found' }
  const by = run.failed.filter((name) => again.failed.includes(name) && !unstable.has(name))
  return by.length === 0 ? { outcome: 'unstable' } : { outcome: 'found', by }
}

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
