import type { Scenario } from '../../../index'
import { KIND_NAMES, type KindName } from '../plan/kinds'
import type { Plan } from '../plan/plan'
import type { Settings } from '../read-experiment'
import type { Outcome } from '../run/events'
import { edgesOf } from '../search/reactions-alike'
import type { Findings, News } from '../search/search'
import { identityOf } from '../search/share'
import { canMeet } from '../search/surface'
import { lanesOf, type Mark } from './lanes'
import { lanesPage } from './lanes-page'
import { scenarioOf } from './scenario-of'
import type { Seen, Share } from './share'
import { storyOf } from './story'
import { testOf } from './test-of'
import { textOf } from './text'
import { warningsOf } from './warnings'

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
  /** What is wrong at the end, and how it came to that. */
  readonly story: string
  /** The same in lanes of the program, the service and its deliveries, from just before the first misfortune on. */
  readonly lanes: readonly Mark[]
  /** The same misfortunes for `simulator.play`; absent if a scenario cannot say them, such as a crash. */
  readonly scenario?: Scenario
  /** The first problem that `check` named. */
  readonly complaint: string
  /** What the service's documentation leaves open: answered otherwise, the program would survive. */
  readonly assumptions: readonly string[]
  /** A test for vitest to paste. */
  readonly test: string
}

/** What an exploration found: plain JSON but for the text. The same experiment and seed give the same report. */
export interface Report {
  /** Whether no plan failed. */
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
  /** The different steps of the program that were seen: from one crossing and its answer to the next, or to a write. */
  readonly edges: number
  /** The plans that were played since one showed a new step. If they are few, a larger budget is worth it. */
  readonly sinceNew: number
  /** What makes the result worth less than it looks, such as requests that are refused without any misfortune. */
  readonly warnings: readonly string[]
  /** The seed of the experiment. */
  readonly seed: number
  /** Only of a shard: what `explore.merge` needs. */
  readonly shard?: Share
  /** The report for people. */
  toString(): string
  /** The same as a page of its own: of a failure with a ruler of lanes, program, service and deliveries. */
  toHtml(): string
}

type ReportSettings = Pick<Settings, 'kinds' | 'seed' | 'kept' | 'shard'> & {
  readonly limits: { readonly runs: number }
  /** What plays a plan again, for people. @default `explore.once` */
  readonly again?: (plan: Plan) => string
}

const once = (plan: Plan): string => `explore.once(experiment, ${JSON.stringify(plan)})`

export function reportOf(settings: ReportSettings, findings: Findings, milliseconds: number): Report {
  const { calm, failed, unlike, runs, shrinkRuns = 0, endedBy, left, assumptions = [] } = findings
  const failure = unlike ? unlikeness(calm, unlike) : failed && failureOf(failed, assumptions)
  const { shard, again = once } = settings
  const operations = seenIn(settings.kinds, findings.news)
  return reportFrom(failure && again(failure.plan), milliseconds, {
    failure,
    runs,
    shrinkRuns,
    ...reachOf(operations),
    endedBy,
    left,
    ...newsOf(findings.news.edges, findings.last),
    warnings: warningsOf(calm),
    seed: settings.seed,
    shard: shard && {
      ...shard,
      search: identityOf(settings, calm),
      last: findings.last,
      base: findings.base,
      plans: findings.plans,
      operations,
      edges: Object.fromEntries(findings.news.edges),
      ...(failure && settings.again && { again: settings.again(failure.plan) }),
    },
  })
}

/** The report of a single plan. */
export function reportOfOne(
  settings: ReportSettings,
  outcome: Outcome,
  assumptions: readonly string[],
  milliseconds: number,
): Report {
  const { plan, complaints } = outcome
  const isMet = (index: number): boolean => outcome.met.includes(index)
  const reachOfThose = (isMeant: (index: number) => boolean): Reach[] => {
    const kinds = new Map<string, Set<string>>()
    for (const [index, { on, do: kind }] of plan.entries())
      if (isMeant(index)) kinds.set(on, (kinds.get(on) ?? new Set()).add(kind))
    return [...kinds].map(([on, some]) => ({ on, kinds: [...some] }))
  }
  const { again = once } = settings
  return reportFrom(again(plan), milliseconds, {
    failure: complaints.length > 0 ? failureOf(outcome, assumptions) : undefined,
    runs: 1,
    shrinkRuns: 0,
    reached: reachOfThose(isMet),
    unreached: reachOfThose((index) => !isMet(index)),
    left: [],
    ...newsOf(new Map(edgesOf(outcome).map((edge) => [edge, 1])), 1),
    warnings: warningsOf(outcome),
    seed: settings.seed,
  })
}

