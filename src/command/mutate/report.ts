import { countText } from '../../kernel/count-text'
import { type Mutant, mutantText } from '../../service/mutants/mutant'
import type { MutantName } from '../../service/mutants/mutant-kinds'
import { placeOfTest } from '../../tools/coverage/test-place'
import { shellWord } from '../../tools/explore/host/command-line'
import { type Shard, shardName } from '../../tools/explore/search/shard'
import type { UserCommand } from '../user-command'
import type { BareRuns } from './bare-runs'
import type { Judgement, MutantOutcome } from './outcome'
import { realTimeText } from './real-time-text'
import type { ProvenLine } from './tried-lines'
import { MUTANT_WORDS } from './words'

export interface JudgedMutant extends Judgement {
  readonly id: MutantName
  readonly operation: string
  /** The member or parameter, if it is about one. */
  readonly member?: string
  readonly description: string
  readonly meaning: string
  /** True for a survivor of a read: the program wrote the same as without it, so it may check what it reads. */
  readonly wroteTheSame?: boolean
  /** If nothing noticed, a line to add to a test. It was tried: green as it is, and red with the mutant. */
  readonly add?: string
  /** The test that it was tried at the end of, if simulators know their tests. */
  readonly addTo?: string
  /** `test/sync.test.js:12`, if that is known. */
  readonly addAt?: string
  /** A test that finds it, where no line was found. */
  readonly advice?: string
  /** The command that plays it alone. */
  readonly again: string
}

/** The report that `--json` writes. */
export interface MutateReport {
  /** The first line for people. */
  readonly headline: string
  readonly suite: { readonly command: string; readonly seconds: number; readonly unstable: readonly string[] }
  readonly requests: BareRuns['requests']
  readonly found: number
  readonly of: number
  /** The number of mutants that the budget left out, and their names. */
  readonly unplayed: number
  readonly notPlayed: readonly string[]
  /** If there is one: its seconds, and those that runs without and with a mutant took. */
  readonly budget?: SpentBudget
  /** The signal that ended it, such as SIGINT for Ctrl+C. */
  readonly stoppedBy?: string
  readonly notJudged: readonly string[]
  readonly mutants: readonly JudgedMutant[]
  /** The share of the mutants that this report is about, if it is not about all. */
  readonly shard?: MutantShare
}

export interface SpentBudget {
  readonly seconds: number
  readonly bareRuns: number
  readonly mutants: number
}

export interface MutantShare extends Shard {
  /** The mutants of all shares, in their order. */
  readonly all: readonly string[]
}

const SURVIVED: readonly MutantOutcome[] = ['survived', 'never mattered']
const FOUND: readonly MutantOutcome[] = ['found', 'timed out']

export const isSurvivor = ({ outcome }: JudgedMutant): boolean => SURVIVED.includes(outcome)

/** The command and its options, which the mutant needs in another run, too. */
export interface AgainWith {
  readonly command: UserCommand
  readonly onlyKey: string | undefined
}

export function judgedMutant(
  seen: Mutant,
  judgement: Judgement,
  { command, onlyKey }: AgainWith,
): JudgedMutant {
  const { kind: id, operation, member } = seen
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
    meaning: `If ${words.asIf(it)}, ${noticing(outcome)}.${why}`,
    ...(SURVIVED.includes(outcome) && { advice: words.advice(operation) }),
    again: again.map(shellWord).join(' '),
  }
}

const noticing = (outcome: MutantOutcome): string => {
  if (FOUND.includes(outcome)) return 'a test would notice'
  return SURVIVED.includes(outcome) ? 'no test would notice' : 'it is not known whether a test would notice'
}

export function withLine(one: JudgedMutant, lines: readonly ProvenLine[]): JudgedMutant {
  const line = lines.find(({ finds }) => finds.includes(judgedName(one)))
  if (!line) return one
  const { advice: _, ...rest } = one
  const addAt = placeOfTest(line.test)
  const test = line.test === null ? {} : { addTo: line.test, ...(addAt !== undefined && { addAt }) }
  return { ...rest, add: line.text, ...test }
}

export function mutateReport(
  command: UserCommand,
  { duration, unstable, requests }: BareRuns,
  judged: Pick<MutateReport, 'mutants' | 'notJudged' | 'notPlayed' | 'budget' | 'shard' | 'stoppedBy'>,
): MutateReport {
  const suite = {
    command: command.map(shellWord).join(' '),
    seconds: Math.round(duration / 100) / 10,
    unstable,
  }
  return withHeadline({ suite, requests, ...judged })
}

