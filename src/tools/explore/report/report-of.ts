import type { Scenario, ScenarioStep } from '../../../index'
import { KIND_NAMES, type KindName } from '../plan/kinds'
import { faultOf, lineToPaste } from '../plan/line-to-paste'
import type { Misfortune, Plan } from '../plan/plan'
import type { ExperimentSettings } from '../read-experiment'
import type { PlanOutcome } from '../run/events'
import { canMeet } from '../search/operations'
import { edgesOf } from '../search/reactions-alike'
import type { SearchCoverage, SearchResult } from '../search/search'
import { identityOf } from '../search/shard'
import { laterRunIn } from './calm-story'
import { lanesOf } from './lanes'
import { lanesPage } from './lanes-page'
import type { Failure, Reach, Report, ReportContent } from './report'
import type { Seen } from './share'
import { placeText, storyOf } from './story'
import { explorationText } from './text'
import { comparedNothing, idleThroughout, isIdle, UNMET, warningsOf, warningsOfKept } from './warnings'

type ReportSettings = Pick<ExperimentSettings, 'kinds' | 'seed' | 'kept' | 'shard'> & {
  readonly limits: { readonly runs: number }
  /** The code that plays a plan again, for people. @default `explore.once` */
  readonly again?: (plan: Plan) => string
}

const once = (plan: Plan): string => `explore.once(experiment, ${JSON.stringify(plan)})`

export function explorationReport(
  settings: ReportSettings,
  findings: SearchResult,
  milliseconds: number,
): Report {
  const {
    calm,
    failed,
    unlike,
    runs,
    shrinkRuns = 0,
    endedBy,
    left,
    ineffective,
    assumptions = [],
  } = findings
  const failure = unlike ? unlikeness(calm, unlike) : failed && failureOf(failed, calm, assumptions)
  const { shard, again = once } = settings
  const operations = seenIn(settings.kinds, findings.coverage)
  const reach = reachOf(operations)
  // The other shards may have met them.
  const isUnmet = !failure && shard === undefined && reach.reached.length === 0
  const idle = shard === undefined && !isIdle(calm) ? idleThroughout(findings.coverage.idle) : []
  return reportFrom(settings.kinds, failure && again(failure.plan), milliseconds, {
    failure,
    runs,
    shrinkRuns,
    ...reach,
    endedBy,
    left,
    ...newsOf(findings.coverage.transitions, findings.last),
    warnings: [
      ...warningsOf(calm),
      ...ineffective.flatMap(warningsOfKept),
      ...idle,
      ...(isUnmet && !isIdle(calm) ? [UNMET] : []),
    ],
    provesNothing: failure || !(isUnmet || isIdle(calm) || comparedNothing(idle)) ? undefined : true,
    seed: settings.seed,
    shard: shard && {
      ...shard,
      search: identityOf(settings, calm),
      last: findings.last,
      base: findings.base,
      plans: findings.plans,
      operations,
      edges: Object.fromEntries(findings.coverage.transitions),
      ...(findings.coverage.idle.size > 0 && { idle: Object.fromEntries(findings.coverage.idle) }),
      ...(failure && settings.again && { again: settings.again(failure.plan) }),
    },
  })
}

export function reportOfOne(
  settings: ReportSettings,
  outcome: PlanOutcome,
  calm: PlanOutcome,
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
  const idle = isIdle(outcome) ? [] : (outcome.idle ?? [])
  return reportFrom([], again(plan), milliseconds, {
    failure: complaints.length > 0 ? failureOf(outcome, calm, assumptions) : undefined,
    runs: 1,
    shrinkRuns: 0,
    reached: reachOfThose(isMet),
    unreached: reachOfThose((index) => !isMet(index)),
    left: [],
    ...newsOf(new Map(edgesOf(outcome).map((edge) => [edge, 1])), 1),
    warnings: [...warningsOf(outcome), ...idle],
    provesNothing: complaints.length > 0 || !(isIdle(outcome) || comparedNothing(idle)) ? undefined : true,
    seed: settings.seed,
  })
}

type UnfinishedReport = {
  [Member in keyof Omit<ReportContent, 'survived'>]: ReportContent[Member] | undefined
}

