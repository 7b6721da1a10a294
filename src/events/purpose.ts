import type { FactSource } from './coverage/covered-facts'

export interface PurposeRules {
  /** The source under which `coverage` counts its facts; undefined if they do not count. */
  readonly facts: FactSource | undefined
  /** True if faults that hit nothing fail no test. */
  readonly mayMiss: boolean
  /** True if `mutate` changes its requests. */
  readonly isMutated: boolean
}

/** The purpose that a simulator was made for. A fork inherits it, unless `forkFor` names another. */
export type Purpose = 'test' | 'exploration' | 'replay' | 'dry run'

export const PURPOSES: Readonly<Record<Purpose, PurposeRules>> = {
  // A user's tests, or a program that somebody tries.
  test: { facts: 'test', mayMiss: false, isMutated: true },
  // A plan brings its own faults.
  exploration: { facts: 'exploration', mayMiss: true, isMutated: false },
  replay: { facts: 'replay', mayMiss: false, isMutated: true },
  // Examples of the OpenAPI document, and requests of which only the effect is read.
  'dry run': { facts: undefined, mayMiss: true, isMutated: false },
}
