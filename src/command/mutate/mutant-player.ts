import { type Mutant, mutantsByTestText, mutantText, UNCHANGED } from '../../service/mutants/mutant'
import type { MutateArguments } from './arguments'
import { type BareRuns, mayFailIn, mutantTimeLimit, withoutThose } from './bare-runs'
import { isOfBody } from './lines'
import { isGreen, isRedBy, judge, mutantEffectsOf, tellingRuns } from './outcome'
import { type ChosenFiles, ReachedFiles } from './reached-files'
import { realTimeText } from './real-time-text'
import { countsOf, type JudgedMutant, judgedMutant, withLine } from './report'
import { type JudgedRun, type RunWith, runJudged } from './run'
import { sideBySide } from './side-by-side'
import { SteadyTests } from './steady-tests'
import { writesTheSame } from './test-ends'
import { MOST_PLACES, type MutantGroup, Together } from './together'
import { type ProvenLine, TriedLines, type Unnoticed } from './tried-lines'
import { adviceForRed } from './words'

/** A run that takes so many times as long as the slowest without a mutant is slow. */
const SLOW = 2
/** A run after one that was ended may take so many times as long. */
const PATIENCE = 2
/** Runs of one mutant that may say nothing about it, because the machine is busy or a test fails by itself. */
const MOST_SILENT_RUNS = 3
/** A mutant is played in so many of its tests, and in further ones if that takes fewer runs than all at once. */
const PLACES = 3
/** Runs of several mutants that may have judged none, before each mutant is played alone. */
const MOST_IN_VAIN = 2

interface RunOfPlayer extends Pick<RunWith, 'mutant' | 'loses'> {
  readonly patience?: number
  /** Undefined for all. */
  readonly files?: ChosenFiles | undefined
}

/** The end of a mutant where an answer is lost. */
interface WithLostAnswer {
  /** The service refuses the second write by itself. */
  readonly outcome?: 'loud'
  readonly line?: ProvenLine | undefined
  readonly advice?: string
}

interface Begun {
  readonly mutant: Mutant
  readonly runs: JudgedRun[]
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
  readonly #steady = new SteadyTests()
  readonly #together: Together
  readonly #files: ReachedFiles
  readonly #timeLimit: number
  readonly #unstable: ReadonlySet<string>
  readonly #mayFail: Set<string>
  /** Mutants that one test did not notice again. */
  readonly #alone = new Set<Mutant>()
  /** Mutants that may have made a test of their file red which played another one. */
  readonly #doubted = new Set<Mutant>()
  /** The runs that lose an answer, by their operation. */
  readonly #losing = new Map<string, Promise<JudgedRun>>()

  /** @param end when no more runs are begun */
  constructor(
    private readonly given: MutateArguments,
    private readonly bare: BareRuns,
    private readonly end: number,
  ) {
    this.#together = new Together(bare)
    this.#files = new ReachedFiles(bare, given.command)
    this.#timeLimit = mutantTimeLimit(bare, given.atOnce)
    this.#unstable = new Set(bare.unstable)
    this.#mayFail = new Set(bare.mayFail)
  }

