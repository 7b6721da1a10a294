import type { Scenario } from '../../../index'
import { KIND_NAMES } from '../plan/kinds'
import type { Plan } from '../plan/plan'
import type { Settings } from '../read-experiment'
import type { Event, Outcome } from '../run/events'
import type { Findings } from '../search/search'
import { canMeet } from '../search/surface'
import { scenarioOf } from './scenario-of'
import { refusalsIn, storyOf } from './story'
import { testOf } from './test-of'

/** The kinds of misfortune that an operation of the program met, or did not. */
export interface Reach {
  /** The operation, or `DELIVERY` and a topic. */
  readonly on: string
  readonly kinds: readonly string[]
}

/** A plan that the program does not survive. */
export interface Failure {
  /** Each member is one misfortune. Empty: it fails without any. Give it to `explore.once`. */
  readonly plan: Plan
  /** What is wrong at the end, and how it came to that. */
  readonly story: string
  /** The same misfortunes for `simulator.play`; absent if a scenario cannot say them, such as a crash. */
  readonly scenario?: Scenario
  readonly complaint: string
  /** What the service's documentation leaves open: answered otherwise, the program would survive. */
  readonly assumptions: readonly string[]
  /** A test for vitest to paste. */
  readonly test: string
}

/** What an exploration found. The same experiment and seed give the same report. */
export interface Report {
  readonly survived: boolean
  readonly failure?: Failure
  /** Plans played, calm ones included, those of shrinking not. */
  readonly runs: number
  /** Plans played to shrink the one that failed. */
  readonly shrinkRuns: number
  /** Real time spent. Neither in JSON nor in the text, so that reports can be compared. */
  readonly milliseconds: number
  readonly reached: readonly Reach[]
  readonly unreached: readonly Reach[]
  /** The limit of the budget that ended the search. Only with 'time' the report depends on the machine. */
  readonly endedBy?: 'runs' | 'requests' | 'time'
  /** Parts of the search that the budget did not suffice for, the first one begun. */
  readonly left: readonly string[]
  /** What makes the result worth less than it looks, such as requests that are refused without any misfortune. */
  readonly warnings: readonly string[]
  readonly seed: number
  /** The report for people. */
  toString(): string
}

type ReportSettings = Pick<Settings, 'kinds' | 'seed'> & {
  /** What plays a plan again, for people. @default `explore.once` */
  readonly again?: (plan: Plan) => string
}

const once = (plan: Plan): string => `explore.once(experiment, ${JSON.stringify(plan)})`

export function reportOf(settings: ReportSettings, findings: Findings, milliseconds: number): Report {
  const { calm, failed, unlike, runs, shrinkRuns = 0, endedBy, left, assumptions = [] } = findings
  const failure = unlike ? unlikeness(calm, unlike) : failed && failureOf(failed, assumptions)
  return reportFrom(settings, milliseconds, {
    survived: failure === undefined,
    ...(failure && { failure }),
    runs,
    shrinkRuns,
    ...reachOf(settings, findings),
    ...(endedBy && { endedBy }),
    left,
    warnings: warningsOf(calm),
    seed: settings.seed,
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
  return reportFrom(settings, milliseconds, {
    survived: complaints.length === 0,
    ...(complaints.length > 0 && { failure: failureOf(outcome, assumptions) }),
    runs: 1,
    shrinkRuns: 0,
    reached: reachOfThose(isMet),
    unreached: reachOfThose((index) => !isMet(index)),
    left: [],
    warnings: warningsOf(outcome),
    seed: settings.seed,
  })
}

type ReportContent = Omit<Report, 'toString' | 'milliseconds'>

/** What is not enumerable is left out of JSON and of comparisons. */
const reportFrom = (settings: ReportSettings, milliseconds: number, content: ReportContent): Report =>
  Object.defineProperties(
    { ...content },
    {
      milliseconds: { value: milliseconds, enumerable: false },
      toString: { value: () => textOf(content, settings.again ?? once), enumerable: false },
    },
  ) as Report

function failureOf(failed: Outcome, assumptions: readonly string[]): Failure {
  const { plan, complaints } = failed
  const rests = assumptions.length > 0 ? [`  Rests on: ${assumptions.join(', ')}`] : []
  const scenario = scenarioOf(failed)
  return {
    plan,
    complaint: complaints.join('; '),
    story: [storyOf(failed), ...rests].join('\n'),
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
    assumptions: [],
    test: testOf({ ...calm, complaints: [complaint] }),
  }
}

function reachOf(
  { kinds }: ReportSettings,
  { surface, met }: Findings,
): Pick<Report, 'reached' | 'unreached'> {
  const reached = [...met].map(([on, some]) => ({ on, kinds: KIND_NAMES.filter((kind) => some.has(kind)) }))
  const unreached = surface.flatMap((operation) => {
    const missed = kinds.filter((kind) => canMeet(operation, kind) && !met.get(operation.on)?.has(kind))
    return missed.length > 0 ? [{ on: operation.on, kinds: missed }] : []
  })
  const byName = (one: Reach, other: Reach): number => (one.on < other.on ? -1 : 1)
  return { reached: reached.sort(byName), unreached }
}

/** A program that does nothing, or nothing that the service accepts, survives everything. */
function warningsOf(calm: Outcome): string[] {
  if (calm.plan.length > 0) return []
  if (calm.events.every(({ kind }) => kind === 'program'))
    return [
      'the program neither sent a request nor received a delivery, so nothing could happen to it; ' +
        'does it use the baseUrl of the stage?',
    ]
  // A search that finds nothing, and a pause that the service asks for, are part of a good program.
  const isUsual = (event: Event): boolean =>
    event.kind === 'request' &&
    (event.status === 429 || (event.status === 404 && event.on.startsWith('GET ')))
  return refusalsIn(calm.events.filter((event) => !isUsual(event))).map(
    (text) => `without any misfortune: ${text}`,
  )
}

function textOf(
  { survived, failure, runs, endedBy, left, warnings, unreached }: ReportContent,
  again: (plan: Plan) => string,
): string {
  const rest =
    left.length > 0 ? [`  Not tried, because the budget of ${endedBy} was used up: ${left.join(', ')}`] : []
  if (survived || !failure)
    return [
      `survived ${runs} plan${runs === 1 ? '' : 's'}`,
      ...warnings.map((text) => `  Warning: ${text}`),
      ...rest,
      ...unreached.map(({ on, kinds }) => `  Not met by ${on}: ${kinds.join(', ')}`),
    ].join('\n')
  const { story, plan } = failure
  return [
    `failed in run ${runs}, shrunk to ${plan.length} misfortune${plan.length === 1 ? '' : 's'}`,
    story,
    `  Again: ${again(plan)}`,
  ].join('\n')
}
