/** What the process that plays the mutants of one file is told. */
export interface Task {
  /** The path of the source that has the mutants. */
  readonly source: string
  /** The ids of the mutants that are to be found. */
  readonly alive: readonly string[]
  /** The tests that have played all mutants that they reach. */
  readonly passed: readonly string[]
  /** Milliseconds of processor time: a test that takes more is not played again. */
  readonly slowest: number
  /** The file that takes what it tells, a line each. */
  readonly log: string
}

/** What it tells. */
export type Told =
  /** Fails without a mutant. */
  | { readonly is: 'broken'; readonly test: string }
  | {
      readonly is: 'reached'
      readonly test: string
      readonly mutants: readonly string[]
    }
  /** Reached when the source was loaded. */
  | { readonly is: 'loaded'; readonly mutants: readonly string[] }
  /** Reached by a test when it was played first, and not when it was played again: what it makes is kept. */
  | { readonly is: 'once'; readonly mutants: readonly string[] }
  /** Reached by a file of tests while none of them ran. */
  | { readonly is: 'outside'; readonly file: string; readonly mutants: readonly string[] }
  /** Takes too long to be played again. */
  | { readonly is: 'slow'; readonly test: string }
  /** Fails when it is played twice in one process. */
  | { readonly is: 'unrepeatable'; readonly test: string }
  | { readonly is: 'playing'; readonly mutant: string; readonly test: string }
  | { readonly is: 'survived'; readonly mutant: string }
  | { readonly is: 'killed'; readonly mutant: string; readonly test: string }
  /** Fails without a mutant after one was found. */
  | { readonly is: 'spoiled'; readonly test: string }
  | { readonly is: 'passed'; readonly test: string }