export function withHeadline(
  judged: Omit<MutateReport, 'headline' | 'found' | 'of' | 'unplayed'>,
): MutateReport {
  const { length } = judged.notPlayed
  const others = judged.notJudged
  const notJudgedAll = length === 0 ? others : [leftOut(judged, length), ...others]
  const report = { ...judged, ...countsOf(judged.mutants), unplayed: length, notJudged: notJudgedAll }
  const { suite, requests, found, of, unplayed, notPlayed, notJudged, mutants, ...more } = report
  const counted = { found, of, unplayed, notPlayed, notJudged }
  return { headline: headlineOf(report), suite, requests, ...counted, ...more, mutants }
}

const UNCOUNTED: readonly MutantOutcome[] = ['loud', 'equivalent', 'not reached', 'unstable']

/** The first line: what was not judged comes before what was. */
function headlineOf({
  suite,
  found,
  of,
  unplayed,
  mutants,
  budget,
  shard,
  stoppedBy,
}: Omit<MutateReport, 'headline'>): string {
  const aside = UNCOUNTED.flatMap((outcome) => {
    const count = mutants.filter((one) => one.outcome === outcome).length
    return count === 0 ? [] : [`${count} ${outcome}`]
  })
  const all = countText(mutants.length + unplayed, 'bug')
  const time = budget ? `the budget of ${realTimeText(budget.seconds * 1000)}` : 'a budget'
  const end = stoppedBy ? endedBy({ stoppedBy }) : `${time} ended`
  const without = aside.length === 0 ? '' : ` Not counted: ${aside.join(', ')}.`
  const share = shard ? ` This is share ${shardName(shard)}.` : ''
  const result = `${found} of ${of} bugs that a client could have are found by ${suite.command}.`
  if (shard && mutants.length + unplayed === 0)
    return `Share ${shardName(shard)} has none of the ${countText(shard.all.length, 'bug')} to play.`
  if (of === 0) {
    const left = unplayed === 0 ? '' : `; ${end} before ${unplayed} of them`
    const none = `of ${all} that a client could have, none could be judged by ${suite.command}`
    return `NOT JUDGED: ${none}${left}.${without}${share}`
  }
  const ended =
    unplayed === 0 ? '' : `INCOMPLETE: ${end} before ${unplayed} of ${all} were judged. Of the others, `
  return `${ended}${result}${without}${share}`
}

export function countsOf(mutants: readonly Judgement[]): Pick<MutateReport, 'found' | 'of'> {
  const count = (outcomes: readonly MutantOutcome[]): number =>
    mutants.filter(({ outcome }) => outcomes.includes(outcome)).length
  return { found: count(FOUND), of: count([...FOUND, ...SURVIVED]) }
}

const SAME_WRITES = 'wrote the same'

const HEADINGS: readonly (readonly [group: MutantOutcome | typeof SAME_WRITES, heading: string])[] = [
  ['survived', 'Survived: something was other, and every test stayed green'],
  ['never mattered', 'Never mattered: no test has a situation in which it shows'],
  [SAME_WRITES, 'Survived, and the program wrote the same: it may check by itself what it reads'],
  ['unstable', 'Unstable: the tests were red once, and not again, or for another reason'],
  ['timed out', 'Timed out: the tests ran much longer than without it, twice, which counts as found'],
  ['found', 'Found'],
  ['loud', 'Loud: the service refuses such requests, so it was not played and does not count'],
  ['equivalent', 'Equivalent: it changes nothing in the requests of these tests, and does not count'],
  ['not reached', 'Not reached: no request could be changed so this time, and it does not count'],
]

export const groupsOf = (mutants: readonly JudgedMutant[]): [heading: string, those: JudgedMutant[]][] =>
  HEADINGS.map(([group, heading]): [string, JudgedMutant[]] => [
    heading,
    mutants.filter((one) => (one.wroteTheSame ? SAME_WRITES : one.outcome) === group),
  ]).filter(([, those]) => those.length > 0)

