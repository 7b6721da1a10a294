import type { Scenario } from '../../../index'
import type { Plan } from '../plan/plan'
import type { LaneEvent } from './lanes'
import type { Share } from './share'

/** The kinds of misfortune that an operation of the program met, or did not. */
export interface Reach {
  /** The operation, or `DELIVERY` and a topic. */
  readonly on: string
  /** The kinds of misfortune. */
  readonly kinds: readonly string[]
}

/** A plan that the program does not survive. */
export interface Failure {
  /** Each member is one misfortune. Empty: it fails without any. Give it to `explore.once`. */
  readonly plan: Plan
  /** The complaint at the end, and the way to it. */
  readonly story: string
  /** The same in lanes of the program, the service and its deliveries, from just before the first misfortune on. */
  readonly lanes: readonly LaneEvent[]
  /** The same misfortunes for `simulator.play`; absent if a scenario cannot say them, such as a crash. */
  readonly scenario?: Scenario
  /**
   * Of a failure without misfortunes, the run of the program that made again what an earlier one had made, from 2, if
   * a complaint names that: a plan runs it more than once, as after a restart.
   */
  readonly run?: number
  /** All problems that `check` named, joined. */
  readonly complaint: string
  /** Assumptions that matter to the failure: answered otherwise, the program would survive. */
  readonly assumptions: readonly string[]
  /** A test for vitest to paste. */
  readonly test: string
}

/** The result of an exploration: plain JSON but for the text. The same experiment and seed give the same report. */
export interface Report {
  /** True if no plan failed. */
  readonly survived: boolean
  /** The plan that failed, made as short as possible. */
  readonly failure?: Failure
  /** Plans played, calm ones included, those of shrinking not. */
  readonly runs: number
  /** Plans played to shrink the one that failed. */
  readonly shrinkRuns: number
  /** Real time spent. Neither in JSON nor in the text, so that reports can be compared. */
  readonly milliseconds: number
  /** Misfortunes that happened at least once, by operation. */
  readonly reached: readonly Reach[]
  /** Misfortunes that never happened, by operation. */
  readonly unreached: readonly Reach[]
  /** The limit of the budget that ended the search. Only with 'time' the report depends on the machine. */
  readonly endedBy?: 'runs' | 'requests' | 'time'
  /** Parts of the search that the budget did not suffice for, the first one begun. */
  readonly left: readonly string[]
  /** The different steps of the program that were seen: from one exchange and its answer to the next, or to a write. */
  readonly edges: number
  /** The plans that were played since one showed a new step. If they are few, a larger budget is worth it. */
  readonly sinceNew: number
  /**
   * Reasons for which the result is worth less than it looks, such as requests that are refused without any misfortune,
   * or an oracle that compared nothing in any plan.
   */
  readonly warnings: readonly string[]
  /**
   * The survival shows nothing: no misfortune happened, the service accepted nothing without any, or the oracles of
   * `check` compared nothing. `toHaveSurvived` fails then, and `warnings` say why.
   */
  readonly provesNothing?: true
  /** The seed of the experiment. */
  readonly seed: number
  /** Only of a shard: what `explore.merge` needs. */
  readonly shard?: Share
  /** The report for people. */
  toString(): string
  /** The same as a page of its own: of a failure with a ruler of lanes, program, service and deliveries. */
  toHtml(): string
}

/** The content of a report, without the ways to show it. */
export type ReportContent = Omit<Report, 'toString' | 'toHtml' | 'milliseconds'>
