import type { lineFileIn } from '../../host-time/line-file'
import { getOrCreateList } from '../../kernel/get-or-create-list'
import { watchTest } from '../../running-test/running-test'

/** The origin of a fact: a user's test, a plan of `explore`, a replayed recording, or `checkReceiver`. */
export type FactSource = 'test' | 'exploration' | 'replay' | 'receiver check'

/** A situation that a suite of tests has met. */
export interface Fact {
  /** Such as `statuses`, `misfortunes` or `webhooks`. */
  readonly dimension: string
  /** `POST /public/v1/invoices/`; empty if the fact has no operation. */
  readonly operation: string
  readonly what: string
  readonly source: FactSource
  /** The test that met the fact first, or its file; null if neither is known. */
  readonly by: string | null
  /** True if a server met the fact and tests reach that server only over HTTP. */
  readonly isServed?: boolean
}

/** A fact, and the number of times that it was met. */
export interface CoveredFact extends Fact {
  readonly times: number
  /** The count of all meetings when the fact was last met. */
  readonly last: number
}

interface Known extends CoveredFact {
  times: number
  last: number
}

/** A simulator or a check that meets facts. */
export interface FactFinder {
  /** Undefined if its facts do not count. */
  source(): FactSource | undefined
  readonly test?: string | undefined
  /** True if tests reach it only over HTTP. */
  isServed?(): boolean
  /** The assumptions whose values differ from the default. */
  otherAssumptions?(): readonly string[]
}

interface Meeting {
  readonly finder: FactFinder
  /** The facts that the finder has met before. */
  readonly met: Set<object>
  by(): string | null
}

/** The facts of one process, or of a simulator and its forks. Not part of the world, so not rewound. */
export class CoveredFacts {
  /** In the order of first meeting, each with its number in the file. */
  readonly #facts = new Map<Known, number>()
  /** Keyed by operation, or else by situation: a key of all parts would be a new text for each meeting. */
  readonly #alike = new Map<string, Known[]>()
  #moment = 0
  #written = 0

  /** @param file each fact is written to it when it is first met */
  constructor(private readonly file?: ReturnType<typeof lineFileIn>) {}

  note(dimension: string, operation: string, what: string, meeting: Meeting): void {
    const { finder, met } = meeting
    const source = finder.source()
    if (source === undefined) return
    this.#moment += 1
    const alike = getOrCreateList(this.#alike, operation || what)
    const known = alike.find(
      (one) => one.what === what && one.dimension === dimension && one.source === source,
    )
    if (known) {
      known.times += 1
      known.last = this.#moment
      if (dimension === COUNTED || !met.has(known)) this.file?.append(String(this.#facts.get(known)))
      met.add(known)
      return
    }
    const served = finder.isServed?.() && ({ isServed: true } as const)
    const fact = { dimension, operation, what, source, by: meeting.by(), ...served }
    const first: Known = Object.assign({}, fact, { times: 1, last: this.#moment })
    alike.push(first)
    met.add(first)
    this.#facts.set(first, this.#write(fact))
    if (!this.file) return
    watchTest(this, ({ name, hasFailed }) => {
      if (hasFailed) this.#write({ ...fact, dimension: FAILED, operation: '', what: name, by: name })
    })
  }

  #write(fact: Fact): number {
    this.file?.append(JSON.stringify(fact))
    this.#written += 1
    return this.#written - 1
  }

  /** All facts, in the order of first meeting. */
  all(): { readonly moment: number; readonly facts: readonly CoveredFact[] } {
    return { moment: this.#moment, facts: [...this.#facts.keys()] }
  }
}

/** Marks a failed test among those that met something first. */
export const FAILED = 'failed'

/**
 * Facts of this dimension are written at every meeting, as the fact's number in the file. For the others,
 * once per simulator is enough: a reader that starts anywhere finds everything met from there on.
 */
const COUNTED = 'statuses'
