import { sectionOf } from '../kept'
import type { Result } from '../turns'
import { RIVALS } from './rivals'

const WORK = ['create', 'get', 'list', 'reset', 'startUp'] as const

/** The scoreboard, the ratios of times to those of this library, and notes. */
export function rivalTables(results: readonly Result[]): string {
  const played = RIVALS.flatMap(({ name, note }) => {
    const result = results.find(({ file }) => file === name)
    return result ? [{ ...result, name, note, checks: result.checks ?? {}, times: result.times ?? {} }] : []
  })
  const ours = played[0]
  if (ours?.name !== RIVALS[0]?.name) return 'This library itself was not run.'
  const scores = Object.keys(ours?.checks ?? {}).map((check) =>
    row([check, ...played.map(({ checks }) => checks[check] ?? 'not run')]),
  )
  const speeds = played.map(({ name, times }) =>
    row([
      name,
      ...WORK.map((work) => ratio(times[work], ours?.times[work])),
      times.listed === 100 ? '' : `${times.listed ?? 'no'} records`,
    ]),
  )
  const own = WORK.map((work) => `${work} ${(ours?.times[work] ?? 0).toFixed(1)} ms`)
  return [
    `Each cell is a check that ran, on ${lastDayOf(played)} with Node ${ours?.node}: an act, and a look at what`,
    'it did.',
    '',
    row(['Behaviour', ...played.map(({ name }) => name)]),
    row(['---', ...played.map(() => '---')]),
    ...scores,
    '',
    `Times with 10,000 customers, as multiples of those of this library (${own.join(', ')}). Its reset takes`,
    'back each of the 10,000 writes. Those over HTTP pay for a socket as well. 0.8 to 1.25 is measurement noise.',
    '',
    row(['Simulator', 'create', 'get', 'list of 100', 'reset', 'start-up', 'the list had']),
    row(['---', ...WORK.map(() => '---'), '---']),
    ...speeds,
    '',
    ...played.map(
      ({ name, note, checks, versions }) =>
        `- ${name}${versionsOf(versions)}: ${checks['not run'] ? `not run: ${checks['not run']} ` : ''}${note}`,
    ),
  ].join('\n')
}

const lastDayOf = (results: readonly { readonly date: string }[]): string =>
  results
    .map(({ date }) => date.slice(0, 10))
    .sort()
    .at(-1) ?? ''

const versionsOf = (versions: Result['versions'] = {}): string => {
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
  return named.length === 0 ? '' : ` (${named.join(', ')})`
}

const SCOREBOARD = /(<!-- scoreboard:begin -->\n)[\s\S]*(\n<!-- scoreboard:end -->)/

/** The page of the comparison with the scoreboard that the page of proof has. */
export const withScoreboard = (comparison: string, proof: string): string =>
  comparison.replace(SCOREBOARD, (_, begin, end) => `${begin}${sectionOf(proof, 'Beside others')}${end}`)

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const ratio = (own: number | undefined, ours: number | undefined): string =>
  own === undefined || !ours ? '' : (own / ours).toPrecision(2)