/**
 * Members that are not enumerable are left out of JSON and of comparisons.
 *
 * @param asked the kinds of misfortune that the search had
 * @param again plays the failing plan again
 */
export function reportFrom(
  asked: readonly string[],
  again: string | undefined,
  milliseconds: number,
  unfinished: UnfinishedReport,
): Report {
  const known = Object.entries(unfinished).filter(([, value]) => value !== undefined)
  const content = {
    survived: unfinished.failure === undefined,
    ...Object.fromEntries(known),
  } as ReportContent
  const text = (): string => explorationText(content, again ?? '', asked)
  return Object.defineProperties(content, {
    milliseconds: { value: milliseconds, enumerable: false },
    toString: { value: text, enumerable: false },
    toHtml: {
      value: () =>
        lanesPage(unfinished.failure?.complaint ?? 'No plan failed', unfinished.failure?.lanes ?? [], text()),
      enumerable: false,
    },
  }) as Report
}

function failureOf(failed: PlanOutcome, calm: PlanOutcome, assumptions: readonly string[]): Failure {
  const { plan, complaints } = failed
  const rests = assumptions.length > 0 ? [`  Rests on: ${assumptions.join(', ')}`] : []
  const scenario = scenarioOf(failed)
  const run = plan.length === 0 ? laterRunIn(failed) : undefined
  return {
    plan,
    ...(run !== undefined && { run }),
    complaint: complaints.join('; '),
    story: [storyOf(failed, calm), ...rests].join('\n'),
    lanes: lanesOf(failed),
    assumptions,
    ...(scenario && { scenario }),
    test: testOfPlan(failed),
  }
}

/** Two calm runs must be alike, or no plan could be replayed. */
function unlikeness(calm: PlanOutcome, again: PlanOutcome): Failure {
  const at = calm.fingerprint.findIndex((line, index) => line !== again.fingerprint[index])
  const position = at < 0 ? calm.fingerprint.length : at
  const complaint = 'two calm runs differ, so no plan could be replayed: the program is not deterministic'
  const lines = [calm, again].map(
    ({ fingerprint }, index) =>
      `  ${index === 0 ? 'first' : 'second'} run: ${fingerprint[position] ?? '(over)'}`,
  )
  return {
    plan: [],
    complaint,
    story: [`x ${complaint}`, `  The first difference, line ${position + 1} of the timeline:`, ...lines].join(
      '\n',
    ),
    lanes: [],
    assumptions: [],
    test: testOfPlan({ ...calm, complaints: [complaint] }),
  }
}

const seenIn = (kinds: readonly KindName[], { operations, hit }: SearchCoverage): Seen[] =>
  [...operations].map(([on, { operation, at }]) => ({
    on,
    at,
    kinds: kinds.filter((kind) => canMeet(operation, kind)),
    met: Object.fromEntries(hit.get(on) ?? []),
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

/** The plan as steps of a scenario; undefined if one of its misfortunes is none that a scenario can make. */
function scenarioOf({ plan, complaints }: PlanOutcome): Scenario | undefined {
  if (plan.length === 0) return undefined
  const steps = plan.map(stepOf)
  if (!steps.every((step) => step !== undefined)) return undefined
  return { name: 'found by exploring', description: complaints.join('; '), steps }
}

function stepOf(misfortune: Misfortune): ScenarioStep | undefined {
  const inject = faultOf(misfortune)
  return inject && { note: placeText(misfortune), inject }
}

/** A test for vitest that plays the plan again; faults of a simulator that do the same stand in a comment. */
function testOfPlan({ plan, complaints }: PlanOutcome): string {
  const lines = plan.map((misfortune) => `    ${JSON.stringify(misfortune)},`)
  const list = lines.length > 0 ? `[\n${lines.join('\n')}\n  ]` : '[]'
  const faults = plan.every((misfortune) => faultOf(misfortune)) ? plan.map(lineToPaste) : []
  return [
    `test(${JSON.stringify(`found by exploring: ${complaints[0] ?? ''}`)}, async () => {`,
    ...faults.map((line) => `  // the same without explore: ${line}`),
    `  const report = await explore.once(experiment, ${list})`,
    '  expect(report).toHaveSurvived()',
    '})',
  ].join('\n')
}
