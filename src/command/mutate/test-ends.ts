import { parseJson } from '../../kernel/decoded-text'
import { getOrCreateList } from '../../kernel/get-or-create-list'
import type { MutantFact, ReceivedFact } from '../../service/mutants/mutant-fact'

export interface ReceivedRequest extends ReceivedFact {
  /** The value of a JSON body; undefined for another body and for none. */
  readonly json: unknown
}

export interface TestEnd {
  /** Null if simulators do not know their tests. */
  readonly test: string | null
  /** The place of the simulator among those that the test has used, from 0. */
  readonly simulator: number
}

export type FactsOfProcess = readonly MutantFact[]

export class TestEnds {
  readonly #received = new Map<string, readonly ReceivedRequest[]>()
  readonly all: readonly TestEnd[]
  /** The tests of each simulator that several tests used. */
  readonly shared: readonly ReadonlySet<string | null>[]

  /** @param played the tests that the run played, if not all */
  constructor(
    private readonly processes: readonly FactsOfProcess[],
    private readonly played?: ReadonlySet<string | null>,
  ) {
    const ends: TestEnd[] = []
    const shared: Set<string | null>[] = []
    const simulators = new Map<string | null, number>()
    for (const life of processes.flatMap(livesIn)) {
      const tests = new Set(life.map((one) => one.test))
      if (tests.size > 1) shared.push(tests)
      for (const test of tests) {
        if (!this.has({ test })) continue
        const simulator = simulators.get(test) ?? 0
        simulators.set(test, simulator + 1)
        const end = { test, simulator }
        ends.push(end)
        this.#received.set(nameOf(end), life.slice(0, life.map((one) => one.test).lastIndexOf(test) + 1))
      }
    }
    this.shared = shared
    this.all = ends.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  }

  /** The ends of some tests, with all that their simulators received. */
  of(tests: Iterable<string | null>): TestEnds {
    const played = new Set(tests)
    const isOf = ({ received }: MutantFact): boolean => received !== undefined && played.has(received.test)
    return new TestEnds(
      this.processes.map((facts) => {
        const lives = new Set(facts.filter(isOf).map(({ received }) => received?.life))
        return facts.filter(({ received }) => received && lives.has(received.life))
      }),
      played,
    )
  }

  /** The ends of several runs, each of which played other tests. */
  static joined(all: readonly TestEnds[]): TestEnds {
    const played = all.flatMap((one) => [...(one.played ?? [])])
    return new TestEnds(
      all.flatMap(({ processes }) => processes),
      new Set(played),
    )
  }

  /** False of a test that the run did not play. */
  has({ test }: Pick<TestEnd, 'test'>): boolean {
    return !this.played || this.played.has(test)
  }

  /** All that the simulator has received until then. */
  receivedUntil(end: TestEnd): readonly ReceivedRequest[] {
    return this.#received.get(nameOf(end)) ?? []
  }
}

const nameOf = ({ test, simulator }: TestEnd): string => JSON.stringify([test, simulator])

function livesIn(facts: FactsOfProcess): ReceivedRequest[][] {
  const lives = new Map<number, ReceivedRequest[]>()
  for (const { received } of facts)
    if (received)
      getOrCreateList(lives, received.life).push({ ...received, json: parseJson(received.body ?? '') })
  return [...lives.values()]
}

/** The name of a test, of which several may have the same. */
export const nameOfTest = (name: string, number: number): string =>
  number === 1 ? name : `${name} (the test of this name number ${number})`

const isWrite = ({ method }: ReceivedRequest): boolean => method !== 'GET'

/**
 * Tells whether a program that read another answer wrote the same, in every test that reads it: it may check by itself
 * what it reads. False if it writes nothing after it in any test.
 * @param operation a read that a mutant changes
 */
export function writesTheSame(operation: string, run: TestEnds, bare: readonly TestEnds[]): boolean {
  const lives = run.all
    .map((end) => ({ end, received: run.receivedUntil(end) }))
    .filter(({ received }) => received.some((one) => isRead(one, operation)))
  return (
    lives.some(({ received }) =>
      received.slice(received.findIndex((one) => isRead(one, operation))).some(isWrite),
    ) &&
    lives.every(({ end, received }) =>
      bare.some((own) => writesIn(own.receivedUntil(end)) === writesIn(received)),
    )
  )
}

const isRead = ({ operation, answer }: ReceivedRequest, wanted: string): boolean =>
  operation === wanted && answer?.status === 200

const writesIn = (received: readonly ReceivedRequest[]): string =>
  JSON.stringify(received.filter(isWrite).map(({ method, url, body }) => [method, pathIn(url), body]))

/** A server has another port in each run. */
const pathIn = (url: string): string => url.replace(/^[a-z]+:\/\/[^/]*/, '')
