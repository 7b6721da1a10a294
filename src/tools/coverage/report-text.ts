import { type CoverageDimension, type CoverageReport, type NeverMetRow, RANKS } from './report'

/** The report for people. */
export function coverageText(report: CoverageReport): string {
  return [
    'What your tests have met (accounting-simulator coverage)',
    '',
    ...missingLines(report),
    ...report.dimensions.flatMap((dimension) => [...dimensionLines(dimension), '']),
    ...operationLines(report),
    ...report.notCounted.map((line) => `Not counted: ${line}`),
    '',
  ].join('\n')
}

function missingLines({ missing }: CoverageReport): string[] {
  if (missing.length === 0) return []
  const title =
    missing.length === 1 ? 'The missing test' : `The ${COUNTS[missing.length]} most valuable missing tests`
  return [title, ...missing.flatMap((one, place) => [...missingTest(one, place + 1), ''])]
}

const COUNTS: readonly string[] = ['', '', 'two', 'three']

function missingTest({ operation, text, rank, paste, near }: NeverMetRow, number: number): string[] {
  return [
    `  ${number}. ${operation}: ${text}. In production: ${rank}.`,
    `     ${paste}`,
    ...(near === null ? [] : [`     nearest test: ${near}`]),
  ]
}

function dimensionLines({ name, met, never, of }: CoverageDimension): string[] {
  if (of === 0) return [`${name}: nothing to meet, because ${WITHOUT[name] ?? 'no operation was called'}`]
  const share = `${name}: ${met.length} of ${of} met (${percentOf({ met, of })} %)`
  // The statuses that were met stand beside their operations.
  const names = name === 'statuses' ? [] : [...new Set(met.map(({ what }) => what))]
  return [
    share,
    ...(names.length > 0 ? [labelled('met:', names.join(', '))] : []),
    ...RANKS.flatMap((rank) => neverLines(rank, never)),
  ]
}

const labelled = (label: string, text: string): string => `  ${label.padEnd(18)} ${text}`

const WITHOUT: Readonly<Record<string, string>> = {
  repeats: 'the program writes nothing',
  pages: 'the program reads no list',
  webhooks: 'the program has no webhook',
}

export const percentOf = ({ met, of }: Pick<CoverageDimension, 'met' | 'of'>): number =>
  Math.floor((100 * met.length) / of)

function neverLines(rank: NeverMetRow['rank'], never: readonly NeverMetRow[]): string[] {
  return never
    .filter((one) => one.rank === rank)
    .map(({ operation, anyOperation, text, explored }, place) => {
      const what = anyOperation ? text : `${operation}: ${text}`
      return labelled(
        place === 0 ? `never, ${rank}:` : '',
        explored ? `${what} (only an exploration met it)` : what,
      )
    })
}

function operationLines({ operations, unused }: CoverageReport): string[] {
  const lines = operations.map(({ operation, statuses }) => {
    const answers = Object.entries(statuses).map(([status, times]) => `${status} ×${times}`)
    return `  ${operation}  ${answers.join(', ')}`
  })
  const others = `${unused} further operations of the service were never called`
  return [`operations called: ${operations.length}; ${others}`, ...lines]
}
