import { isPlainObject } from '../../kernel/is-object'
import { mutantText } from '../../service/mutants/mutant'
import type { SeenMutant } from '../../service/mutants/mutant-fact'
import type { MutantName } from '../../service/mutants/mutant-kinds'
import { shellWord } from '../../tools/explore/host/command-line'
import type { UserCommand } from '../user-command'
import type { BareRuns } from './bare-runs'
import type { Judgement, MutantOutcome } from './outcome'
import { MUTANT_WORDS } from './words'

export interface JudgedMutant extends Judgement {
  readonly id: MutantName
  readonly operation: string
  /** The member or parameter, if it is about one. */
  readonly member?: string
  readonly description: string
  readonly meaning: string
  /** The part of the body that it changes, as the program sends it. */
  readonly sent?: object
  /** Equal for members of one body. */
  readonly body?: number
  /** A line to add to a test, if nothing noticed. */
  readonly add?: string
  /** The command that plays it alone. */
  readonly again: string
}

/** The report that `--json` writes. */
export interface MutateReport {
  readonly suite: { readonly command: string; readonly seconds: number; readonly unstable: readonly string[] }
  readonly requests: BareRuns['requests']
  readonly found: number
  readonly of: number
  readonly notJudged: readonly string[]
  readonly mutants: readonly JudgedMutant[]
}

const SURVIVED: readonly MutantOutcome[] = ['survived', 'never mattered']
const FOUND: readonly MutantOutcome[] = ['found', 'timed out']

export const hasSurvivor = ({ mutants }: MutateReport): boolean =>
  mutants.some(({ outcome }) => SURVIVED.includes(outcome))

/** The command and its options, which the mutant needs in another run, too. */
export interface AgainWith {
  /** All bodies that were seen. */
  readonly bodies: readonly (string | undefined)[]
  readonly command: UserCommand
  readonly onlyKey: string | undefined
}

export function judgedMutant(
  seen: SeenMutant,
  judgement: Judgement,
  { command, onlyKey, bodies }: AgainWith,
): JudgedMutant {
  const { kind: id, operation, member, sent, body } = seen
  const words = MUTANT_WORDS[id]
  const it = member === '' ? operation : `${member} of ${operation}`
  const key = onlyKey === undefined ? [] : ['--only-key', onlyKey]
  const only = ['--only', mutantText(seen)]
  const again = ['npx', 'accounting-simulator', 'mutate', ...only, ...key, '--', ...command]
  const { outcome } = judgement
  const why = outcome === 'never mattered' ? ` It never mattered: ${words.unless}.` : ''
  return {
    id,
    operation,
    ...(member !== '' && { member }),
    description: words.description,
    ...judgement,
    meaning: `If ${words.asIf(it)}, ${FOUND.includes(outcome) ? 'a' : 'no'} test would notice.${why}`,
    ...(sent && { sent, body: bodies.indexOf(body) + 1 }),
    ...(SURVIVED.includes(outcome) && { add: lineToAdd(id, operation, outcome, sent) }),
    again: again.map(shellWord).join(' '),
  }
}

/** A change that has never mattered needs a situation first. */
function lineToAdd(
  id: MutantName,
  operation: string,
  outcome: MutantOutcome,
  sent: object | undefined,
): string {
  const { arrange, paste } = MUTANT_WORDS[id]
  const before = outcome === 'never mattered' ? arrange(operation) : ''
  const after = paste(operation, sent)
  return before === '' ? after : `${before} before the call, and ${after} after it`
}

export function mutateReport(
  command: UserCommand,
  { duration, unstable, requests }: BareRuns,
  mutants: readonly JudgedMutant[],
  notJudged: readonly string[],
): MutateReport {
  const count = (outcomes: readonly MutantOutcome[]): number =>
    mutants.filter(({ outcome }) => outcomes.includes(outcome)).length
  return {
    suite: { command: command.map(shellWord).join(' '), seconds: Math.round(duration / 100) / 10, unstable },
    requests,
    found: count(FOUND),
    of: count([...FOUND, ...SURVIVED]),
    notJudged,
    mutants,
  }
}

