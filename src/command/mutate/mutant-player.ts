import { type Mutant, mutantText, UNCHANGED } from '../../service/mutants/mutant'
import type { MutateArguments } from './arguments'
import type { BareRuns } from './bare-runs'
import { isOfBody } from './lines'
import { isGreen, isRedBy, judge, mutantEffectsOf } from './outcome'
import { type JudgedMutant, judgedMutant, withLine } from './report'
import { type JudgedRun, type RunWith, runJudged } from './run'
import { writesTheSame } from './same-writes'
import { SteadyTests } from './steady-tests'
import { type ProvenLine, TriedLines, type Unnoticed } from './tried-lines'

/** A short run may take longer than three times as long, because the machine is busy. */
const LEAST_GRACE = 5000
const SLOWDOWN = 3

/** Runs side by side take longer. */
export const mutantTimeLimit = ({ duration }: BareRuns, atOnce: number): number =>
  Math.max(duration * SLOWDOWN, duration + LEAST_GRACE) * atOnce

/** A mutant, and its runs so far. */
interface Begun {
  readonly mutant: Mutant
  readonly runs: [JudgedRun, ...JudgedRun[]]
}

interface Played {
  readonly judged: JudgedMutant
  /** For lines that are tried in the end. */
  readonly survivor: Unnoticed | undefined
  /** The line that was tried by itself. */
  readonly line: ProvenLine | undefined
}

/** Plays mutants, and tries lines for those that nothing notices. */
export class MutantPlayer {
  readonly #bare: BareRuns
  readonly #steady: SteadyTests
  readonly #timeLimit: number
  readonly #unstable: ReadonlySet<string>
  /** The runs that lose an answer, by their operation. */
  readonly #losing = new Map<string, Promise<JudgedRun>>()

  /** @param end when no more runs are begun */
  constructor(
    private readonly given: MutateArguments,
    bare: BareRuns,
    private readonly end: number,
  ) {
    this.#bare = bare
    this.#steady = new SteadyTests(bare.runs)
    this.#timeLimit = mutantTimeLimit(bare, given.atOnce)
    this.#unstable = new Set(bare.unstable)
  }

  /** Those that the time is enough for, in their order. */
  async playAll(targets: readonly Mutant[], show: (text: string) => void): Promise<JudgedMutant[]> {
    const begun: Begun[] = []
    await this.#sideBySide([...targets.entries()], async ([at, mutant]) => {
      show(`mutant ${at + 1} of ${targets.length}: ${mutantText(mutant)}`)
      const one: Begun = { mutant, runs: [await this.#playOnce(mutant)] }
      begun[at] = one
      // A mutant that is begun is judged before the time is over.
      if (Number.isFinite(this.end)) await this.#confirm([one], show)
    })
    const played: Played[] = []
    const inOrder = begun.filter((one) => one !== undefined)
    await this.#confirm(inOrder, show)
    const whole = inOrder.filter((one) => !this.#lacksRuns(one))
    await this.#sideBySide(
      [...whole.entries()],
      async ([at, one]) => {
        played[at] = await this.#judged(one)
      },
      'to the end',
    )
    const lines = new TriedLines(this.#bare.ends).for(played.flatMap(({ survivor }) => survivor ?? []))
    return played.map(({ judged, line }) => withLine(judged, line ? [line] : lines))
  }

  /** Begins none after the time, unless it goes to the end. */
  async #sideBySide<Item>(
    items: readonly Item[],
    play: (item: Item) => Promise<void>,
    until: 'the time is over' | 'to the end' = 'the time is over',
  ): Promise<void> {
    let next = 0
    const playOn = async (): Promise<void> => {
      while (next < items.length && (until === 'to the end' || !this.#isOver)) {
        const item = items[next] as Item
        next += 1
        await play(item)
      }
    }
    await Promise.all(Array.from({ length: this.given.atOnce }, playOn))
  }

  /** Plays what was red again, as long as that may be by chance. */
  async #confirm(begun: readonly Begun[], show: (text: string) => void): Promise<void> {
    for (let left = begun; left.length > 0 && !this.#isOver; ) {
      left = left.filter((one) => this.#lacksRuns(one))
      await this.#sideBySide(left, async ({ mutant, runs }) => {
        show(`once more: ${mutantText(mutant)}`)
        runs.push(await this.#playOnce(mutant))
        if (!isRedBy(runs.at(-1) as JudgedRun, this.#unstable)) this.#steady.shake(runs[0])
      })
    }
  }

  #lacksRuns({ runs }: Begun): boolean {
    return runs.every((run) => isRedBy(run, this.#unstable)) && runs.length < this.#steady.redRunsFor(runs[0])
  }

  async #playOnce(mutant: Mutant): Promise<JudgedRun> {
    const run = await this.#run({ mutant: mutantText(mutant) })
    this.#steady.add(run)
    return run
  }

  async #judged({ mutant, runs }: Begun): Promise<Played> {
    const judgement = judge(runs, this.#unstable, this.#steady.sureIn(runs[0]))
    const { outcome } = judgement
    const lost = outcome === 'never mattered' ? await this.#withLostAnswer(mutant) : undefined
    const isGreenWithIt = outcome === 'survived' || (outcome === 'never mattered' && isOfBody(mutant))
    return {
      judged: {
        ...judgedMutant(mutant, { ...judgement, outcome: lost?.outcome ?? outcome }, this.given),
        ...(outcome === 'survived' && this.#writesTheSame(mutant, runs[0]) && { wroteTheSame: true }),
        ...(lost?.advice !== undefined && { advice: lost.advice }),
      },
      survivor: isGreenWithIt ? { mutant, run: runs[0].ends } : undefined,
      line: lost?.line,
    }
  }

  #writesTheSame({ operation }: Mutant, { ends }: JudgedRun): boolean {
    return operation.startsWith('GET ') && writesTheSame(operation, ends, this.#bare.ends)
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
    const end = new TriedLines(this.#bare.ends).testFor(on)
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
  `${test === null ? 'the tests are' : `"${test}" is`} red with it already: the client does not try again, or the ` +
  'requests are counted there'
