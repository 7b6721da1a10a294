import { type Mutant, mutantText, UNCHANGED } from '../../service/mutants/mutant'
import type { MutantRuns } from './mutant-runs'
import { isGreen, mutantEffectsOf } from './outcome'
import type { JudgedRun } from './run'
import type { TestEnds } from './test-ends'
import type { ProvenLine, TriedLines } from './tried-lines'
import { adviceForRed } from './words'

/** The end of a mutant where an answer is lost. */
interface WithLostAnswer {
  /** The service refuses the second write by itself. */
  readonly outcome?: 'loud'
  readonly line?: ProvenLine | undefined
  readonly advice?: string
}

/** Runs in which an answer is lost, because a key matters there alone. */
export class LostAnswers {
  /** The runs without a mutant, by their operation. */
  readonly #losing = new Map<string, Promise<JudgedRun>>()

  constructor(
    private readonly runs: MutantRuns,
    private readonly unstable: ReadonlySet<string>,
    private readonly triedLines: (bare?: readonly TestEnds[]) => TriedLines,
    private readonly isOver: () => boolean,
  ) {}

  /** Tries a mutant of a key in one test; undefined for others, and where there is no such test. */
  async of(mutant: Mutant): Promise<WithLostAnswer | undefined> {
    const { kind, operation: on } = mutant
    if (kind !== 'no-idempotency-key' && kind !== 'fresh-idempotency-key') return undefined
    const end = this.triedLines().testFor(on)
    if (!end || this.isOver()) return undefined
    const loses = { test: end.test, on }
    const files = this.runs.files.ofTests([end.test])
    const calm = this.#losing.get(on) ?? this.runs.run({ mutant: UNCHANGED, loses, files })
    this.#losing.set(on, calm)
    const bare = await calm
    if (!isGreen(bare, this.unstable)) return { advice: adviceForRed(on, end.test) }
    if (this.isOver()) return undefined
    const run = await this.runs.run({ mutant: mutantText(mutant), loses, files })
    const effects = mutantEffectsOf(run)
    if (isGreen(run, this.unstable) && effects.has('refused') && !effects.has('other'))
      return { outcome: 'loud' }
    const line = this.triedLines([bare.ends])
    return { line: line.losing(mutant, end, isGreen(run, this.unstable) ? run.ends : undefined) }
  }
}