/** The outcomes in the order of the report, each with its heading. */
const HEADINGS: readonly (readonly [outcome: MutantOutcome, heading: string])[] = [
  ['survived', 'Survived: something was other, and every test stayed green'],
  ['never mattered', 'Never mattered: no test has a situation in which it shows'],
  ['unstable', 'Unstable: the tests were red once, and not again, or for another reason'],
  ['timed out', 'Timed out: the tests ran much longer than without it, twice, which counts as found'],
  ['found', 'Found'],
  ['loud', 'Loud: the service refuses such requests, so it was not played and does not count'],
  ['equivalent', 'Equivalent: it changes nothing in the requests of these tests, and does not count'],
  ['not reached', 'Not reached: no request could be changed so this time, and it does not count'],
]

/** The report for a terminal. */
export function mutateText(report: MutateReport, unplayed = 0): string {
  const { suite, requests, found, of, notJudged, mutants } = report
  const more = unplayed === 0 ? '' : ` ${unplayed} more were not played.`
  const bugs = `${found} of ${of} bugs that a client could have are found by ${suite.command}.${more}`
  const sections = HEADINGS.flatMap(([wanted, heading]) => {
    const those = mutants.filter(({ outcome }) => outcome === wanted)
    return those.length === 0 ? [] : [`${heading}\n${linesOf(those).join('\n')}`]
  })
  const unstable = suite.unstable.map(
    (name) => `"${name}" fails now and then without a mutant, so it judges none`,
  )
  const left = [...unstable, ...notJudged].map((text) => `  ${text}`)
  return `${[
    `${bugs}\n${whose(requests)}`,
    ...sections,
    ...again(mutants),
    ...(left.length === 0 ? [] : [`Not judged\n${left.join('\n')}`]),
  ].join('\n\n')}\n`
}

/** The command that plays one alone, as an example. */
function again(mutants: readonly JudgedMutant[]): string[] {
  const survivor = mutants.find(({ outcome }) => SURVIVED.includes(outcome))
  return survivor ? [`One of them alone:\n  ${survivor.again}`] : []
}

/** Mutants that one assertion on one body finds are told together. */
function linesOf(those: readonly JudgedMutant[]): string[] {
  const told = new Set<JudgedMutant>()
  return those.flatMap((one) => {
    if (told.has(one)) return []
    const alike = one.sent === undefined ? [one] : those.filter((other) => isFoundWith(one, other))
    for (const other of alike) told.add(other)
    return toldTogether(one, alike)
  })
}

const isFoundWith = (one: JudgedMutant, other: JudgedMutant): boolean =>
  other.sent !== undefined && other.operation === one.operation && other.body === one.body

function toldTogether(
  { add, id, operation, outcome, by }: JudgedMutant,
  alike: readonly JudgedMutant[],
): string[] {
  if (add === undefined)
    return alike.map((one) => `  ${nameIn(one)}${by === undefined ? '' : `  by "${by[0]}"`}`)
  const lines = alike.flatMap((one) => [`  ${nameIn(one)}`, `    ${one.meaning}`])
  const sent = alike.flatMap((one) => one.sent ?? []).reduce<object | undefined>(merged, undefined)
  const line = lineToAdd(id, operation, outcome, sent)
  return [...lines, `    add:   ${line}`]
}

/** `{ items: [{ rate }] }` and `{ items: [{ memo }] }` as one: lists of lines have one entry. */
function merged(one: object | undefined, other: object): object {
  const all: Record<string, unknown> = { ...one }
  for (const [name, value] of Object.entries(other)) {
    const [before] = Array.isArray(all[name]) ? (all[name] as unknown[]) : []
    const [after] = Array.isArray(value) ? (value as unknown[]) : []
    all[name] = isPlainObject(before) && isPlainObject(after) ? [merged(before, after)] : value
  }
  return all
}

const nameIn = ({ id, operation, member = '' }: JudgedMutant): string =>
  mutantText({ kind: id, operation, member })

const DOORS: Readonly<Record<Exclude<keyof BareRuns['requests'], 'direct'>, string>> = {
  msw: 'through msw',
  serve: 'through a server',
  fetch: 'by a fetch that was handed over',
}

/** The senders of the requests, and the number that was changed. */
function whose({ direct, ...doors }: BareRuns['requests']): string {
  const parts = Object.entries(doors).filter(([, count]) => count > 0)
  const all = parts.map(([door, count]) => `${count} ${DOORS[door as keyof typeof DOORS]}`).join(', ')
  const own = direct === 0 ? '' : ` The tests themselves send ${direct}, which are left as they are.`
  return `The program sends ${all}: mutants change these.${own}`
}
