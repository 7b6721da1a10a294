import { isWrite } from '../../kernel/operation-text'
import type { CoverageDimension, NeverMetRow } from './met-rows'
import { RANKS } from './most-valuable'
import type { CoverageReport } from './report'

export function coverageText(report: CoverageReport): string {
  return [
    'What your tests have met (accounting-simulator coverage)',
    '',
    ...redLines(report),
    ...missingLines(report),
    ...report.dimensions.flatMap((dimension) => [...dimensionLines(dimension), '']),
    ...operationLines(report),
    ...report.notCounted.map((line) => `Not counted: ${line}`),
    '',
  ].join('\n')
}

/** Tests that failed may have met less than they would. */
export function redText({ red }: CoverageReport): string | undefined {
  if (!red) return undefined
  const { status, failed } = red
  const ended = `the tests are red (exit status ${status})`
  if (failed.length === 0)
    return `RED: ${ended}, and it is not known which of them failed: what they met counts as met.`
  const names = failed.slice(0, NAMED_AT_MOST).map((name) => `"${name}"`)
  const more = failed.length > NAMED_AT_MOST ? ` and ${failed.length - NAMED_AT_MOST} more` : ''
  return (
    `RED: ${ended}; failed: ${names.join(', ')}${more}. What one of them met first has a (!): it counts as met, and ` +
    'is worth nothing before that test is green.'
  )
}

const NAMED_AT_MOST = 3

const redLines = (report: CoverageReport): string[] => {
  const text = redText(report)
  return text === undefined ? [] : [text, '']
}

/** Missing tests stand at the top, which a long report has moved out of a terminal. */
export function reminderText({ missing, dimensions }: CoverageReport): string {
  const count = dimensions.reduce((sum, { never }) => sum + never.length, 0)
  const stand = missing.length === 1 ? 'stands' : 'stand'
  return missing.length === 0 ? '' : `${count} never met. ${titleOf(missing)} ${stand} at the top.\n`
}

const titleOf = ({ length }: CoverageReport['missing']): string =>
  length === 1 ? 'The missing test' : `The ${COUNTS[length]} most valuable missing tests`

function missingLines({ missing }: CoverageReport): string[] {
  if (missing.length === 0) return []
  return [titleOf(missing), ...missing.flatMap((one, place) => [...missingTest(one, place + 1), ''])]
}

const COUNTS: readonly string[] = ['', '', 'two', 'three']

const ANYWHERE = 'One test of it at any operation is enough; a failure of this write does the most harm.'

function missingTest(
  { operation, anyOperation, text, rank, paste, near, nearAt, also = [] }: NeverMetRow,
  number: number,
): string[] {
  return [
    `  ${number}. ${operation}: ${text}. In production: ${rank}.`,
    `     ${paste}`,
    ...(anyOperation && isWrite(operation) ? [`     ${ANYWHERE}`] : []),
    ...(near === null ? [] : [`     nearest test: ${near}${nearAt === undefined ? '' : ` (${nearAt})`}`]),
    ...(also.length === 0 ? [] : [`     likewise: ${also.join(', ')}`]),
  ]
}

function dimensionLines({ name, met, never, optional, of }: CoverageDimension): string[] {
  if (of === 0) return [`${name}: nothing to meet, because ${WITHOUT[name] ?? 'no operation was called'}`]
  // The statuses that were met stand beside their operations.
  const names =
    name === 'statuses'
      ? []
      : [...new Set(met.map(({ what, isByFailed }) => (isByFailed ? `${what} (!)` : what)))]
  return [
    shareText({ name, met, of }),
    ...(names.length > 0 ? [labelled('met:', names.join(', '))] : []),
    ...(name === 'assumptions' ? listed(never) : RANKS.flatMap((rank) => neverLines(rank, never))),
    ...optional.flatMap(({ operation, anyOperation, text, onlyIf }) => [
      labelled('not counted:', `${anyOperation ? text : `${operation}: ${text}`};`),
      labelled('', `only if ${onlyIf}`),
    ]),
  ]
}

/** Assumptions are many, and their names say enough. */
function listed(never: readonly NeverMetRow[]): string[] {
  const lines: string[] = []
  for (const { text } of never) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + text.length < LISTED_AT_MOST)
      lines.push(`${lines.pop()}, ${text}`)
    else lines.push(text)
  }
  return lines.map((line, place) => labelled(place === 0 ? 'never otherwise:' : '', line))
}

const LISTED_AT_MOST = 90

const labelled = (label: string, text: string): string => `  ${label.padEnd(18)} ${text}`

const NO_DOCUMENT = 'there was no document with an amount'

const WITHOUT: Readonly<Record<string, string>> = {
  repeats: 'the program writes nothing',
  pages: 'the program reads no list',
  webhooks: 'the program has no webhook',
  time: NO_DOCUMENT,
  states: NO_DOCUMENT,
  money: NO_DOCUMENT,
  assumptions: 'the answers rest on none that an option can change',
}

export const shareText = ({ name, met, of }: Pick<CoverageDimension, 'name' | 'met' | 'of'>): string =>
  `${name}: ${met.length} of ${of} met (${percentOf({ met, of })} %)`

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
