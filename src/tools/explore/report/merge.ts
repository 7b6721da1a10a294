import { demand } from '../../../errors/option-error'
import { isObject } from '../../../kernel/is-object'
import { isWhole } from '../../../kernel/is-whole'
import { demandAllShards, equalPlans, isOwn, type SearchIdentity } from '../search/shard'
import type { Report } from './report'
import { newsOf, reachOf, reportFrom } from './report-of'
import type { Seen, Share } from './share'
import { comparedNothing, idleThroughout, UNMET } from './warnings'

type ShardReport = Report & { readonly shard: Share }

/**
 * The report of the whole search, from those of all its shards in any order, also read from JSON.
 *
 * @throws OptionError naming the shard that is missing, foreign, there twice, or of other plans
 * @example
 * const report = explore.merge(files.map((file) => JSON.parse(readFileSync(file, 'utf8'))))
 */
export function merge(reports: readonly Report[]): Report {
  const shards = checked(reports)
  const failed = shards.filter(({ survived }) => !survived).sort(byLast)[0]
  const end = failed?.shard.last ?? Number.POSITIVE_INFINITY
  // The shard that ended first says which parts were not reached.
  const speaker = failed ?? ([...shards].sort(byEnding)[0] as ShardReport)
  const { failure, shrinkRuns, endedBy, left, warnings, seed, shard } = speaker
  const reach = reachOf(joined(shards, end))
  const isUnmet = !failure && reach.reached.length === 0
  const idle = idleIn(shards, end)
  const told = [...warnings, ...idle]
  const again = failure && (shard.again ?? `explore.once(experiment, ${JSON.stringify(failure.plan)})`)
  return reportFrom(
    shard.search.faults.split(' '),
    again,
    shards.reduce((sum, { milliseconds = 0 }) => sum + milliseconds, 0),
    {
      failure,
      runs: plansUpTo(end, shards),
      shrinkRuns,
      ...reach,
      endedBy,
      left,
      ...newsOf(edgesIn(shards, end), Math.min(end, Math.max(...shards.map((one) => one.shard.last)))),
      warnings: isUnmet && told.length === 0 ? [UNMET] : told,
      provesNothing:
        isUnmet || (!failure && (comparedNothing(idle) || shards.every((one) => one.provesNothing)))
          ? true
          : undefined,
      seed,
      shard: undefined,
    },
  )
}

/** Tells whether a file has what a shard writes of itself. */
const isShareOfReport = (shard: unknown): boolean => {
  if (!isObject(shard)) return false
  const { index, of, search, operations, plans }: Partial<Record<keyof Share, unknown>> = shard
  return (
    [index, of].every((one) => isWhole(one, 1, 9999)) &&
    isObject(search) &&
    typeof plans === 'string' &&
    Array.isArray(operations)
  )
}

/** The reports of all shards of one search, in their order. */
function checked(given: unknown): ShardReport[] {
  demand(Array.isArray(given) && given.length > 0, 'reports', 'must be an array of the reports of all shards')
  const reports = (given as readonly unknown[]).map((one, position) => {
    const isOfShard = isObject(one) && isShareOfReport(one.shard)
    demand(isOfShard, `reports[${position}]`, 'must be the report of a shard')
    return one as unknown as ShardReport
  })
  const [first] = reports as [ShardReport]
  for (const [position, { shard }] of reports.entries()) {
    const place = `reports[${position}]`
    const { search } = first.shard
    for (const [member, value] of Object.entries(search))
      demand(
        shard.search?.[member as keyof SearchIdentity] === value,
        place,
        `is of another search than reports[0]: ${DIFFERENCES[member] ?? member} differ`,
      )
    const equal = equalPlans(first.shard.plans, shard.plans)
    demand(
      equal === undefined,
      place,
      `has other plans than reports[0] after the first ${equal}, because the program reacted otherwise in the two ` +
        'shards; read their own reports',
    )
  }
  demandAllShards(reports.map(({ shard }) => shard))
  return [...reports].sort((one, other) => one.shard.index - other.shard.index)
}

/** Names for people of the things in which searches differ. */
const DIFFERENCES: Readonly<Record<string, string>> = {
  seed: 'the seeds',
  runs: 'the budgets of runs',
  faults: 'the faults',
  kept: 'the kept plans',
  calm: 'the calm runs',
}

const byLast = (one: ShardReport, other: ShardReport): number => one.shard.last - other.shard.last

const ENDINGS = ['time', 'requests', 'runs', undefined]

const byEnding = (one: ShardReport, other: ShardReport): number =>
  ENDINGS.indexOf(one.endedBy) - ENDINGS.indexOf(other.endedBy) || byLast(one, other)

function plansUpTo(end: number, shards: readonly ShardReport[]): number {
  const base = Math.max(...shards.map(({ shard }) => shard.base))
  const furthest = Math.max(...shards.map(({ shard }) => shard.last))
  let plans = Math.min(base, end, furthest)
  for (const { shard } of shards)
    for (let plan = base + 1; plan <= Math.min(end, shard.last); plan += 1) if (isOwn(shard, plan)) plans += 1
  return plans
}

/** The operations that were seen in plans up to that one, in the order of the plans. */
function joined(shards: readonly ShardReport[], end: number): Seen[] {
  const seen = new Map<string, Seen>()
  for (const { shard } of shards)
    for (const operation of shard.operations.filter(({ at }) => at <= end)) {
      const known = seen.get(operation.on)
      const met = { ...known?.met }
      for (const [kind, at] of Object.entries(operation.met))
        if (at <= end) met[kind] = Math.min(at, met[kind] ?? at)
      seen.set(operation.on, { ...(known && known.at <= operation.at ? known : operation), met })
    }
  return [...seen.values()].sort((one, other) => one.at - other.at)
}

/** The steps of the program in plans up to that one, each with the first of them. */
function edgesIn(shards: readonly ShardReport[], end: number): Map<string, number> {
  const edges = new Map<string, number>()
  for (const { shard } of shards)
    for (const [edge, at] of Object.entries(shard.edges))
      if (at <= end) edges.set(edge, Math.min(at, edges.get(edge) ?? at))
  return edges
}

/** The texts on what was there for nothing in all plans up to that one. All shards have the same calm run. */
function idleIn(shards: readonly ShardReport[], end: number): string[] {
  const [first, ...others] = shards.map(({ shard }) => idleThroughout(Object.entries(shard.idle ?? {}), end))
  return (first ?? []).filter((text) => others.every((one) => one.includes(text)))
}
