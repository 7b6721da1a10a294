import { listFor } from '../../kernel/list-for'
import { type Mutant, mutantText } from '../../service/mutants/mutant'
import { type BareRuns, sharingWith } from './bare-runs'
import { isGreen } from './outcome'
import type { JudgedRun } from './run'
import { nameOfTest, TestEnds } from './test-ends'

/** A mutant, and the test that plays it in a run. */
export interface Placed {
  readonly mutant: Mutant
  readonly test: string
}

/** The mutants of one run, each in a test of its own. */
export type MutantGroup = readonly [Placed, ...Placed[]]

/** Tests of one run that have a mutant, because variables of the environment are short. */
const MOST_TESTS = 100
/** The places of all mutants of a run: tests with a mutant each. */
const MOST_PLAYED = 200
/** The tests in which a mutant is played at most, one after the other, before it is played in all tests. */
export const MOST_PLACES = 20

/**
 * Each of several mutants is played in one test, all in one run. Tests of one file share its variables, so two mutants
 * that were together there are apart in the second run: what one did to the test of the other does not come again.
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
    const parts = listFor(this.#parts, mutant)
    parts.push(part)
    if (!this.isOfFew(mutant) || parts.length < (this.#places.get(mutantText(mutant)) ?? []).length)
      return undefined
    const facts = parts.flatMap((one) => one.facts)
    return { ...part, facts, ends: TestEnds.joined(parts.map(({ ends }) => ends)) }
  }

  /**
   * Groups of mutants that are played wherever they can be: no test can have two of them, and no simulator, unless they
   * can be in one request.
   */
  apart<Item extends { readonly mutant: Mutant }>(
    all: readonly Item[],
    mayJoin: (mutant: Mutant) => boolean = () => true,
  ): Item[][] {
    interface Group {
      readonly items: Item[]
      readonly tests: Set<string | null>[]
      readonly isOpen: boolean
    }
    const groups: Group[] = []
    for (const item of all) {
      const own = this.#ownTests(item.mutant)
      const canJoin = ({ items, tests }: Group): boolean =>
        [own, ...tests].reduce((sum, { size }) => sum + size, 0) <= MOST_PLAYED &&
        items.every(
          (other, at) =>
            canShareRequest(item.mutant, other.mutant) || !tests[at] || !areCommon(own, tests[at]),
        )
      const isOpen = !own.has(null) && mayJoin(item.mutant)
      const group = isOpen ? groups.find((one) => one.isOpen && canJoin(one)) : undefined
      if (group) {
        group.items.push(item)
        group.tests.push(own)
      } else groups.push({ items: [item], tests: [own], isOpen })
    }
    return groups.map(({ items }) => items)
  }

  /** Each of them in all of its tests. */
  everywhere(mutants: readonly Mutant[]): Map<string, Mutant[]> {
    const byTest = new Map<string, Mutant[]>()
    for (const one of mutants)
      for (const by of this.#testsOf(one)) if (by !== null) listFor(byTest, by).push(one)
    return byTest
  }

  /** A green run of mutants that are apart, as the tests of one of them show it. */
  wholeOf(run: JudgedRun, mutant: Mutant): JudgedRun {
    const tests = this.#testsOf(mutant)
    const name = mutantText(mutant)
    const facts = run.facts.filter(
      ({ mutated, by = null, of = name }) => !mutated || (tests.has(by) && of === name),
    )
    return { ...run, facts, ends: run.ends.of(this.#ownTests(mutant)), isWhole: true }
  }

  #testsOf(mutant: Mutant): ReadonlySet<string | null> {
    return this.#seenIn.get(mutantText(mutant)) ?? new Set([null])
  }

  /** Those that can have it, and those with a simulator of theirs. */
  #ownTests(mutant: Mutant): Set<string | null> {
    const tests = [...this.#testsOf(mutant)]
    return new Set(tests.flatMap((one) => [one, ...sharingWith(this.bare, one)]))
  }

  /** All of them, in as few groups as are found at once. */
  groups(all: readonly Placed[], company: 'any' | 'new' = 'any'): MutantGroup[] {
    const groups: [Placed, ...Placed[]][] = []
    for (const one of all) {
      const group = groups.find(
        (others) => others.length < MOST_TESTS && others.every((other) => this.#canMeet(one, other, company)),
      )
      if (group) group.push(one)
      else groups.push([one])
    }
    return groups
  }

  #canMeet(one: Placed, other: Placed, company: 'any' | 'new'): boolean {
    if (one.test === other.test) return false
    return (
      company === 'any' || this.#fileOf(one) !== this.#fileOf(other) || !this.#met.has(pairOf(one, other))
    )
  }

  #fileOf({ test }: Placed): string | undefined {
    return this.#tests.get(test)?.file
  }

  byTest(group: readonly Placed[]): Map<string, Mutant[]> {
    for (const [at, one] of group.entries())
      for (const other of group.slice(0, at)) this.#met.add(pairOf(one, other))
    return new Map(group.map(({ test, mutant }) => [test, [mutant]]))
  }

  /** The run as the test of that mutant shows it; undefined if it does not say which test was red for what. */
  partOf(run: JudgedRun, { mutant, test }: Placed, group: readonly Placed[]): JudgedRun | undefined {
    const hasAll = [...this.#tests].every(
      ([name, { file = '' }]) => run.tests.has(name) || run.files?.has(file) === false,
    )
    if (run.isLate || !hasAll || (!run.isGreen && run.failed.length === 0)) return undefined
    const explained = new Set([...this.bare.unstable, ...group.map((one) => one.test)])
    if (!run.failed.every((name) => explained.has(name))) return undefined
    const failed = run.failed.filter((name) => name === test)
    const facts = run.facts.filter(({ mutated, by }) => !mutated || by === test)
    const isWhole =
      !run.files && this.#testsOf(mutant).size === 1 && isGreen(run, new Set(this.bare.unstable))
    return { ...run, isGreen: failed.length === 0, failed, facts, ends: run.ends.of([test]), isWhole }
  }
}

/** Two of these could undo each other: a cent more here and there, or two dates that are compared. */
const VALUES: Readonly<Partial<Record<Mutant['kind'], string>>> = {
  'amount-changed': 'number',
  'quantity-changed': 'number',
  'date-changed': 'date',
  'another-record': 'record',
}

const canBeOneOfSeveral = ({ kind, member }: Mutant): boolean =>
  member !== '' && (kind === 'member-left-out' || kind in VALUES)

/** Tells whether one request can have both, so that each shows as it does alone. */
function canShareRequest(one: Mutant, other: Mutant): boolean {
  if (one.operation !== other.operation || ![one, other].every(canBeOneOfSeveral)) return false
  const holds = (outer: Mutant, inner: Mutant): boolean => `${inner.member}.`.startsWith(`${outer.member}.`)
  if (holds(one, other) || holds(other, one)) return false
  return one.kind === 'member-left-out' || VALUES[one.kind] !== VALUES[other.kind]
}

const areCommon = (tests: ReadonlySet<string | null>, others: ReadonlySet<string | null>): boolean =>
  [...tests].some((test) => others.has(test))

const pairOf = ({ mutant: one }: Placed, { mutant: other }: Placed): string =>
  [mutantText(one), mutantText(other)].sort().join(' ')
