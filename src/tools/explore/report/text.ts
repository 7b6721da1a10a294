import { countText } from '../../../kernel/count-text'
import { isForRealTime, KIND_NAMES, kindOf, kindsOf } from '../plan/kinds'
import type { Plan } from '../plan/plan'
import { shardName } from '../search/shard'
import type { ReportContent } from './report'

/** Of several it says which, because a find with two of them weighs less. */
const countOf = (plan: Plan): string =>
  plan.length > 1
    ? `${plan.length} misfortunes: ${plan.map(({ do: kind }) => kind).join(', then ')}`
    : countText(plan.length, 'misfortune')

/**
 * The report for people.
 *
 * @param again plays the failing plan again
 * @param asked the kinds of misfortune that the search had
 */
export function explorationText(report: ReportContent, again: string, asked: readonly string[]): string {
  const { survived, failure, runs, endedBy, left, warnings, unreached, shard } = report
  const plans = countText(runs, 'plan')
  const part = shard ? ` of shard ${shardName(shard)}` : ''
  const rest =
    left.length > 0 ? [`  Not tried, because the budget of ${endedBy} was used up: ${left.join(', ')}`] : []
  if (survived || !failure)
    return [
      `survived ${plans}${part}`,
      ...warnings.map((text) => `  Warning: ${text}`),
      ...rest,
      ...progressIn(report),
      ...unreached.map(({ on, kinds }) => `  Not met by ${on}: ${kinds.join(', ')}`),
      ...unaskedIn(asked),
    ].join('\n')
  const { story, plan, run } = failure
  const how =
    plan.length > 0
      ? `, shrunk to ${countOf(plan)}`
      : run === undefined
        ? ', without any misfortune'
        : `, without any misfortune; run ${run} of the program made again what was there`
  return [`broke after ${plans}${part}${how}`, story, `  Again: ${again}`].join('\n')
}

/** The options that add to the default. */
const MORE = {
  others: 'others: true (other users)',
  cosmic: "faults: 'cosmic' (days of failures, two runs at once)",
  evolution: "faults: 'evolution' (what the service may add)",
}

/** Says what else there is to a user of the default; who asks for less knows it. */
function unaskedIn(asked: readonly string[]): string[] {
  const isDefault = kindsOf('production').every((kind) => asked.includes(kind) || !isForRealTime(kind))
  if (!isDefault) return []
  const known = KIND_NAMES.filter((kind) => asked.includes(kind))
  const isVirtual = !known.every(isForRealTime)
  const more = Object.entries(MORE).filter(
    ([name]) => (isVirtual || name !== 'others') && !known.some((kind) => kindOf(kind).profile === name),
  )
  return more.length > 0 ? [`  Not asked for: ${more.map(([, text]) => text).join(', ')}`] : []
}

/** Of so many plans, the last part brought nothing new if the search has come to its end. */
const LAST_PART = 4

function progressIn({ runs, edges, sinceNew, left }: ReportContent): string[] {
  if (runs === 1 || edges === 0) return []
  const seen = `  ${edges} different steps of the program seen`
  return [
    left.length > 0 && sinceNew * LAST_PART < runs
      ? `${seen}, new ones until shortly before the end: a larger budget is worth it`
      : `${seen}, no new one in the last ${sinceNew === 1 ? 'plan' : `${sinceNew} plans`}`,
  ]
}