  /** Those that the time is enough for, in their order. */
  async playAll(targets: readonly Mutant[], say: (text: string) => void): Promise<JudgedMutant[]> {
    const begun = new Map<Mutant, Begun>()
    const show = (text: string) => say(`${text}; ${this.#soFar([...begun.values()])}`)
    const begin = async (runs: ReadonlyMap<Mutant, JudgedRun>): Promise<void> => {
      const own = [...runs].map(([mutant, run]): Begun => ({ mutant, runs: [run] }))
      for (const one of own) begun.set(one.mutant, one)
      // A mutant that is begun is judged before the time is over.
      if (Number.isFinite(this.end)) await this.#confirm(own, show)
    }
    const left = () => targets.filter((one) => !begun.has(one))
    const showing = (mutant: Mutant, also: number): void => {
      const more = also === 0 ? '' : ` and ${also} more`
      show(`bug ${targets.length - left().length + 1} of ${targets.length}: ${mutantText(mutant)}${more}`)
    }
    let inVain = 0
    for (let place = 0; place < MOST_PLACES; place += 1) {
      const those = left().filter((mutant) => place < PLACES || this.#together.isOfFew(mutant))
      const groups = this.#together.groups(those.flatMap((one) => this.#together.placed(one, place) ?? []))
      if (place >= PLACES && groups.length * this.#together.placesFrom(place, those) >= those.length) break
      await this.#sideBySide(groups, async (group) => {
        if (group.length === 1 || inVain >= MOST_IN_VAIN) return
        showing(group[0].mutant, group.length - 1)
        const parts = await this.#playGroup(group)
        const told = new Map([...parts].flatMap((one) => this.#toldBy(...one)))
        inVain += 1 - [...parts.keys()].filter((one) => told.has(one) || this.#together.isOfFew(one)).length
        await begin(told)
      })
    }
    await this.#sideBySide(left(), async (mutant) => {
      showing(mutant, 0)
      await begin(new Map([[mutant, await this.#playOnce(mutant)]]))
    })
    const played: Played[] = []
    const inOrder = targets.flatMap((one) => begun.get(one) ?? [])
    await this.#confirm(inOrder, show)
    const doubted = inOrder.filter(({ mutant, runs: [run] }) => this.#doubted.has(mutant) && run?.isGreen)
    await this.#sideBySide(doubted, async ({ mutant, runs }) => {
      runs.splice(0, runs.length, await this.#playOnce(mutant))
    })
    await this.#confirm(doubted, show)
    const whole = inOrder.filter((one) => !this.#lacksRuns(one))
    await this.#sideBySide(
      [...whole.entries()],
      async ([at, one]) => {
        played[at] = await this.#judged(one)
      },
      'to the end',
    )
    const lines = this.#triedLines().for(played.flatMap(({ survivor }) => survivor ?? []))
    return played.map(({ judged, line }) => withLine(judged, line ? [line] : lines))
  }

  /** Tells those who wait what is known, and the time that is left. */
  #soFar(begun: readonly Begun[]): string {
    const judged = begun.filter((one) => !this.#lacksRuns(one)).map(({ runs }) => judge(runs, this.#unstable))
    const { found, of } = countsOf(judged)
    const left = Number.isFinite(this.end) ? `, ${realTimeText(this.end - performance.now())} left` : ''
    return `${found} found and ${of - found} unnoticed so far${left}`
  }

  /** Begins none after the time, unless it goes to the end. */
  #sideBySide<Item>(
    items: readonly Item[],
    play: (item: Item) => Promise<void>,
    until: 'the time is over' | 'to the end' = 'the time is over',
  ): Promise<void> {
    return sideBySide(items, play, this.given.atOnce, () => until === 'to the end' || !this.#isOver)
  }

  /** Plays what was red again, as long as that may be by chance. */
  async #confirm(begun: readonly Begun[], show: (text: string) => void): Promise<void> {
    while (!this.#isOver) {
      const left = begun.filter((one) => this.#lacksRuns(one))
      if (left.length === 0) return
      const company = left.some(({ runs }) => runs.length === 1) ? 'new' : 'any'
      const again = ({ mutant, runs }: Begun) =>
        this.#alone.has(mutant) ? undefined : this.#together.again(mutant, runs)
      const groups = this.#together.groups(
        left.flatMap((one) => again(one) ?? []),
        company,
      )
      const added = new Set<Begun>()
      await this.#sideBySide(groups, async (group) => {
        if (group.length === 1) return
        show(`once more: ${mutantText(group[0].mutant)} and ${group.length - 1} more`)
        const parts = await this.#playGroup(group)
        for (const one of left.filter(({ mutant }) => parts.has(mutant))) {
          added.add(one)
          await this.#addRun(one, parts.get(one.mutant))
        }
      })
      await this.#sideBySide(
        left.filter((one) => !added.has(one)),
        async (one) => {
          show(`once more: ${mutantText(one.mutant)}`)
          await this.#addRun(one, undefined)
        },
      )
    }
  }

  /** @param part the run in which one test played the mutant */
  async #addRun({ mutant, runs }: Begun, part: JudgedRun | undefined): Promise<void> {
    const isRed = (run: JudgedRun): boolean => isRedBy(run, this.#unstable)
    const run = part ?? (await this.#playOnce(mutant, runs.at(-1)))
    const [first] = runs
    if (first && isGreen(run, this.#unstable) && !first.isLate && !first.isSlow) {
      this.#steady.shake(first)
      for (const other of this.#together.companyOf(first)) this.#doubted.add(other)
    }
    if (!part || isRed(part) || this.#isOver) {
      runs.push(run)
      return
    }
    // The test fails by itself, and another one may notice the mutant.
    this.#alone.add(mutant)
    const alone = await this.#playOnce(mutant)
    if (isRed(alone)) runs.splice(0, runs.length, alone)
    else runs.push(part)
  }

  #lacksRuns({ runs }: Begun): boolean {
    const telling = tellingRuns(runs, this.#unstable)
    const silent = runs.length - telling.length
    if (telling.length === 0 || silent > MOST_SILENT_RUNS) return silent < MOST_SILENT_RUNS
    const isRed = telling.every((run) => isRedBy(run, this.#unstable))
    return isRed && telling.length < this.#steady.redRunsFor(telling)
  }

  /** One run of several mutants, as each of them shows it. Those of which it says nothing are left out. */
  async #playGroup(group: MutantGroup): Promise<Map<Mutant, JudgedRun>> {
    const files = this.#files.ofTests(group.map(({ test }) => test))
    const run = await this.#run({ mutant: mutantsByTestText(this.#together.byTest(group)), files })
    this.#steady.add(run)
    const parts = group.map((one) => [one, this.#together.partOf(run, one, group)] as const)
    for (const [{ test }, part] of parts)
      if (part && isGreen(part, this.#unstable)) this.#steady.overlook(test)
    return new Map(parts.flatMap(([{ mutant }, part]) => (part ? [[mutant, part]] : [])))
  }

  /** None if another test may notice the mutant. */
  #toldBy(mutant: Mutant, part: JudgedRun): [mutant: Mutant, run: JudgedRun][] {
    const run = isGreen(part, this.#unstable) ? this.#together.joined(mutant, part) : part
    return run && (run !== part || isRedBy(part, this.#unstable)) ? [[mutant, run]] : []
  }

  /** @param last the run before; if that was ended, this one may take longer */
  async #playOnce(mutant: Mutant, last?: JudgedRun): Promise<JudgedRun> {
    const patience = last?.isLate ? PATIENCE : 1
    const run = await this.#run({ mutant: mutantText(mutant), files: this.#files.ofMutant(mutant), patience })
    this.#steady.add(run)
    return run
  }

  async #judged({ mutant, runs }: Begun): Promise<Played> {
    const [first] = tellingRuns(runs, this.#unstable)
    const judgement = judge(runs, this.#unstable)
    const { outcome } = judgement
    const lost = outcome === 'never mattered' ? await this.#withLostAnswer(mutant) : undefined
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

  #triedLines(bare = this.bare.ends): TriedLines {
    return new TriedLines(bare, this.bare.runnerOf, this.#mayFail)
  }

  #writesTheSame({ operation }: Mutant, { ends }: JudgedRun): boolean {
    return operation.startsWith('GET ') && writesTheSame(operation, ends, this.bare.ends)
  }

  get #isOver(): boolean {
    return performance.now() >= this.end
  }

  async #run({ files, ...how }: RunOfPlayer): Promise<JudgedRun> {
    if (files) {
      const run = await this.#runOnce(how, files)
      const playBare = () => this.#runOnce({ mutant: UNCHANGED }, files)
      if (await this.#files.isTelling(run, files, playBare)) return run
    }
    return this.#runOnce(how)
  }

  async #runOnce(
    { patience = 1, ...how }: Omit<RunOfPlayer, 'files'>,
    chosen?: ChosenFiles,
  ): Promise<JudgedRun> {
    const { onlyKey, atOnce } = this.given
    const { command } = chosen ?? this.given
    const run = await runJudged(command, { onlyKey, timeLimit: this.#timeLimit * patience, ...how })
    for (const name of mayFailIn(run)) this.#mayFail.add(name)
    return {
      ...withoutThose(run, this.#mayFail),
      ...(chosen && { files: chosen.files, ends: run.ends.of(run.tests.keys()) }),
      isSlow: run.duration > this.bare.duration * SLOW * atOnce,
    }
  }

  /** A key matters where an answer is lost: that is tried in one test. */
  async #withLostAnswer(mutant: Mutant): Promise<WithLostAnswer | undefined> {
    const { kind, operation: on } = mutant
    if (kind !== 'no-idempotency-key' && kind !== 'fresh-idempotency-key') return undefined
    const end = this.#triedLines().testFor(on)
    if (!end || this.#isOver) return undefined
    const loses = { test: end.test, on }
    const files = this.#files.ofTests([end.test])
    const calm = this.#losing.get(on) ?? this.#run({ mutant: UNCHANGED, loses, files })
    this.#losing.set(on, calm)
    const bare = await calm
    if (!isGreen(bare, this.#unstable)) return { advice: adviceForRed(on, end.test) }
    if (this.#isOver) return undefined
    const run = await this.#run({ mutant: mutantText(mutant), loses, files })
    const effects = mutantEffectsOf(run)
    if (isGreen(run, this.#unstable) && effects.has('refused') && !effects.has('other'))
      return { outcome: 'loud' }
    const line = this.#triedLines([bare.ends])
    return { line: line.losing(mutant, end, isGreen(run, this.#unstable) ? run.ends : undefined) }
  }
}
