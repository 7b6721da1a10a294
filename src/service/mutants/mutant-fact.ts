import type { Mutant } from './mutant'

/** The entrance of a request to the service. 'direct': a test called `simulator.fetch` itself. */
export type Entrance = 'msw' | 'serve' | 'fetch' | 'direct'

/**
 * The end of a request that a mutant changed. 'other': an answer, a row or a delivery is another one. 'alike': none is.
 * 'equal': the change leaves the request as it is. 'refused': the service refuses the changed request, so the true one
 * was sent.
 */
export type MutantEffect = 'other' | 'alike' | 'equal' | 'refused'

/** A mutant of a request that was seen, with the part of the body that it would change. */
export interface SeenMutant extends Mutant {
  readonly sent?: object | undefined
  /** The whole body that `sent` is from. */
  readonly body?: string | undefined
}

/** The messages of a simulator to the command that started its tests: one line of JSON each. */
export interface MutantFact {
  readonly simulator?: true
  readonly request?: Entrance
  /** The label of a key that a request had. */
  readonly key?: string
  readonly seen?: SeenMutant
  readonly mutated?: MutantEffect
  readonly test?: { readonly name: string; readonly hasFailed: boolean }
}
