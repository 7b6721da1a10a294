import { type Mutant, mutantText, UNCHANGED } from '../../service/mutants/mutant'
import type { MutateArguments } from './arguments'
import type { BareRuns } from './bare-runs'
import { isGreen, judge } from './outcome'
import { type JudgedMutant, judgedMutant, withLine } from './report'
import { type JudgedRun, type RunWith, runJudged } from './run'
import { type ProvenLine, TriedLines, type Unnoticed } from './tried-lines'

/** A short run may take longer than three times as long, because the machine is busy. */
const LEAST_GRACE = 5000
const SLOWDOWN = 3

/** Plays mutants one after the other, and tries lines for those that nothing notices. */
export class MutantPlayer {
  readonly #given: MutateArguments
  readonly #bare: BareRuns
  readonly #end: number
  readonly #timeLimit: number
  readonly #unstable: ReadonlySet<string>
  /** The runs that lose an answer, by their operation. */
  readonly #losing = new Map<string, Promise<JudgedRun>>()

  /** @param end when no more runs are begun */
  constructor(given: MutateArguments, bare: BareRuns, end: number) {
    this.#given = given
    this.#bare = bare
    this.#end = end
    this.#timeLimit = Math.max(bare.duration * SLOWDOWN, bare.duration + LEAST_GRACE)
    this.#unstable = new Set(bare.unstable)
  }

  /** Those that the time is enough for, in their order. */
  async playAll(targets: readonly Mutant[], show: (text: string) => void): Promise<JudgedMutant[]> {
    const judged: { readonly mutant: JudgedMutant; readonly line?: ProvenLine | undefined }[] = []
    const survivors: Unnoticed[] = []
    for (const [at, mutant] of targets.entries()) {
      if (this.#isOver) break
      show(`mutant ${at + 1} of ${targets.length}: ${mutantText(mutant)}`)
      const { judgement, run } = await judge(() => this.#run({ mutant: mutantText(mutant) }), this.#unstable)
      if (judgement.outcome === 'survived') survivors.push({ mutant, run: run.ends })
      const line = judgement.outcome === 'never mattered' ? await this.#losingLine(mutant) : undefined
      judged.push({ mutant: judgedMutant(mutant, judgement, this.#given), line })
    }
    const lines = new TriedLines(this.#bare.ends).for(survivors)
    return judged.map(({ mutant, line }) => withLine(mutant, line ? [line] : lines))
  }

  get #isOver(): boolean {
    return performance.now() >= this.#end
  }

  #run(how: Pick<RunWith, 'mutant' | 'loses'>): Promise<JudgedRun> {
    const { command, onlyKey } = this.#given
    return runJudged(command, { onlyKey, timeLimit: this.#timeLimit, ...how })
  }

  /** A key matters where an answer is lost: that is tried in one test. */
  async #losingLine(mutant: Mutant): Promise<ProvenLine | undefined> {
    const { kind, operation: on } = mutant
    if (kind !== 'no-idempotency-key' && kind !== 'fresh-idempotency-key') return undefined
    const end = new TriedLines(this.#bare.ends).testFor(on)
    if (!end || this.#isOver) return undefined
    const loses = { test: end.test, on }
    const calm = this.#losing.get(on) ?? this.#run({ mutant: UNCHANGED, loses })
    this.#losing.set(on, calm)
    const bare = await calm
    if (!isGreen(bare, this.#unstable) || this.#isOver) return undefined
    const run = await this.#run({ mutant: mutantText(mutant), loses })
    return new TriedLines([bare.ends]).losing(
      mutant,
      end,
      isGreen(run, this.#unstable) ? run.ends : undefined,
    )
  }
}
