import { UNCHANGED } from '../../service/mutants/mutant'
import type { MutateArguments } from './arguments'
import { type BareRuns, mayFailIn, mutantTimeLimit, withoutThose } from './bare-runs'
import { type ChosenFiles, ReachedFiles } from './reached-files'
import { type JudgedRun, type RunWith, runJudged } from './run'

/** A run that takes so many times as long as the slowest without a mutant is slow. */
const SLOW = 2

interface MutantRun extends Pick<RunWith, 'mutant' | 'loses' | 'times'> {
  readonly patience?: number
  /** Undefined for all. */
  readonly files?: ChosenFiles | undefined
}

export class MutantRuns {
  readonly files: ReachedFiles
  readonly mayFail: Set<string>
  readonly #timeLimit: number

  constructor(
    private readonly given: MutateArguments,
    private readonly bare: BareRuns,
  ) {
    this.files = new ReachedFiles(bare, given.command)
    this.mayFail = new Set(bare.mayFail)
    this.#timeLimit = mutantTimeLimit(bare, given.atOnce)
  }

  async run({ files, ...how }: MutantRun): Promise<JudgedRun> {
    if (files) {
      const run = await this.#once(how, files)
      const playBare = () => this.#once({ mutant: UNCHANGED }, files)
      if (await this.files.isTelling(run, files, playBare)) return run
    }
    return this.#once(how)
  }

  /** The run, as far as is known by now which tests may fail. */
  without(run: JudgedRun): JudgedRun {
    return withoutThose(run, { mayFail: this.mayFail, doubtful: this.bare.doubtful })
  }

  async #once({ patience = 1, ...how }: Omit<MutantRun, 'files'>, chosen?: ChosenFiles): Promise<JudgedRun> {
    const { onlyKey, atOnce } = this.given
    const { command } = chosen ?? this.given
    const longer = this.#longerWith(how.times)
    const timeLimit = this.#timeLimit * patience * longer
    const run = await runJudged(command, { onlyKey, timeLimit, ...how })
    for (const name of mayFailIn(run)) this.mayFail.add(name)
    return {
      ...this.without(run),
      ...(chosen && { files: chosen.files, ends: run.ends.of(namesIn(run)) }),
      isSlow: run.duration > this.bare.duration * SLOW * atOnce * longer,
    }
  }

  /** The time of a run in which some tests are played several times, as a multiple of that without. */
  #longerWith(times: ReadonlyMap<string, number> = new Map()): number {
    const tests = this.bare.runs.map((one) => one.tests)
    const more = [...times].map(([test, count]) => {
      const took = Math.max(...tests.map((those) => those.get(test)?.milliseconds ?? 0))
      return (count - 1) * took
    })
    return 1 + more.reduce((sum, one) => sum + one, 0) / this.bare.duration
  }
}

const namesIn = ({ tests, ends }: JudgedRun): string[] => [
  ...tests.keys(),
  ...ends.all.flatMap(({ test }) => test ?? []),
]