export function mutateText(report: MutateReport): string {
  const { headline, suite, requests, mutants, unplayed, budget } = report
  const sharesOf = ({ bareRuns, mutants: others }: SpentBudget): string =>
    `\nRuns without a bug took ${realTimeText(bareRuns * 1000)} of the budget, ` +
    `runs with one ${realTimeText(others * 1000)}.`
  const spent = unplayed > 0 && budget ? sharesOf(budget) : ''
  const sections = groupsOf(mutants).map(([heading, those]) => `${heading}\n${linesOf(those).join('\n')}`)
  const unstable = suite.unstable.map(
    (name) => `"${name}" fails now and then without a mutant, so it judges none`,
  )
  const left = [...unstable, ...namedNotJudged(report)].map((text) => `  ${text}`)
  return `${[
    `${headline}${spent}\n${whose(requests)}`,
    ...sections,
    ...again(mutants),
    ...(mutants.some(({ add }) => add?.includes('matchers.')) ? [WITH_ASSERT] : []),
    ...(left.length === 0 ? [] : [`Not judged\n${left.join('\n')}`]),
  ].join('\n\n')}\n`
}

/** Stands before the others. */
const leftOut = (report: Ending, unplayed: number): string =>
  `${endedBy(report)} before ${countText(unplayed, 'mutant')}: notPlayed has their names`

type Ending = Pick<MutateReport, 'stoppedBy'>

export const endedBy = ({ stoppedBy }: Ending): string =>
  stoppedBy ? `${stoppedBy} stopped it` : 'the budget ended'

/** Without the bugs that a budget or a signal left out. */
export const notJudgedBesides = ({ notJudged, unplayed }: MutateReport): string[] =>
  unplayed === 0 ? [...notJudged] : notJudged.slice(1)

/** For people, who see no other list of them. */
export const namedNotJudged = (report: MutateReport): string[] => {
  const { notPlayed, unplayed } = report
  const named = `${endedBy(report)} before ${countText(unplayed, 'mutant')}: ${notPlayed.join(', ')}`
  return [...(unplayed === 0 ? [] : [named]), ...notJudgedBesides(report)]
}

const WITH_ASSERT =
  "In these lines matchers is that of 'accounting-simulator/matchers', and assert that of 'node:assert/strict'."

/** The command that plays one alone, as an example. */
function again(mutants: readonly JudgedMutant[]): string[] {
  const survivor = groupsOf(mutants)
    .flatMap(([, those]) => those)
    .find(isSurvivor)
  return survivor ? [`One of them alone:\n  ${survivor.again}`] : []
}

/** Mutants that one line finds are told together. */
function linesOf(those: readonly JudgedMutant[]): string[] {
  const told = new Set<JudgedMutant>()
  return those.flatMap((one) => {
    if (told.has(one)) return []
    const alike = one.add === undefined ? [one] : those.filter((other) => isFoundWith(one, other))
    for (const other of alike) told.add(other)
    return toldTogether(one, alike)
  })
}

const isFoundWith = (one: JudgedMutant, other: JudgedMutant): boolean =>
  other.add === one.add && other.addTo === one.addTo

function toldTogether(
  { add, addTo, addAt, advice, outcome }: JudgedMutant,
  alike: readonly JudgedMutant[],
): string[] {
  if (!SURVIVED.includes(outcome))
    return alike.map((one) => `  ${judgedName(one)}  ${reasonOf(one)}`.trimEnd())
  return [
    ...alike.flatMap((one) => [`  ${judgedName(one)}`, `    ${one.meaning}`]),
    ...(add === undefined ? [`    no line was found that finds it; write ${advice}`] : [`    add:   ${add}`]),
    ...(addTo === undefined ? [] : [`    to:    "${addTo}"${addAt === undefined ? '' : ` (${addAt})`}`]),
  ]
}

/** The words after the name of a mutant that did not survive. */
export const reasonOf = ({ by, why }: JudgedMutant): string =>
  by !== undefined ? `by "${by[0]}"` : (why ?? '')

export const judgedName = ({ id, operation, member = '' }: JudgedMutant): string =>
  mutantText({ kind: id, operation, member })

const CHANNELS: Readonly<Record<Exclude<keyof BareRuns['requests'], 'direct'>, string>> = {
  msw: 'through msw',
  serve: 'through a server',
  fetch: 'by a fetch that was handed over',
}

/** The senders of the requests, and the number that was changed. */
function whose({ direct, ...channels }: BareRuns['requests']): string {
  const parts = Object.entries(channels).filter(([, count]) => count > 0)
  const all = parts.map(([name, count]) => `${count} ${CHANNELS[name as keyof typeof CHANNELS]}`).join(', ')
  const own = direct === 0 ? '' : ` The tests themselves send ${direct}, which are left as they are.`
  if (parts.length > 0) return `The program sends ${all}: mutants change these.${own}`
  return (
    `No request counts as the program's.${own} If they are the program's, hand simulator.fetch itself to it, or name ` +
    'its key with --only-key.'
  )
}
