import { isRead } from '../../kernel/operation-text'
import type { Mutant } from '../../service/mutants/mutant'
import type { MutateArguments } from './arguments'
import type { BareRuns } from './bare-runs'
import { isOfBody } from './lines'
import { LostAnswers } from './lost-answers'
import type { MutantRuns } from './mutant-runs'
import { type Judgement, judge, tellingRuns } from './outcome'
import { type JudgedMutant, judgedMutant } from './report'
import type { JudgedRun } from './run'
import { writesTheSame } from './test-ends'
import type { Together } from './together'
import { type ProvenLine, TriedLines, type Unnoticed } from './tried-lines'

export interface Begun {
  readonly mutant: Mutant
  readonly runs: JudgedRun[]
}

export interface Played {
  readonly judged: JudgedMutant
  /** For lines that are tried in the end. */
  readonly survivor: Unnoticed | undefined
  /** The line that was tried by itself. */
  readonly line: ProvenLine | undefined
}

/** Judges mutants whose runs are over. One that never mattered is tried where an answer is lost. */
export class MutantJudge {
  readonly #unstable: ReadonlySet<string>
  readonly #lostAnswers: LostAnswers

  constructor(
    private readonly given: MutateArguments,
    private readonly bare: BareRuns,
    private readonly runs: MutantRuns,
    together: Together,
    isOver: () => boolean,
  ) {
    this.#unstable = new Set(bare.unstable)
    this.#lostAnswers = new LostAnswers(
      runs,
      this.#unstable,
      together,
      (ends) => this.triedLines(ends),
      isOver,
    )
  }

  /** To be called before each is judged by itself. */
  async loseAnswersTogether(begun: readonly Begun[]): Promise<void> {
    const unmattered = begun.filter((one) => this.#judgementOf(one).outcome === 'never mattered')
    await this.#lostAnswers.playTogether(unmattered.map(({ mutant }) => mutant))
  }

  /** Undefined if it ought to be tried where an answer is lost, and the time was over. */
  async judged(begun: Begun): Promise<Played | undefined> {
    const { mutant, runs } = begun
    const [first] = tellingRuns(runs, this.#unstable)
    const judgement = this.#judgementOf(begun)
    const { outcome } = judgement
    const lost = outcome === 'never mattered' ? await this.#lostAnswers.of(mutant) : undefined
    if (lost === 'no time left') return undefined
    const isGreenWithIt = outcome === 'survived' || (outcome === 'never mattered' && isOfBody(mutant))
    return {
      judged: {
        ...judgedMutant(mutant, { ...judgement, outcome: lost?.outcome ?? outcome }, this.given),
        ...(outcome === 'survived' && first && this.#writesTheSame(mutant, first) && { wroteTheSame: true }),
        ...(lost?.advice !== undefined && { advice: lost.advice }),
      },
      survivor: isGreenWithIt && first ? { mutant, run: first.ends } : undefined,
      line: lost?.line,
    }
  }

  triedLines(bare = this.bare.ends): TriedLines {
    return new TriedLines(bare, this.bare.runnerOf, this.runs.mayFail, this.bare.doubtful)
  }

  #judgementOf({ runs: all }: Begun): Judgement {
    const runs = all.map((run) => this.runs.without(run))
    return judge(runs, this.#unstable)
  }

  #writesTheSame({ operation }: Mutant, { ends }: JudgedRun): boolean {
    return isRead(operation) && writesTheSame(operation, ends, this.bare.ends)
  }
}
