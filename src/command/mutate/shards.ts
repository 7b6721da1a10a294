import { demand } from '../../errors/option-error'
import { type Mutant, mutantText } from '../../service/mutants/mutant'
import { demandAllShards, type Shard } from '../../tools/explore/search/shard'
import { judgedName, type MutantShare, type MutateReport, notJudgedBesides, withHeadline } from './report'

export const shareOf = (targets: readonly Mutant[], { index, of }: Shard): Mutant[] =>
  targets.filter((_, at) => at % of === index - 1)

export const mutantShare = (targets: readonly Mutant[], { index, of }: Shard): MutantShare => ({
  index,
  of,
  all: targets.map(mutantText),
})

type ShardReport = MutateReport & { readonly shard: MutantShare }

/**
 * The report on all mutants, from those of all shards.
 * @throws OptionError naming the shard that is missing, there twice, or about other mutants
 */
export function mergeReports(given: readonly unknown[]): MutateReport {
  demand(given.length > 0, 'reports', 'must be the reports of all shards')
  for (const [position, one] of given.entries())
    demand(
      isOfShard(one),
      `reports[${position}]`,
      'must be the report of a shard, which mutate --shard --json writes',
    )
  const reports = given as readonly ShardReport[]
  demandAllShards(reports.map(({ shard }) => shard))
  const [first] = reports as readonly [ShardReport]
  for (const [position, { suite, shard }] of reports.entries()) {
    const place = `reports[${position}]`
    demand(suite.command === first.suite.command, place, 'is of another command than reports[0]')
    const other = lacking(first.shard, shard) ?? lacking(shard, first.shard)
    demand(other === undefined, place, `is of other mutants than reports[0]: they differ in ${other}`)
  }
  const places = new Map(first.shard.all.map((name, at) => [name, at]))
  const mutants = reports
    .flatMap((report) => report.mutants)
    .sort((one, other) => (places.get(judgedName(one)) ?? 0) - (places.get(judgedName(other)) ?? 0))
  const stoppedBy = reports.find((report) => report.stoppedBy !== undefined)?.stoppedBy
  const unique = (texts: readonly string[]): string[] => [...new Set(texts)].sort()
  return withHeadline({
    suite: {
      command: first.suite.command,
      seconds: Math.max(...reports.map(({ suite }) => suite.seconds)),
      unstable: unique(reports.flatMap(({ suite }) => suite.unstable)),
    },
    requests: first.requests,
    notPlayed: reports.flatMap(({ notPlayed }) => notPlayed),
    ...(stoppedBy !== undefined && { stoppedBy }),
    notJudged: unique(reports.flatMap(notJudgedBesides)),
    mutants,
  })
}

const lacking = (one: MutantShare, other: MutantShare): string | undefined =>
  one.all.find((name) => !other.all.includes(name))

/** Tells whether a file has what a shard writes. */
function isOfShard(given: unknown): boolean {
  const { suite, shard, mutants, notPlayed } = (given ?? {}) as Partial<ShardReport>
  return (
    typeof suite?.command === 'string' &&
    Array.isArray(mutants) &&
    Array.isArray(notPlayed) &&
    Array.isArray(shard?.all) &&
    Number.isInteger(shard.index) &&
    Number.isInteger(shard.of)
  )
}
