import { refuseSurplus } from '../../errors/at-caller'
import { OptionError } from '../../errors/option-error'
import { suggestingNames } from '../../errors/suggesting-names'
import { hostTime } from '../../host-time/host-time'
import { warnOnce } from '../../host-time/warn-once'
import { type OwningTest, untilEnded, untilRead } from '../../running-test/until-read'
import { realNow } from '../../virtual-time/real'
import type { Experiment } from './experiment'
import { isWorker } from './host/messages'
import { terminalLine } from './host/terminal-line'
import { WorkerPool } from './host/worker-pool'
import { checkPlan } from './plan/check-plan'
import type { Plan } from './plan/plan'
import { type Proposal, propose, type Unchecked } from './propose/propose'
import { type ExperimentSettings, readExperiment, refuseUnknownTopics } from './read-experiment'
import { merge } from './report/merge'
import { progressText } from './report/progress'
import type { Report } from './report/report'
import { explorationReport, reportOfOne } from './report/report-of'
import { OUTSIDE } from './report/warnings'
import { runPlan } from './run/run-plan'
import { bounded } from './search/delayable-arrivals'
import type { PlanRunner } from './search/plan-runner'
import { restingOn } from './search/resting-on'
import { searchPlans } from './search/search'

export { toHaveSurvived } from '../matchers/survived'
export type { Budget, Check, Complaints, End, Experiment, Program, Stage } from './experiment'
export { allOf } from './oracles/all-of'
export { honoursRetryAfter, quietAfterTheEnd, usesIdempotencyKeys } from './oracles/behaves'
export { type MirrorOptions, mirrorEquals } from './oracles/mirror-equals'
export { noDuplicates } from './oracles/no-duplicates'
export { nothingLost } from './oracles/nothing-lost'
export type { AnyRecord, RecordMember, Written } from './oracles/records-of'
export type { Profile } from './plan/kind'
export type { KindName } from './plan/kinds'
export type { Leg, Misfortune, Plan, Until } from './plan/plan'
export type { Oracle } from './propose/evidence'
export type { Proposal, Unchecked } from './propose/propose'
export type { LaneEvent as Mark } from './report/lanes'
export type { Failure, Reach, Report } from './report/report'
export type { Seen, Share } from './report/share'
export type { Disk } from './run/disk'
export type { OtherWrite } from './run/events'

/**
 * Looks for the smallest story of misfortunes that the program does not survive (docs/explore.md). Each plan runs in a
 * fork of the world on virtual time.
 *
 * @throws OptionError naming the invalid option
 * @example
 * const report = await explore({
 *   world: createSimulator(),
 *   start: ({ baseUrl, apiKey, fetch }) => ({ run: () => sync({ baseUrl, apiKey: apiKey(), fetch }) }),
 *   check: ({ simulator }) => (simulator.records.invoices.count() === 3 ? [] : ['not three invoices']),
 * })
 * expect(report).toHaveSurvived()
 */
export async function explore<Result>(experiment: Experiment<Result>): Promise<Report> {
  refuseSurplus(explore, arguments, 1)
  return untilEnded('explore', (here) => explored(experiment, here))
}

async function explored<Result>(experiment: Experiment<Result>, here: OwningTest): Promise<Report> {
  const settings = readExperiment(experiment)
  const begin = realNow()
  const player = playerOf(settings)
  const line = terminalLine()
  // Keeps the process awake while the program waits for something that never comes.
  const release = hostTime.keepAliveFor(LONGEST)
  try {
    const isTimeUp = (): boolean => spentSince(begin) > settings.limits.time
    const findings = await searchPlans(settings, player, isTimeUp, (progress) =>
      line?.(progressText(progress, settings.limits, spentSince(begin))),
    )
    if (findings.failed) settings.keep?.(findings.failed.plan)
    return handed(explorationReport(settings, findings, spentSince(begin)), here)
  } finally {
    line?.('')
    release()
    await player.close()
  }
}

function handed(report: Report, here: OwningTest): Report {
  const { failure, provesNothing, warnings } = report
  if (failure)
    return untilRead(
      report,
      `explore reports that the program broke: ${failure.complaint}, and nobody read the report`,
      undefined,
      here,
    )
  if (!provesNothing && !warnings.includes(OUTSIDE)) return report
  const what = provesNothing ? 'its survival shows nothing' : 'its check looked at no world of a plan'
  const says = `explore reports that ${what}, and nobody read more than \`survived\``
  return untilRead(
    report,
    `${says}: its text, or expect(report).toHaveSurvived(), says why`,
    'survived',
    here,
  )
}

const LONGEST = Number.POSITIVE_INFINITY

/** Real milliseconds. */
const spentSince = (begin: number): number => realNow() - begin

/** Without a module the experiment exists in this process only, so all plans are played here. */
function playerOf(settings: ExperimentSettings): PlanRunner {
  const { workers, module } = settings
  if (isWorker())
    throw new OptionError(
      'module',
      'a worker has imported the module, which calls explore itself; it must only export the experiment',
    )
  if (module !== undefined && workers > 1) return new WorkerPool(workers, module)
  if (workers > 1)
    warnOnce(
      `explore was given workers: ${workers} and no module for them to import, so one process plays all plans; ` +
        'module: import.meta.url names the file whose default export is the experiment',
    )
  return {
    width: 1,
    play: (plan, otherwise) => runPlan(settings, plan, otherwise),
    close: async () => undefined,
  }
}

/**
 * Plays one plan, such as that of an earlier failure.
 * @throws OptionError naming the invalid option or member of the plan
 */
explore.once = async function once<Result>(experiment: Experiment<Result>, plan: Plan): Promise<Report> {
  refuseSurplus(once, arguments, 2, 'explore.once')
  return untilEnded('explore.once', (here) => playedOnce(experiment, plan, here))
}

async function playedOnce<Result>(
  experiment: Experiment<Result>,
  plan: Plan,
  here: OwningTest,
): Promise<Report> {
  const begin = realNow()
  const settings = readExperiment(experiment)
  const given = checkPlan(plan)
  refuseUnknownTopics(settings.world, given)
  const release = hostTime.keepAliveFor(LONGEST)
  try {
    const checked = await bounded(given, (one) => runPlan(settings, one))
    const outcome = await runPlan(settings, checked)
    const hasFailed = outcome.complaints.length > 0 && checked.length > 0
    const calm = hasFailed ? await runPlan(settings, []) : outcome
    const assumptions = hasFailed
      ? await restingOn(outcome, calm, settings.world, (same, otherwise) =>
          runPlan(settings, same, otherwise),
        )
      : []
    return handed(reportOfOne(settings, outcome, calm, assumptions, spentSince(begin)), here)
  } finally {
    release()
  }
}

// Written out: their types would name themselves in the published declarations.
explore.merge = function mergeAll(reports: readonly Report[]): Report {
  refuseSurplus(mergeAll, arguments, 1, 'explore.merge')
  return merge(reports)
}
explore.propose = async function proposeFor<Result>(experiment: Unchecked<Result>): Promise<Proposal> {
  refuseSurplus(proposeFor, arguments, 1, 'explore.propose')
  return propose(experiment)
}

suggestingNames(explore, 'explore', ['length', 'name', 'prototype'])
