import { type Mutant, mutantsByTestText, mutantText } from '../../service/mutants/mutant'
import { onStopping, StoppedRun } from '../user-command'
import type { MutateArguments } from './arguments'
import type { BareRuns } from './bare-runs'
import { FlakyTests } from './flaky-tests'
import { type Begun, MutantJudge, type Played } from './mutant-judge'
import { MutantRuns } from './mutant-runs'
import { isGreen, isRedBy, judge, mutantEffectsOf, tellingRuns } from './outcome'
import { realTimeText } from './real-time-text'
import { countsOf, type JudgedMutant, withLine } from './report'
import type { JudgedRun } from './run'
import { sideBySide } from './side-by-side'
import { MOST_PLACES, type MutantGroup, Together } from './together'

/** A run after one that was ended may take so many times as long. */
const PATIENCE = 2
/** Runs of one mutant that may say nothing about it, because the machine is busy or a test fails by itself. */
const MOST_SILENT_RUNS = 3
/** A mutant is played in so many of its tests, and in further ones if that takes fewer runs than all at once. */
const PLACES = 3
/** Runs of several mutants that may have judged none, before each mutant is played alone. */
const MOST_IN_VAIN = 2

const unplayed = (mutant: Mutant): Begun => ({ mutant, runs: [] })

/** Plays mutants, and tries lines for those that nothing notices. */
export class MutantPlayer {
  readonly #flaky = new FlakyTests()
  readonly #together: Together
  readonly #runs: MutantRuns
  readonly #unstable: ReadonlySet<string>
  readonly #judge: MutantJudge
  /** Mutants that are played alone, with the whole command: one test did not notice them again, or never did. */
  readonly #alone = new Set<Mutant>()
  /** Mutants that a test played and did not notice. */
  readonly #overlooked = new Set<Mutant>()
  /** Orders of several mutants with which the command was red. */
  readonly #redTogether = new Set<string>()
  /** The signal after which no more runs are begun. */
  #stoppedBy: NodeJS.Signals | undefined

  /** @param end when no more runs are begun */
  constructor(
    private readonly given: MutateArguments,
    bare: BareRuns,
    private readonly end: number,
  ) {
    this.#together = new Together(bare)
    this.#runs = new MutantRuns(given, bare)
    this.#unstable = new Set(bare.unstable)
    this.#judge = new MutantJudge(given, bare, this.#runs, this.#together, () => this.#isOver)
  }

  /** The mutants that the time is enough for, in their order. */
  async playAll(targets: readonly Mutant[], say: (text: string) => void): Promise<JudgedMutant[]> {
    return this.#playAll(targets, say).finally(onStopping(this.#stop))
  }

