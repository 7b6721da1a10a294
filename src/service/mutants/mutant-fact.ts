import type { EndedTest } from '../../running-test/runner'
import type { Mutant } from './mutant'

export type { EndedTest }

/** The channel by which a request comes to the service. 'direct': a test called `simulator.fetch` itself. */
export type RequestChannel = 'msw' | 'serve' | 'fetch' | 'direct'

/**
 * The end of a request that a mutant changed. 'other': an answer, a row or a delivery is another one. 'alike': none is.
 * 'equal': the change leaves the request as it is. 'refused': the service refuses the changed request, so the true one
 * was sent.
 */
export type MutantEffect = 'other' | 'alike' | 'equal' | 'refused'

/** The effect of a mutant on a request that is sent as it is. 'played': only a run tells. */
export type Prediction = Extract<MutantEffect, 'equal' | 'refused'> | 'played'

/** A request that is over, as a line at the end of a test finds it. */
export interface ReceivedFact {
  /** The running test, or its file; null if that is not known. */
  readonly test: string | null
  /** The simulator, between two resets: a number in its process. */
  readonly life: number
  /** True if tests reach the simulator over HTTP only. */
  readonly isServed: boolean
  /** The instant of the simulator's clock. */
  readonly at: string
  readonly operation: string
  readonly method: string
  readonly url: string
  /** The API key and the Idempotency-Key. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** True if the client got an answer. */
  readonly isHeard: boolean
  /** The service's answer, whether or not the client got it; null if it was not asked. */
  readonly answer: {
    readonly status: number
    readonly body: string
    /** `Retry-After`, if it has one. */
    readonly headers: Readonly<Record<string, string>>
  } | null
}

/** The file beside the messages with the name of the test that runs in another process. */
export const TEST_AT_HAND = 'test-at-hand'

/** The messages of a simulator to the command that started its tests: one line of JSON each. */
export interface MutantFact {
  readonly simulator?: true
  /** The simulator tells what mutants would do. */
  readonly foresees?: boolean
  readonly request?: RequestChannel
  /** The label of a key that a request had. */
  readonly key?: string
  /** A mutant that a request can have. */
  readonly seen?: Mutant
  /** A mutant, and what it would do to a request. */
  readonly foreseen?: Mutant
  readonly would?: Prediction
  readonly mutated?: MutantEffect
  /** The test whose request was changed or can be, or its file; null if that is not known. */
  readonly by?: string | null
  readonly test?: EndedTest
  readonly received?: ReceivedFact
}
