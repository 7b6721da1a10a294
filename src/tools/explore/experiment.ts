import type { DurationInput, Simulator } from '../../index'
import type { Profile } from './plan/kind'
import type { KindName } from './plan/kinds'
import type { Plan } from './plan/plan'
import type { Disk } from './run/disk'
import type { OtherWrite } from './run/events'

/** The surroundings of the program at one start of it. */
export interface Stage {
  /** The address of the service. */
  readonly baseUrl: string
  /** The API key that is good now. After a rotation it is another one. */
  apiKey(): string
  /** The disk of the program, which survives a crash. */
  readonly disk: Disk
  /** Reaches the service of the plan. Global `fetch` and clients behind msw reach it, too. */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>
  /** Waits that many milliseconds of virtual time. Global timers do the same. */
  readonly sleep: (milliseconds: number) => Promise<void>
  /** Milliseconds since 1970 on the program's clock. `Date.now` is the same. */
  readonly now: () => number
}

/** The user's program. One without `run` only receives webhooks. */
export interface Program<Report = unknown> {
  /** One round of its work, such as a night's synchronisation. */
  run?(): Report | Promise<Report>
  /** Receives webhooks. */
  receive?(request: Request): Response | Promise<Response>
}

/** The state after the last round. */
export interface End<Report = unknown> {
  /** The world of the plan. */
  readonly simulator: Simulator
  /** The results of `run`, for each run that came to its end. */
  readonly reports: readonly Report[]
  /** The files that the program leaves. */
  readonly disk: Disk
  /** The writes of somebody else meanwhile. */
  readonly others: readonly OtherWrite[]
  /** `run` was running from then to then: ISO 8601 in UTC, in virtual time. */
  readonly runs: readonly { readonly from: string; readonly to: string }[]
}

export type Complaints = readonly string[] | undefined

export type Check<Report = unknown> = (end: End<Report>) => Complaints | Promise<Complaints>

/**
 * The limits of the search; shrinking is not counted. What you give takes the place of the default, which is `{ runs:
 * 1000, requests: 20_000, time: '30 seconds' }`.
 */
export interface Budget {
  /** Most plans to play. */
  readonly runs?: number
  /** Requests and deliveries of all plans together after which no more plans are begun. */
  readonly requests?: number
  /** Real time after which no more plans are begun. The only limit with which the report depends on the machine. */
  readonly time?: DurationInput
}

/** A program, the world it works with, and what must be true afterwards (docs/explore.md). */
export interface Experiment<Report = unknown> {
  /** Each plan gets a fork of it. Its clock must be 'manual' or 'auto'. */
  readonly world: Simulator
  /** Makes the program, also after each crash. Keep nothing between two starts but what `disk` holds. */
  start(stage: Stage): Program<Report> | Promise<Program<Report>>
  /** The URL at which the program receives webhooks. @default every URL, if the program has a `receive` */
  readonly webhookUrl?: string
  /**
   * The number of times that the program runs; the last round is calm, so it must put things right.
   * @default 3; 2 without `run`
   */
  readonly rounds?: number
  /** From the beginning of a round to the next. @default '1 day' */
  readonly every?: DurationInput
  /** The misfortunes: a profile or a list of kinds. @default 'production' */
  readonly faults?: Profile | readonly KindName[]
  /** True if other people write at the same time; the check is told of their writes. @default false */
  readonly others?: boolean
  /** From sending a request to having its answer. @default '500 milliseconds' */
  readonly latency?: DurationInput
  /** The limits at which the search ends without a failure. */
  readonly budget?: Budget
  /** A whole number that the random plans follow from. @default 1 */
  readonly seed?: number
  /**
   * Plans that are played first, such as earlier finds; or a file of them in JSON, to which `explore` adds what it
   * finds. The next search then begins with it, and goes on once it is mended.
   */
  readonly kept?: readonly Plan[] | string | URL
  /**
   * Processes that play plans; they import `module`. The report is the same for any number.
   * @default with `module` as many as there are processors, at most 4; else 1
   */
  readonly workers?: number
  /** The module whose default export is this experiment, or a function that makes it: a file URL. */
  readonly module?: string | URL
  /** The share of this machine, such as `'3/8'`; `explore.merge` joins the reports of all. @default the whole search */
  readonly shard?: string
  /**
   * Returns one text per problem; an empty array means success. Throwing counts as a problem, too; an `OptionError`,
   * such as for a misspelt record type, ends the exploration.
   */
  check(end: End<Report>): ReturnType<Check<Report>>
}
