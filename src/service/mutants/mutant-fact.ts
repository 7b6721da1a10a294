import type { EndedTest } from '../../running-test/runner'
import type { Mutant } from './mutant'

export type { EndedTest }

/** The channel by which a request reaches the service. 'direct': a test called `simulator.fetch` itself. */
export type RequestChannel = 'msw' | 'serve' | 'fetch' | 'direct'

/**
 * The effect of a mutant on a request. 'other': an answer, a row or a delivery differs. 'alike': nothing
 * differs. 'equal': the request itself is the same. 'refused': the service refuses the changed request, so
 * the true one was sent.
 */
export type MutantEffect = 'other' | 'alike' | 'equal' | 'refused'

/** The predicted effect of a mutant on a request that is sent unchanged. 'played': only a run can tell. */
export type Prediction = Extract<MutantEffect, 'equal' | 'refused'> | 'played'

/** A finished request, for the checks at the end of a test. */
export interface ReceivedFact {
  /** The running test, or its file; null if neither is known. */
  readonly test: string | null
  /** A number for the simulator between two resets, unique in its process. */
  readonly life: number
  /** True if tests reach the simulator only over HTTP. */
  readonly isServed: boolean
  /** The time of the simulator's clock. */
  readonly at: string
  readonly operation: string
  readonly method: string
  readonly url: string
  /** The API key and the Idempotency-Key. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** True if the client got a response. */
  readonly isHeard: boolean
  /** The service's answer, even if the client did not get it; null if the service got no request. */
  readonly answer: {
    readonly status: number
    readonly body: string
    /** `Retry-After`, if the answer has it. */
    readonly headers: Readonly<Record<string, string>>
  } | null
}

/** The file, next to the messages, with the name of the test that runs in another process. */
export const TEST_AT_HAND = 'test-at-hand'

/** The messages of a simulator to the command that started its tests, as lines of JSON. */
export interface MutantFact {
  readonly simulator?: true
  /** True if the simulator predicts the effects of mutants. */
  readonly foresees?: boolean
  readonly request?: RequestChannel
  /** The label of the key of a request. */
  readonly key?: string
  /** A mutant that could change a request. */
  readonly seen?: Mutant
  /** A mutant whose effect on a request was predicted in `would`. */
  readonly foreseen?: Mutant
  readonly would?: Prediction
  readonly mutated?: MutantEffect
  /** The test whose request was or could be changed, or its file; null if neither is known. */
  readonly by?: string | null
  readonly test?: EndedTest
  readonly received?: ReceivedFact
}
