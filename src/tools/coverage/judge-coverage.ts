import type { Simulator } from '../../index'
import type { JoinedFacts } from './joined-facts'
import { type LeastShares, shortfalls } from './least-shares'
import { offerOf } from './operations'
import { type CoverageReport, coverageReport } from './report'
import { coverageText } from './report-text'

interface CoverageQuestion {
  readonly least: LeastShares
  readonly notCounted: readonly string[]
  readonly create: () => Simulator
  /** The exit status of the tests. */
  readonly ended?: number
}

interface JudgedCoverage {
  /** 0, 1 if something is below the least percentage, 2 if it cannot be judged. */
  readonly status: 0 | 1 | 2
  readonly report?: CoverageReport
  /** The report for people. */
  readonly text: string
  readonly complaints: readonly string[]
}

const NOTHING =
  'no request reached a simulator, so there is nothing to judge. Simulators of browser pages, and of processes that ' +
  'do not inherit the environment, cannot be counted; a service that was started before is counted if SIMULATOR_URL ' +
  'names it'

/** Says what a run of tests has met, and judges whether that is enough. */
export function judgeCoverage(
  joined: JoinedFacts,
  { least, notCounted, create, ended }: CoverageQuestion,
): JudgedCoverage {
  if (!joined.all.some(({ source }) => source === 'test'))
    return { status: 2, text: '', complaints: [NOTHING] }
  const unread = joined.unreadable > 0 ? [`${joined.unreadable} lines of facts, which cannot be read`] : []
  const report = coverageReport(joined, offerOf(create()), [...notCounted, ...unread], ended)
  const { below, unjudged } = shortfalls(report, least)
  return {
    status: unjudged.length > 0 ? 2 : below.length > 0 ? 1 : 0,
    report,
    text: coverageText(report),
    complaints: [...unjudged, ...below],
  }
}
