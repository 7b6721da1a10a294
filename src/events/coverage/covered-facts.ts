import type { lineFileIn } from '../../host-time/line-file'
import { getOrCreateList } from '../../kernel/get-or-create-list'
import { watchTest } from '../../running-test/running-test'

/** A fact is met by a test of the user, a plan of `explore`, a recording that is replayed, or `checkReceiver`. */
export type FactSource = 'test' | 'exploration' | 'replay' | 'receiver check'

/** Something that a suite of tests has met. */
export interface Fact {
  /** Such as `statuses`, `misfortunes` or `webhooks`. */
  readonly dimension: string
  /** `POST /public/v1/invoices/`; empty for what belongs to no operation. */
  readonly operation: string
  readonly what: string
  readonly source: FactSource
  /** The test that met it first, or its file; null if that is not known. */
  readonly by: string | null
  /** True if a server met it, which tests reach over HTTP only. */
  readonly isServed?: boolean
}

/** A fact, and how often it was met. */
export interface CoveredFact extends Fact {
  readonly times: number
  /** The last meeting, as a number that grows with everything that is noted. */
  readonly last: number
}

interface Known extends CoveredFact {
  times: number
  last: number
}

/** A simulator, or a check, that meets facts. */
export interface FactFinder {
  /** Undefined: nothing of it counts. */
  source(): FactSource | undefined
  readonly test?: string | undefined
  /** Tells whether tests reach it over HTTP only. */
  isServed?(): boolean
  /** Lists the assumptions that have another value than by default. */
  otherAssumptions?(): readonly string[]
}

interface Meeting {
  readonly finder: FactFinder
  /** The facts that it has met before. */
  readonly met: Set<object>
  by(): string | null
}

/** The facts of one process, or of one family of simulators. It belongs to the host, so nothing rewinds it. */
export class CoveredFacts {
  /** In the order in which they were met first, with their numbers in the file. */
  readonly #facts = new Map<Known, number>()
  /** By what was met, and where: a text that names a fact would be made anew for each meeting. */
  readonly #alike = new Map<string, Known[]>()
  #moment = 0
  #written = 0

  /** @param file where each fact is written when it is first met */
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

  /** Returns the number of the fact in the file. */
  #write(fact: Fact): number {
    this.file?.append(JSON.stringify(fact))
    this.#written += 1
    return this.#written - 1
  }

  /** All facts so far, in the order in which they were met first. */
  all(): { readonly moment: number; readonly facts: readonly CoveredFact[] } {
    return { moment: this.#moment, facts: [...this.#facts.keys()] }
  }
}

/** A test that failed, of those that met something first. */
export const FAILED = 'failed'

/**
 * Of these facts a file has each time, as the number of the fact in the file. Of others once for each simulator is
 * enough: whoever reads the file from somewhere on finds what was met from there on.
 */
const COUNTED = 'statuses'
