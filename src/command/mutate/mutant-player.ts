import { type Mutant, mutantText, UNCHANGED } from '../../service/mutants/mutant'
import type { MutateArguments } from './arguments'
import type { BareRuns } from './bare-runs'
import { isGreen, judge, mutantEffectsOf } from './outcome'
import { type JudgedMutant, judgedMutant, withLine } from './report'
import { type JudgedRun, type RunWith, runJudged } from './run'
import { type ProvenLine, TriedLines, type Unnoticed } from './tried-lines'

/** A short run may take longer than three times as long, because the machine is busy. */
const LEAST_GRACE = 5000
const SLOWDOWN = 3

/** Runs side by side take longer. */
export const mutantTimeLimit = ({ duration }: BareRuns, atOnce: number): number =>
  Math.max(duration * SLOWDOWN, duration + LEAST_GRACE) * atOnce

interface Played {
  readonly judged: JudgedMutant
  /** For lines that are tried in the end. */
  readonly survivor: Unnoticed | undefined
  /** The line that was tried by itself. */
  readonly line: ProvenLine | undefined
}

/** Plays mutants, and tries lines for those that nothing notices. */
export class MutantPlayer {
  readonly #timeLimit: number
  readonly #unstable: ReadonlySet<string>
  /** The runs that lose an answer, by their operation. */
  readonly #losing = new Map<string, Promise<JudgedRun>>()

  /** @param end when no more runs are begun */
  constructor(
    private readonly given: MutateArguments,
    private readonly bare: BareRuns,
    private readonly end: number,
  ) {
    this.#timeLimit = mutantTimeLimit(bare, given.atOnce)
    this.#unstable = new Set(bare.unstable)
  }

  /** Those that the time is enough for, in their order. */
  async playAll(targets: readonly Mutant[], show: (text: string) => void): Promise<JudgedMutant[]> {
    const played: Played[] = []
    let next = 0
    const playOn = async (): Promise<void> => {
      while (next < targets.length && !this.#isOver) {
        const at = next
        next += 1
        const mutant = targets[at] as Mutant
        show(`mutant ${at + 1} of ${targets.length}: ${mutantText(mutant)}`)
        played[at] = await this.#play(mutant)
      }
    }
    await Promise.all(Array.from({ length: this.given.atOnce }, playOn))
    const lines = new TriedLines(this.bare.ends).for(played.flatMap(({ survivor }) => survivor ?? []))
    return played.map(({ judged, line }) => withLine(judged, line ? [line] : lines))
  }

  async #play(mutant: Mutant): Promise<Played> {
    const { judgement, run } = await judge(() => this.#run({ mutant: mutantText(mutant) }), this.#unstable)
    const { outcome } = judgement
    const lost = outcome === 'never mattered' ? await this.#withLostAnswer(mutant) : undefined
    return {
      judged: {
        ...judgedMutant(mutant, { ...judgement, outcome: lost?.outcome ?? outcome }, this.given),
        ...(lost?.advice !== undefined && { advice: lost.advice }),
      },
      survivor: outcome === 'survived' ? { mutant, run: run.ends } : undefined,
      line: lost?.line,
    }
  }

  get #isOver(): boolean {
    return performance.now() >= this.end
  }

  #run(how: Pick<RunWith, 'mutant' | 'loses'>): Promise<JudgedRun> {
    const { command, onlyKey } = this.given
    return runJudged(command, { onlyKey, timeLimit: this.#timeLimit, ...how })
  }

  /** A key matters where an answer is lost: that is tried in one test. */
  async #withLostAnswer(mutant: Mutant): Promise<WithLostAnswer | undefined> {
    const { kind, operation: on } = mutant
    if (kind !== 'no-idempotency-key' && kind !== 'fresh-idempotency-key') return undefined
    const end = new TriedLines(this.bare.ends).testFor(on)
    if (!end || this.#isOver) return undefined
    const loses = { test: end.test, on }
    const calm = this.#losing.get(on) ?? this.#run({ mutant: UNCHANGED, loses })
    this.#losing.set(on, calm)
    const bare = await calm
    if (!isGreen(bare, this.#unstable)) return { advice: adviceForRed(on, end.test) }
    if (this.#isOver) return undefined
    const run = await this.#run({ mutant: mutantText(mutant), loses })
    const effects = mutantEffectsOf(run)
    if (isGreen(run, this.#unstable) && effects.has('refused') && !effects.has('other'))
      return { outcome: 'loud' }
    const line = new TriedLines([bare.ends])
    return { line: line.losing(mutant, end, isGreen(run, this.#unstable) ? run.ends : undefined) }
  }
}

/** The end of a mutant where an answer is lost. */
interface WithLostAnswer {
  /** The service refuses the second write by itself. */
  readonly outcome?: 'loud'
  readonly line?: ProvenLine | undefined
  readonly advice?: string
}

const adviceForRed = (on: string, test: string | null): string =>
  `a test in which the answer of ${on} is lost, and the client tries again; ` +
  `${test === null ? 'the tests are' : `"${test}" is`} red with it already, so the client may not try again`
