import { excerpt } from '../../kernel/count-text'
import { getOrCreateList } from '../../kernel/get-or-create-list'
import type { Difference } from './difference'
import type { Contradicted, ReplayReport } from './report'
import { formsFor } from './suggest'

const SHOWN = 5

/** The report as text for people, with the sections of docs/service.md. */
export function replayText(report: ReplayReport): string {
  const { exchanges, alike, contradicted, undecided, unexplained, left, notCompared, confirmed, silent } =
    report
  const isSet = left.length < unexplained.length
  const parts = [
    `${alike} of ${exchanges} exchanges with ${report.origin} are answered alike${inPart(report)}.`,
    ...(report.preflights > 0 ? [preflightsText(report)] : []),
    ...(report.isCutOff ? ['The last line of the recording is cut off; it is left out.'] : []),
    ...(report.keys > 1 ? [keysText(report)] : []),
    ...section(
      'The recording contradicts these assumptions:',
      contradicted.flatMap((one) => [`${one.id} (§${one.section}): ${one.text}`, `  ${change(one)}`]),
    ),
    ...section(
      'The recording contradicts one or more of these, but does not show which, or which value fits:',
      undecided.flatMap((one) => [`${one.id} (§${one.section}): ${one.text}`, `  ${change(one)}`]),
    ),
    ...section('No assumption explains these differences:', differencesText(unexplained, report)),
    ...(isSet ? ['The options below set these, as far as they can.'] : []),
    ...section('No option sets these:', isSet ? differencesText(left, report) : []),
    ...section('Not compared:', countedReasons(notCompared.map(({ why }) => why))),
    ...(contradicted.length + undecided.length > 0 || isSet ? [optionsText(report)] : []),
    ...section(`Confirmed (${confirmed.length}):`, inLines(confirmed)),
    `The recording says nothing against ${silent.length} more assumptions.`,
  ]
  return parts.join('\n\n')
}

const inPart = ({ alikeWithoutBody }: ReplayReport): string =>
  alikeWithoutBody === 0 ? '' : `, and ${alikeWithoutBody} more in status and headers, without their bodies`

const preflightsText = ({ preflights }: ReplayReport): string =>
  `${preflights} ${preflights === 1 ? 'preflight' : 'preflights'} of a browser (OPTIONS, CORS) ` +
  `${preflights === 1 ? 'is' : 'are'} left out.`

const keysText = ({ keys }: ReplayReport): string =>
  `It has ${keys} API keys. Each was replayed with a key of its own; all are taken for keys of one organisation.`

const optionsText = ({ options }: ReplayReport): string => {
  const lines = Object.entries(options).map(([name, value]) => `    ${name}: ${JSON.stringify(value)},`)
  return ['Options:', '  createSimulator({', ...lines, '  })'].join('\n')
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [[title, ...lines.map((line) => `  ${line}`)].join('\n')]

const change = ({ here, fits }: Contradicted): string =>
  `${shortJson(here)} here; ${fits.map(shortJson).join(' or ')} fits the recording`

/** Groups equal differences of several exchanges, and differences with one common cause. */
function differencesText(differences: readonly Difference[], report: ReplayReport): string[] {
  const groups = new Map<string, Difference[]>()
  for (const difference of differences) {
    const { call, kind, where } = difference
    const key = habitOf(difference, report) ?? [routeOf(call), kind, where].join('|')
    getOrCreateList(groups, key).push(difference)
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const more = group.length > 1 ? ` (${group.length} times)` : ''
    const rule = first.section === '' ? '' : ` (§${first.section})`
    const values = `the service ${valueText(first.recorded)}, the simulator ${valueText(first.simulated)}${rule}`
    const habit = habitOf(first, report)
    const about = habit === undefined ? first.where : `${habit}, such as ${first.where}`
    return [`#${first.exchange + 1} ${first.call}: ${about}${more}`, `  ${values}`]
  })
}

/** The common cause of a difference, if an option was found that removes it. */
function habitOf(difference: Difference, { options: { answers }, left }: ReplayReport): string | undefined {
  const { kind, exchange, where } = difference
  const isExtra = answers?.absent?.nulls === true && kind === 'extra'
  const isForm = (answers?.amounts ?? answers?.rates) !== undefined && formsFor(difference).length > 0
  if ((!isExtra && !isForm) || left.some((one) => one.exchange === exchange && one.where === where))
    return undefined
  return isForm ? 'decimals have another form' : 'members that are null are left out'
}

const WIDTH = 100

/** Joins names to lines of a readable width. */
function inLines(names: readonly string[]): string[] {
  const lines: string[] = []
  for (const name of names) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + name.length + 2 <= WIDTH)
      lines[lines.length - 1] = `${last}, ${name}`
    else lines.push(name)
  }
  return lines
}

const routeOf = (call: string): string =>
  call.replace(/\?.*$/, '').replace(/\/(\d+|[0-9a-f-]{36})(?=\/|$)/gi, '/{}')

const valueText = (value: unknown): string => (value === undefined ? 'has none' : `has ${shortJson(value)}`)

function shortJson(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return excerpt(text, 120)
}

function countedReasons(reasons: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const lines = [...counts].sort(([, a], [, b]) => b - a).map(([reason, count]) => `${count}: ${reason}`)
  return lines.length <= SHOWN ? lines : [...lines.slice(0, SHOWN), `${lines.length - SHOWN} more reasons`]
}
