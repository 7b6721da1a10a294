import { type Mutant, mutantText } from '../../service/mutants/mutant'
import type { BareRuns } from './bare-runs'
import { bodyParts, isOfBody, joinedParts, type LineToTry, linesFor, losingLine, receivedLine } from './lines'
import type { ReceivedRequest, TestEnd, TestEnds } from './test-ends'

export interface Unnoticed {
  readonly mutant: Mutant
  readonly run: TestEnds
}

/** A line that was tried: it is green at the end of a test, and red there under each of its mutants. */
export interface ProvenLine {
  readonly text: string
  /** Null if simulators do not know their tests. */
  readonly test: string | null
  readonly finds: readonly string[]
}

/** One line for one mutant, at the end of one test. */
interface Option {
  readonly mutant: Mutant
  readonly end: TestEnd
  readonly part: object
}

/** Bodies of one operation that are looked at, at the end of one test. */
const MOST_BODIES = 20

/** Tries lines where tests end, against the runs without a mutant and those with one. */
export class TriedLines {
  /**
   * @param bare the runs without a mutant
   * @param runnerOf the runner of a test that has no `expect`
   * @param mayFail tests in which a line finds nothing
   * @param doubtful tests in which it may find nothing, which come last
   */
  constructor(
    private readonly bare: readonly TestEnds[],
    private readonly runnerOf: BareRuns['runnerOf'] = () => undefined,
    private readonly mayFail: BareRuns['mayFail'] = new Set(),
    private readonly doubtful: BareRuns['doubtful'] = new Set(),
  ) {}

  /** A test that sends requests of the operation, with as few others as possible. */
  testFor(operation: string): TestEnd | undefined {
    return this.#ends().find((end) => this.#at(end).some((one) => one.operation === operation))
  }

  /** The best lines: as few as find as many of these mutants as can be found by lines. */
  for(unnoticed: readonly Unnoticed[]): ProvenLine[] {
    const [ofBody, others] = [true, false].map((is) =>
      unnoticed.filter(({ mutant }) => isOfBody(mutant) === is),
    ) as [Unnoticed[], Unnoticed[]]
    return [...others.flatMap((one) => this.#lineFor(one)), ...this.#linesForBodies(ofBody)]
  }

  /**
   * The lines for a test that lose an answer, and find the mutant then.
   * @param run the run with the mutant in which the answer is lost; undefined if the test was red in it
   */
  losing(mutant: Mutant, end: TestEnd, run: TestEnds | undefined): ProvenLine | undefined {
    const { operation: on } = mutant
    const lose = losingLine(on)
    if (!run) return this.#proven(lose, end, on, [mutant])
    const [line] = linesFor(mutant, []).filter((one) => this.#isProven(one, end, run))
    if (!line) return undefined
    const first = this.#proven(lose, end, on, [mutant])
    return { ...first, text: `${first.text}, and at the end ${this.#proven(line, end, on, []).text}` }
  }

  #lineFor({ mutant, run }: Unnoticed): ProvenLine[] {
    for (const end of this.#ends())
      for (const line of linesFor(mutant, this.#at(end)))
        if (this.#textOf(line, end, mutant.operation) !== '' && this.#isProven(line, end, run))
          return [this.#proven(line, end, mutant.operation, [mutant])]
    return []
  }

  #linesForBodies(unnoticed: readonly Unnoticed[]): ProvenLine[] {
    const groups = this.#optionsByBody(unnoticed)
    const lines: ProvenLine[] = []
    const left = new Set(unnoticed.map(({ mutant }) => mutant))
    while (left.size > 0) {
      const sizes = groups.map(
        (group) => new Set(group.flatMap(({ mutant }) => (left.has(mutant) ? [mutant] : []))).size,
      )
      const most = Math.max(0, ...sizes)
      if (most === 0) break
      const chosen = (groups[sizes.indexOf(most)] as Option[]).filter(({ mutant }) => left.has(mutant))
      const line = this.#joined(chosen)
      lines.push(line)
      for (const { mutant } of chosen) if (line.finds.includes(mutantText(mutant))) left.delete(mutant)
    }
    return lines
  }

  #optionsByBody(unnoticed: readonly Unnoticed[]): Option[][] {
    const groups: Option[][] = []
    for (const end of this.#ends()) {
      const bodies = new Map<string, ReceivedRequest>()
      for (const one of this.#at(end))
        if (one.body !== null && bodies.size < MOST_BODIES) bodies.set(`${one.operation} ${one.body}`, one)
      for (const { operation, json } of bodies.values()) {
        const own = unnoticed.filter(({ mutant }) => mutant.operation === operation)
        const options = own.flatMap(({ mutant, run }) =>
          bodyParts(mutant, json)
            .filter((part) => this.#isProven(receivedLine(operation, part), end, run))
            .map((part) => ({ mutant, end, part })),
        )
        if (options.length > 0) groups.push(options)
      }
    }
    return groups
  }

  /** One line for all of them, as far as their parts are together in each run. */
  #joined([first, ...others]: readonly Option[]): ProvenLine {
    const { end, mutant } = first as Option
    const { operation } = mutant
    let part = (first as Option).part
    const found = [mutant]
    for (const other of others) {
      const joined = joinedParts(part, other.part) as object
      if (!this.#isGreen(receivedLine(operation, joined), end)) continue
      part = joined
      if (!found.includes(other.mutant)) found.push(other.mutant)
    }
    return this.#proven(receivedLine(operation, part), end, operation, found)
  }

  #proven(line: LineToTry, end: TestEnd, operation: string, mutants: readonly Mutant[]): ProvenLine {
    return { text: this.#textOf(line, end, operation), test: end.test, finds: mutants.map(mutantText) }
  }

  /** Empty if the runner has no words for it. */
  #textOf(line: LineToTry, end: TestEnd, operation: string): string {
    const isServed = this.#at(end).some((one) => one.operation === operation && one.isServed)
    const [own, other, runner] = isServed
      ? (['python', 'shell', 'pytest'] as const)
      : (['assert', 'expect', 'node:test'] as const)
    return line.text(this.runnerOf(end.test) === runner ? own : other) ?? ''
  }

  #isProven(line: LineToTry, end: TestEnd, run: TestEnds): boolean {
    return run.has(end) && !line.holds(run.receivedUntil(end)) && this.#isGreen(line, end)
  }

  #isGreen(line: LineToTry, end: TestEnd): boolean {
    return this.bare.every((run) => line.holds(run.receivedUntil(end)))
  }

  /** The ends of tests in all runs; those with few requests come first, because a line there is about little else. */
  #ends(): TestEnd[] {
    const [run] = this.bare
    const ends = (run?.all ?? []).filter(({ test }) => test === null || !this.mayFail.has(test))
    const isDoubtful = ({ test }: TestEnd): number => Number(test !== null && this.doubtful.has(test))
    return ends.sort((a, b) => isDoubtful(a) - isDoubtful(b) || this.#at(a).length - this.#at(b).length)
  }

  #at(end: TestEnd): readonly ReceivedRequest[] {
    return this.bare[0]?.receivedUntil(end) ?? []
  }
}
