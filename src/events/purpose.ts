import type { FactSource } from './coverage/covered-facts'

export interface PurposeRules {
  /** The name under which `coverage` counts what it meets; undefined: it meets nothing. */
  readonly facts: FactSource | undefined
  /** True if no test answers for faults that hit nothing. */
  readonly mayMiss: boolean
  /** True if `mutate` changes its requests. */
  readonly isMutated: boolean
}

/** A simulator is made for one purpose. A fork is made for the same, unless `forkFor` names another. */
export type Purpose = 'test' | 'exploration' | 'replay' | 'dry run'

export const PURPOSES: Readonly<Record<Purpose, PurposeRules>> = {
  // The tests of a user, or a program that somebody tries.
  test: { facts: 'test', mayMiss: false, isMutated: true },
  // A plan plays misfortunes of its own.
  exploration: { facts: 'exploration', mayMiss: true, isMutated: false },
  replay: { facts: 'replay', mayMiss: false, isMutated: true },
  // Examples of the OpenAPI document, and requests whose effect is only looked at.
  'dry run': { facts: undefined, mayMiss: true, isMutated: false },
}