  async #playAll(targets: readonly Mutant[], say: (text: string) => void): Promise<JudgedMutant[]> {
    const begun = new Map<Mutant, Begun>()
    const show = (text: string) => say(`${text}; ${this.#soFar([...begun.values()])}`)
    await this.#untilStopped(this.#begin(targets, begun, show))
    const judged: (Played | undefined)[] = []
    const inOrder = targets.flatMap((one) => begun.get(one) ?? [])
    await this.#untilStopped(this.#settle(inOrder, show))
    const settled = inOrder.filter((one) => !this.#isOpen(one))
    await this.#untilStopped(this.#judge.loseAnswersTogether(settled))
    const judgeOthers = () =>
      this.#sideBySide(
        [...settled.entries()].filter(([at]) => !judged[at]),
        async ([at, one]) => {
          judged[at] = await this.#judge.judged(one)
        },
        'to the end',
      )
    await this.#untilStopped(judgeOthers())
    // After a signal, the others are judged by the runs that they had.
    await judgeOthers()
    const played = judged.flatMap((one) => one ?? [])
    const lines = this.#judge.triedLines().for(played.flatMap(({ survivor }) => survivor ?? []))
    return played.map(({ judged, line }) => withLine(judged, line ? [line] : lines))
  }

  /** The first of them ends the work, between two runs as well; none does where the time was over before. */
  readonly #stop = (signal: NodeJS.Signals): void => {
    if (!this.#isOver) this.#stoppedBy = signal
  }

  /** A signal ends the work; what was judged before is told. */
  #untilStopped(work: Promise<void>): Promise<void> {
    return work.catch((error: unknown) => {
      if (!(error instanceof StoppedRun)) throw error
      this.#stop(error.signal)
    })
  }

  /** Plays each mutant once, or until it is judged, as far as the time is enough. */
  async #begin(
    targets: readonly Mutant[],
    begun: Map<Mutant, Begun>,
    show: (text: string) => void,
  ): Promise<void> {
    const begin = async (runs: ReadonlyMap<Mutant, JudgedRun>): Promise<void> => {
      const own = [...runs].map(([mutant, run]): Begun => ({ mutant, runs: [run] }))
      for (const one of own) begun.set(one.mutant, one)
      // A mutant that is begun is judged before the time is over.
      if (Number.isFinite(this.end)) await this.#settle(own, show)
    }
    const left = () => targets.filter((one) => !begun.has(one))
    const showBug = (text: string): void =>
      show(`bug ${targets.length - left().length + 1} of ${targets.length}: ${text}`)
    let inVain = 0
    const isOverlooked = (mutant: Mutant) => this.#overlooked.has(mutant)
    const beginApart = (play: (group: readonly Begun[]) => Promise<unknown>) =>
      this.#sideBySide(this.#together.apart(left().map(unplayed), isOverlooked), async (group) => {
        await play(group)
        await begin(new Map(group.flatMap(({ mutant, runs: [run] }) => (run ? [[mutant, run]] : []))))
      })
    for (let place = 0; place < MOST_PLACES; place += 1) {
      // A mutant that three tests did not notice is mostly noticed by none.
      if (place === PLACES) await beginApart((group) => this.#playApart(group, showBug))
      const those = left().filter((mutant) => place < PLACES || this.#together.isOfFew(mutant))
      const groups = this.#together.groups(
        those.flatMap((one) => this.#together.placed(one, place) ?? []),
        'any',
        'several times',
      )
      if (place >= PLACES && groups.length * this.#together.placesFrom(place, those) >= those.length) break
      await this.#sideBySide(groups, async (group) => {
        if (group.length === 1 || inVain >= MOST_IN_VAIN) return
        showBug(`${mutantText(group[0].mutant)} and ${group.length - 1} more`)
        const { parts, isSpoilt } = await this.#playGroup(group)
        const told = new Map([...parts].flatMap((one) => this.#toldBy(...one)))
        if (!isSpoilt)
          inVain += 1 - [...parts.keys()].filter((one) => told.has(one) || this.#together.isOfFew(one)).length
        await begin(told)
      })
    }
    await beginApart((group) => this.#playWhole(group, showBug))
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

  /** Each run may show that a test is flaky, so that others need more. */
  async #settle(begun: readonly Begun[], show: (text: string) => void): Promise<void> {
    while (!this.#isOver && begun.some((one) => this.#isOpen(one))) {
      await this.#confirm(begun, show)
      const groups = this.#together.apart(begun.filter((one) => this.#isUnproven(one)))
      const showWhole = (text: string) => show(`with the whole command: ${text}`)
      await this.#sideBySide(groups, (group) => this.#playWhole(group, showWhole))
    }
  }

  #isOpen(one: Begun): boolean {
    return this.#lacksRuns(one) || this.#isUnproven(one)
  }

  /** A test of another file may look at what a mutant left, and one that plays another mutant may hide it. */
  #isUnproven({ runs }: Begun): boolean {
    const [first] = tellingRuns(runs, this.#unstable)
    return first !== undefined && isGreen(first, this.#unstable) && !first.isWhole
  }

  /** Plays mutants that no test noticed. Where anything is red, it may be about each of them. */
  async #playWhole(group: readonly Begun[], show: (text: string) => void): Promise<void> {
    const [first] = group
    if (!first || this.#isOver) return
    if (group.length === 1) {
      show(mutantText(first.mutant))
      // One that has been played needs all tests.
      if (first.runs.length > 0) this.#alone.add(first.mutant)
      first.runs.splice(0, first.runs.length, await this.#playOnce(first.mutant))
      return
    }
    const left = await this.#playApart(group, show)
    const middle = Math.ceil(left.length / 2)
    await this.#playWhole(left.slice(0, middle), show)
    await this.#playWhole(left.slice(middle), show)
  }

  /** One run of several mutants, each in all its tests. @returns those of which it says nothing */
  async #playApart(group: readonly Begun[], show: (text: string) => void): Promise<readonly Begun[]> {
    const mutants = group.map(({ mutant }) => mutant)
    const byTest = mutantsByTestText(this.#together.everywhere(mutants))
    if (group.length === 1 || this.#redTogether.has(byTest)) return group
    show(`${mutantText(mutants[0] as Mutant)} and ${group.length - 1} more`)
    const run = await this.#runs.run({ mutant: byTest })
    this.#flaky.add(run)
    if (!isGreen(run, this.#unstable)) this.#redTogether.add(byTest)
    return group.filter(({ mutant, runs }) => {
      const own = this.#together.wholeOf(run, mutant)
      const effects = mutantEffectsOf(own)
      // The service may refuse it for the sake of another.
      const isTold = isGreen(run, this.#unstable) && effects.size > 0 && !effects.has('refused')
      if (isTold) runs.splice(0, runs.length, own)
      return !isTold
    })
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
        'several times',
      )
      const added = new Set<Begun>()
      await this.#sideBySide(groups, async (group) => {
        if (group.length === 1) return
        show(`once more: ${mutantText(group[0].mutant)} and ${group.length - 1} more`)
        const { parts } = await this.#playGroup(group)
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
    if (first && isGreen(run, this.#unstable) && !first.isLate && !first.isSlow) this.#flaky.noteFlaky(first)
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
    return isRed && telling.length < this.#flaky.redRunsFor(telling)
  }

  /** One run of several mutants, as each of them shows it. Those of which it says nothing are left out. */
  async #playGroup(group: MutantGroup) {
    const files = this.#runs.files.ofTests(group.map(({ test }) => test))
    const mutant = mutantsByTestText(this.#together.byTest(group))
    const run = await this.#runs.run({ mutant, files, times: this.#together.timesOf(group) })
    this.#flaky.add(run, this.#together.testOf)
    const isSpoilt = this.#together.isSpoilt(run, group)
    if (isSpoilt) return { parts: new Map<Mutant, JudgedRun>(), isSpoilt }
    const parts = group.map((one) => [one, this.#together.partOf(run, one, group)] as const)
    for (const [{ test, mutant }, part] of parts) {
      if (!part || !isGreen(part, this.#unstable)) continue
      this.#flaky.overlook(test)
      this.#overlooked.add(mutant)
    }
    return { parts: new Map(parts.flatMap(([{ mutant }, part]) => (part ? [[mutant, part]] : []))), isSpoilt }
  }

  /** None if another test may notice the mutant. */
  #toldBy(mutant: Mutant, part: JudgedRun): [mutant: Mutant, run: JudgedRun][] {
    const run = isGreen(part, this.#unstable) ? this.#together.joined(mutant, part) : part
    return run && (run !== part || isRedBy(part, this.#unstable)) ? [[mutant, run]] : []
  }

  /** @param last the run before; if that was ended, this one may take longer */
  async #playOnce(mutant: Mutant, last?: JudgedRun): Promise<JudgedRun> {
    const patience = last?.isLate ? PATIENCE : 1
    const files = this.#alone.has(mutant) ? undefined : this.#runs.files.ofMutant(mutant)
    const run = await this.#runs.run({ mutant: mutantText(mutant), files, patience })
    this.#flaky.add(run)
    return { ...run, isWhole: !run.files }
  }

  get stoppedBy(): NodeJS.Signals | undefined {
    return this.#stoppedBy
  }

  get #isOver(): boolean {
    return this.#stoppedBy !== undefined || performance.now() >= this.end
  }
}