type ReportContent = Omit<Report, 'toString' | 'toHtml' | 'milliseconds'>
type Draft = { [Member in keyof Omit<ReportContent, 'survived'>]: ReportContent[Member] | undefined }

/** What is not enumerable is left out of JSON and of comparisons. `again` plays the failing plan again. */
export function reportFrom(again: string | undefined, milliseconds: number, draft: Draft): Report {
  const known = Object.entries(draft).filter(([, value]) => value !== undefined)
  const content = { survived: draft.failure === undefined, ...Object.fromEntries(known) } as ReportContent
  const text = (): string => textOf(content, again ?? '')
  return Object.defineProperties(content, {
    milliseconds: { value: milliseconds, enumerable: false },
    toString: { value: text, enumerable: false },
    toHtml: {
      value: () =>
        lanesPage(draft.failure?.complaint ?? 'No plan failed', draft.failure?.lanes ?? [], text()),
      enumerable: false,
    },
  }) as Report
}

function failureOf(failed: Outcome, assumptions: readonly string[]): Failure {
  const { plan, complaints } = failed
  const rests = assumptions.length > 0 ? [`  Rests on: ${assumptions.join(', ')}`] : []
  const scenario = scenarioOf(failed)
  return {
    plan,
    complaint: complaints.join('; '),
    story: [storyOf(failed), ...rests].join('\n'),
    lanes: lanesOf(failed),
    assumptions,
    ...(scenario && { scenario }),
    test: testOf(failed),
  }
}

/** Two calm runs must be alike, or no plan could be replayed. */
function unlikeness(calm: Outcome, again: Outcome): Failure {
  const at = calm.timeline.findIndex((line, index) => line !== again.timeline[index])
  const position = at < 0 ? calm.timeline.length : at
  const complaint = 'two calm runs differ, so no plan could be replayed: the program is not deterministic'
  const lines = [calm, again].map(
    ({ timeline }, index) => `  ${index === 0 ? 'first' : 'second'} run: ${timeline[position] ?? '(over)'}`,
  )
  return {
    plan: [],
    complaint,
    story: [`x ${complaint}`, `  The first difference, line ${position + 1} of the timeline:`, ...lines].join(
      '\n',
    ),
    lanes: [],
    assumptions: [],
    test: testOf({ ...calm, complaints: [complaint] }),
  }
}

const seenIn = (kinds: readonly KindName[], { operations, met }: News): Seen[] =>
  [...operations].map(([on, { operation, at }]) => ({
    on,
    at,
    kinds: kinds.filter((kind) => canMeet(operation, kind)),
    met: Object.fromEntries(met.get(on) ?? []),
  }))

export function reachOf(operations: readonly Seen[]): Pick<Report, 'reached' | 'unreached'> {
  const some = (kindsOf: (seen: Seen) => readonly string[]): Reach[] =>
    operations.map((seen) => ({ on: seen.on, kinds: kindsOf(seen) })).filter(({ kinds }) => kinds.length > 0)
  const byName = (one: Reach, other: Reach): number => (one.on < other.on ? -1 : 1)
  return {
    reached: some(({ met }) => KIND_NAMES.filter((kind) => kind in met)).sort(byName),
    unreached: some(({ kinds, met }) => kinds.filter((kind) => !(kind in met))),
  }
}

/** @param last the number of the last plan */
export const newsOf = (edges: ReadonlyMap<string, number>, last: number) => ({
  edges: edges.size,
  sinceNew: last - Math.max(0, ...edges.values()),
})
