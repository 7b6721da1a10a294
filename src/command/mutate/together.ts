import { getOrCreateList } from '../../kernel/get-or-create-list'
import { type Mutant, mutantText } from '../../service/mutants/mutant'
import type { EndedTest } from '../../service/mutants/mutant-fact'
import { type BareRuns, sharingWith } from './bare-runs'
import { isGreen } from './outcome'
import type { JudgedRun } from './run'
import { nameOfTest, TestEnds } from './test-ends'

/** A mutant, and the test that plays it in a run. */
export interface Placed {
  readonly mutant: Mutant
  readonly test: string
  /** The number of this mutant among those that the test plays in the run, from 1. */
  readonly time?: number
}

/** The mutants of one run, each in a test of its own. */
export type MutantGroup = readonly [Placed, ...Placed[]]

/** The characters that a variable of the environment may have: Windows takes 32,767. */
const MOST_CHARACTERS = 30_000
const lengthOf = (mutant: Mutant, test: string | null): number =>
  JSON.stringify([test, mutantText(mutant)]).length
/** The tests in which a mutant is played at most, one after the other, before it is played in all tests. */
export const MOST_PLACES = 20

/** The runners that play a test several times in one run, each time with a mutant of its own. */
const REPEATING: ReadonlySet<EndedTest['runner']> = new Set(['pytest'])
/** No test is played several times any more after so many runs of which such tests said nothing. */
const MOST_SPOILT = 2

/**
 * Each of several mutants is played in one test, all in one run. Tests of one file share its variables, so two mutants
 * that were together there are apart in the second run: what one did to the test of the other does not come again. A
 * test that plays several is played without a mutant after each of them: if it is red then, or shares a simulator with
 * another time, the run says nothing.
 */
export class Together {
  readonly #tests: JudgedRun['tests']
  /** The tests that can play a mutant, in their order: their simulators are their own, and they have names. */
  readonly #places = new Map<string, readonly string[]>()
  /** Mutants that requests of no such test can have, too. */
  readonly #elsewhere = new Set<string>()
  /** The green parts of a mutant that is played in one of its tests after the other. */
  readonly #parts = new Map<Mutant, JudgedRun[]>()
  /** The tests and hooks that can have a mutant; null: a request of no known test. */
  readonly #seenIn = new Map<string, Set<string | null>>()
  /** Pairs of mutants that were played together. */
  readonly #met = new Set<string>()
  /** The tests by the names that they have when they are played once more. */
  readonly #repeated = new Map<string, string>()
  /** Tests that cannot be played several times: one time disturbs the next. */
  readonly #spoilt = new Set<string>()
  #spoiltRuns = 0

  constructor(private readonly bare: BareRuns) {
    const tests = bare.runs[0]?.tests ?? new Map()
    this.#tests = tests
    const shared = new Set(bare.ends.flatMap(({ shared: those }) => those.flatMap((tests) => [...tests])))
    const isApart = (test: string | null | undefined): test is string =>
      typeof test === 'string' &&
      tests.has(test) &&
      ![shared, bare.mayFail, bare.doubtful].some((those) => those.has(test)) &&
      !tests.has(nameOfTest(test, 2))
    const seenIn = new Map<string, Set<string>>(bare.seen.map((one) => [mutantText(one), new Set()]))
    for (const { seen, by = null } of bare.runs.flatMap(({ facts }) => facts)) {
      if (!seen) continue
      this.#seenIn.set(mutantText(seen), (this.#seenIn.get(mutantText(seen)) ?? new Set()).add(by))
      if (isApart(by)) seenIn.get(mutantText(seen))?.add(by)
      else this.#elsewhere.add(mutantText(seen))
    }
    this.#spread(seenIn)
  }

