import type { MutantFact, ReceivedFact } from '../../service/mutants/mutant-fact'

/** A request as a simulator received it. */
export interface ReceivedRequest extends ReceivedFact {
  /** The value of a JSON body; undefined for another body and for none. */
  readonly json: unknown
}

/** The end of a test, at which a line can be tried. */
export interface TestEnd {
  /** Null if simulators do not know their tests. */
  readonly test: string | null
  /** The place of the simulator among those that the test has used, from 0. */
  readonly simulator: number
}

/** The facts of one process. */
export type FactsOfProcess = readonly MutantFact[]

/** The requests of one run, as they stand at the ends of its tests. */
export class TestEnds {
  readonly #received = new Map<string, readonly ReceivedRequest[]>()
  readonly all: readonly TestEnd[]
  /** The tests that used a simulator which another test used, too. */
  readonly sharing: readonly (string | null)[]

  constructor(processes: readonly FactsOfProcess[]) {
    const ends: TestEnd[] = []
    const sharing = new Set<string | null>()
    const simulators = new Map<string | null, number>()
    for (const life of processes.flatMap(livesIn)) {
      const tests = new Set(life.map((one) => one.test))
      for (const test of tests) {
        if (tests.size > 1) sharing.add(test)
        const simulator = simulators.get(test) ?? 0
        simulators.set(test, simulator + 1)
        const end = { test, simulator }
        ends.push(end)
        this.#received.set(nameOf(end), life.slice(0, life.map((one) => one.test).lastIndexOf(test) + 1))
      }
    }
    this.sharing = [...sharing]
    this.all = ends.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  }

  /** All that the simulator has received until then. */
  receivedUntil(end: TestEnd): readonly ReceivedRequest[] {
    return this.#received.get(nameOf(end)) ?? []
  }
}

const nameOf = ({ test, simulator }: TestEnd): string => JSON.stringify([test, simulator])

/** The requests of each simulator. */
function livesIn(facts: FactsOfProcess): ReceivedRequest[][] {
  const lives = new Map<number, ReceivedRequest[]>()
  for (const { received } of facts) {
    if (!received) continue
    const life = lives.get(received.life) ?? []
    lives.set(received.life, life)
    life.push({ ...received, json: jsonIn(received.body) })
  }
  return [...lives.values()]
}

function jsonIn(body: string | null): unknown {
  try {
    return body === null ? undefined : JSON.parse(body)
  } catch {
    return undefined
  }
}

/** The name of a test, of which several may have the same. */
export const nameOfTest = (name: string, number: number): string =>
  number === 1 ? name : `${name} (the test of this name number ${number})`