  /** Mutants are spread evenly, whatever is played of them, so that shards play each in the same tests. */
  #spread(seenIn: ReadonlyMap<string, ReadonlySet<string>>): void {
    const left = [...seenIn]
      .map(([name, tests]) => ({ name, tests: [...tests].sort(), places: [] as string[] }))
      .sort((a, b) => a.tests.length - b.tests.length || (a.name < b.name ? -1 : 1))
    for (let place = 0; place < MOST_PLACES; place += 1) {
      const loads = new Map<string, number>()
      const loadOf = (test: string): number => loads.get(test) ?? 0
      for (const { tests, places } of left) {
        const [test] = tests
          .filter((one) => !places.includes(one))
          .sort((a, b) => loadOf(a) - loadOf(b) || (a < b ? -1 : 1))
        if (test === undefined) continue
        loads.set(test, loadOf(test) + 1)
        places.push(test)
      }
    }
    for (const { name, tests, places } of left) {
      this.#places.set(name, [...places, ...tests.filter((test) => !places.includes(test))])
    }
  }

  /** A mutant in one of its tests; undefined if it has no more of them. */
  placed(mutant: Mutant, place: number): Placed | undefined {
    const test = this.#places.get(mutantText(mutant))?.[place]
    return test === undefined ? undefined : { mutant, test }
  }

  isPlace(mutant: Mutant, test: string): boolean {
    return this.#places.get(mutantText(mutant))?.includes(test) === true
  }

  /** A mutant in a test that was red in each of these runs; undefined if it must be played in all tests. */
  again(mutant: Mutant, [first, ...others]: readonly JudgedRun[]): Placed | undefined {
    const isRed = (test: string): boolean =>
      first?.failed.includes(test) === true && others.every(({ failed }) => failed.includes(test))
    const test = this.#places.get(mutantText(mutant))?.find(isRed)
    return test === undefined ? undefined : { mutant, test }
  }

  /** True if a mutant can be judged by the parts of a few tests, because no other test can have it. */
  isOfFew(mutant: Mutant): boolean {
    const places = this.#places.get(mutantText(mutant)) ?? []
    return places.length > 0 && places.length <= MOST_PLACES && !this.#elsewhere.has(mutantText(mutant))
  }

  /** The tests that such mutants are still to be played in, at most, from that place on. */
  placesFrom(place: number, mutants: readonly Mutant[]): number {
    return Math.max(0, ...mutants.map((one) => (this.#places.get(mutantText(one)) ?? []).length - place))
  }

  /** Keeps a part in which its test noticed nothing. @returns the run of all parts; undefined if some are to come */
  joined(mutant: Mutant, part: JudgedRun): JudgedRun | undefined {
    const parts = getOrCreateList(this.#parts, mutant)
    parts.push(part)
    if (!this.isOfFew(mutant) || parts.length < (this.#places.get(mutantText(mutant)) ?? []).length)
      return undefined
    const facts = parts.flatMap((one) => one.facts)
    return { ...part, facts, ends: TestEnds.joined(parts.map(({ ends }) => ends)) }
  }

  /** Groups that are played together: no test and no simulator has two of them, since one could hide the other. */
  apart<Item extends { readonly mutant: Mutant }>(
    all: readonly Item[],
    mayJoin: (mutant: Mutant) => boolean = () => true,
  ): Item[][] {
    const groups: { readonly items: Item[]; readonly tests: Set<string | null>; length: number }[] = []
    for (const item of all) {
      const own = this.#ownTests(item.mutant)
      const length = [...own].reduce((sum, test) => sum + lengthOf(item.mutant, test), 0)
      const isOpen = !own.has(null) && mayJoin(item.mutant)
      const group = groups.find(
        (one) =>
          isOpen && one.length + length <= MOST_CHARACTERS && ![...own].some((test) => one.tests.has(test)),
      )
      if (group) {
        group.items.push(item)
        group.length += length
        for (const test of own) group.tests.add(test)
      } else groups.push({ items: [item], tests: own, length: isOpen ? length : Number.POSITIVE_INFINITY })
    }
    return groups.map(({ items }) => items)
  }

  /** Each of them in all of its tests. */
  everywhere(mutants: readonly Mutant[]): Map<string, Mutant> {
    return new Map(
      mutants.flatMap((one) => [...this.#testsOf(one)].flatMap((by) => (by === null ? [] : [[by, one]]))),
    )
  }

  /** A green run of mutants that are apart, as the tests of one of them show it. */
  wholeOf(run: JudgedRun, mutant: Mutant): JudgedRun {
    const tests = this.#testsOf(mutant)
    const facts = run.facts.filter(({ mutated, by = null }) => !mutated || tests.has(by))
    return { ...run, facts, ends: run.ends.of(this.#ownTests(mutant)), isWhole: true }
  }

  #testsOf(mutant: Mutant): ReadonlySet<string | null> {
    return this.#seenIn.get(mutantText(mutant)) ?? new Set([null])
  }

  /** The tests that can have it, and those with a simulator of theirs. */
  #ownTests(mutant: Mutant): Set<string | null> {
    const tests = [...this.#testsOf(mutant)]
    return new Set(tests.flatMap((one) => [one, ...sharingWith(this.bare, one)]))
  }

  /**
   * All of them, in as few groups as are found at once.
   * @param tests whether a test may be played several times in one run
   */
  groups(
    all: readonly Placed[],
    company: 'any' | 'new' = 'any',
    tests: 'once' | 'several times' = 'once',
  ): MutantGroup[] {
    const groups: { readonly items: [Placed, ...Placed[]]; length: number }[] = []
    const most = tests === 'once' ? new Map<undefined, number>() : this.#mostOfFiles(all)
    for (const given of all) {
      const ofFile = most.get(this.#fileOf(given)) ?? Number.POSITIVE_INFINITY
      const length = lengthOf(given.mutant, nameOfTest(given.test, Number.isFinite(ofFile) ? 2 * ofFile : 1))
      const group = groups.find(
        ({ length: used, items }) =>
          used + length <= MOST_CHARACTERS &&
          items.filter((other) => this.#fileOf(other) === this.#fileOf(given)).length < ofFile &&
          items.every((other) => this.#canMeet(given, other, company, tests)),
      )
      const time = (group?.items ?? []).filter(({ test }) => test === given.test).length + 1
      const one = time === 1 ? { mutant: given.mutant, test: given.test } : { ...given, time }
      if (group) {
        group.items.push(one)
        group.length += length
      } else groups.push({ items: [one], length })
    }
    return groups.map(({ items }) => items)
  }

  /**
   * The mutants that one run may have in a file whose tests are played several times. Those that were together are
   * apart in the second run, so that the more there are in a run, the more runs come then.
   */
  #mostOfFiles(all: readonly Placed[]): Map<string | undefined, number> {
    const byFile = new Map<string | undefined, Placed[]>()
    for (const one of all) getOrCreateList(byFile, this.#fileOf(one)).push(one)
    const repeating = [...byFile].filter(([, own]) => own.some(({ test }) => this.#mayRepeat(test)))
    return new Map(repeating.map(([file, own]) => [file, Math.ceil(Math.sqrt(2 * own.length))]))
  }

  #mayRepeat(test: string): boolean {
    const isPlain = this.#spoiltRuns < MOST_SPOILT && !this.#spoilt.has(test)
    return isPlain && REPEATING.has(this.#tests.get(test)?.runner)
  }

  #canMeet(one: Placed, other: Placed, company: 'any' | 'new', tests: 'once' | 'several times'): boolean {
    if (one.test === other.test && (tests === 'once' || !this.#mayRepeat(one.test))) return false
    return (
      company === 'any' || this.#fileOf(one) !== this.#fileOf(other) || !this.#met.has(pairOf(one, other))
    )
  }

  #fileOf({ test }: Placed): string | undefined {
    return this.#tests.get(test)?.file
  }

  byTest(group: readonly Placed[]): Map<string, Mutant> {
    for (const [at, one] of group.entries())
      for (const other of group.slice(0, at)) this.#met.add(pairOf(one, other))
    return new Map(group.map((one) => [this.#nameOf(one), one.mutant]))
  }

  /** The tests that such a run plays several times, every second time without a mutant. */
  timesOf(group: readonly Placed[]): Map<string, number> {
    return new Map(group.flatMap(({ test, time = 1 }) => (time > 1 ? [[test, 2 * time]] : [])))
  }

  /** The test of that name, which may be that of another time. */
  testOf = (name: string): string => this.#repeated.get(name) ?? name

  #nameOf({ test, time = 1 }: Omit<Placed, 'mutant'>): string {
    const name = nameOfTest(test, 2 * time - 1)
    if (time > 1) this.#repeated.set(name, test)
    return name
  }

  /** Learns from a run which tests cannot be played several times. @returns whether there are such */
  isSpoilt(run: JudgedRun, group: readonly Placed[]): boolean {
    // A run that was ended shows nothing of this.
    if (run.isLate) return false
    const spoilt = [...this.timesOf(group)].filter(([test, times]) => {
      const names = Array.from({ length: times }, (_, at) => nameOfTest(test, at + 1))
      const isUnsound = (name: string, at: number): boolean =>
        !run.tests.has(name) || (at % 2 === 1 && run.failed.includes(name))
      const isShared = (those: ReadonlySet<string | null>): boolean =>
        names.filter((name) => those.has(name)).length > 1
      return names.some(isUnsound) || run.ends.shared.some(isShared)
    })
    for (const [test] of spoilt) this.#spoilt.add(test)
    if (spoilt.length > 0) this.#spoiltRuns += 1
    return spoilt.length > 0
  }

  /** The run as the test of that mutant shows it; undefined if it does not say which test was red for what. */
  partOf(run: JudgedRun, placed: Placed, group: readonly Placed[]): JudgedRun | undefined {
    const { mutant, test } = placed
    const name = this.#nameOf(placed)
    const hasAll = [...this.#tests].every(
      ([one, { file = '' }]) => run.tests.has(one) || run.files?.has(file) === false,
    )
    if (run.isLate || !hasAll || (!run.isGreen && run.failed.length === 0)) return undefined
    const explained = new Set([...this.bare.unstable, ...group.map((one) => this.#nameOf(one))])
    if (!run.failed.every((one) => explained.has(one))) return undefined
    const failed = run.failed.includes(name) ? [test] : []
    const facts = run.facts.filter(({ mutated, by }) => !mutated || by === name)
    // A test may keep something of its first time that hides a mutant of its second one.
    const isWhole =
      !run.files &&
      !this.timesOf(group).has(test) &&
      this.#testsOf(mutant).size === 1 &&
      isGreen(run, new Set(this.bare.unstable))
    return { ...run, isGreen: failed.length === 0, failed, facts, ends: run.ends.of([name]), isWhole }
  }
}

const pairOf = ({ mutant: one }: Placed, { mutant: other }: Placed): string =>
  [mutantText(one), mutantText(other)].sort().join(' ')
