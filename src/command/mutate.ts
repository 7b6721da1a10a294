import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type Mutant, mutantText, UNCHANGED } from '../service/mutants/mutant'
import { MUTANT_NAMES } from '../service/mutants/mutant-kinds'
import { FactFolder } from '../tools/coverage/fact-folder'
import { judgeCoverage } from '../tools/coverage/judge-coverage'
import type { CoverageReport } from '../tools/coverage/report'
import { fitted } from './colours'
import { command, commandForm, NO_JUDGEMENT, type Terminal } from './command'
import { MUTATE_OPTIONS, type MutateArguments, REPORTS, readMutateArguments } from './mutate/arguments'
import {
  type BareRuns,
  bugsIn,
  chosenMutants,
  isPredicting,
  lastLines,
  mutantTimeLimit,
  readBareRuns,
  refuseShortBudget,
} from './mutate/bare-runs'
import { marksOf } from './mutate/marks'
import { MutantPlayer } from './mutate/mutant-player'
import { isGreen, predictedOutcomes } from './mutate/outcome'
import { realTimeText } from './mutate/real-time-text'
import {
  endedBy,
  isSurvivor,
  judgedMutant,
  judgedName,
  type MutateReport,
  mutateReport,
  mutateText,
} from './mutate/report'
import { type JudgedRun, runJudged } from './mutate/run'
import { mergeReports, mutantShare, shareOf } from './mutate/shards'
import { jsonFile } from './options'
import { asFile, checkWritable, PRINTED, writeWhole } from './save'
import { suitePage } from './suite-page'

const BARE_RUNS = 3
/** Without a budget: real milliseconds after which the first run counts as one that never ends. */
const FIRST_RUN_AT_MOST = 30 * 60_000

export const runMutate = command({
  word: 'mutate',
  words: 'behind dashes',
  usage: (options) => `accounting-simulator mutate tells what the tests that COMMAND runs would notice.
It runs them three times as they are, then with the bugs that a client could
have: the requests that simulators get are changed on their way, and the tests
should fail. Bugs of different tests share runs; one that would change nothing,
or that the service would refuse, takes none.

Usage: accounting-simulator mutate [options] -- COMMAND
       accounting-simulator mutate merge [--json FILE] [--html FILE] FILE...

  npx accounting-simulator mutate -- npx vitest run

${options}

Bugs:
  ${MUTANT_NAMES.join(', ').replace(/(.{40,76},)\s/g, '$1\n  ')}

It ends with 0 if nothing survived, with 1 if something did, and with 2 if the
tests are not green by themselves or nothing can be judged (docs/mutate.md).
`,
  options: MUTATE_OPTIONS,
  async run(values, { words, ...terminal }) {
    const given = readMutateArguments(values, words)
    const line = terminal.progress?.()
    // The report stands below the line, so the line goes first.
    const { report, coverage } = await judged(given, terminal, line).finally(() => line?.(''))
    return tell(report, coverage, given, terminal)
  },
  forms: {
    merge: commandForm({
      options: REPORTS,
      words: 'any',
      run(given, { words, ...terminal }) {
        if (words.length === 0)
          throw new Error('mutate merge needs the reports of all shards: mutate merge FILE...')
        checkWritable({ '--json': asFile(given.json), '--html': given.html })
        return tell(
          mergeReports(words.map((file) => jsonFile(file, 'the report'))),
          undefined,
          given,
          terminal,
        )
      },
    }),
  },
})

/** Writes the report on what was played. @returns the exit status */
function tell(
  report: MutateReport,
  coverage: CoverageReport | undefined,
  { json, html }: Pick<MutateArguments, 'json' | 'html'>,
  { out, error }: Terminal,
): number {
  const text = `${JSON.stringify(report, null, 2)}\n`
  out(json === PRINTED ? text : fitted(mutateText(report), marksOf(report), process.stdout, process.env))
  if (json !== undefined && json !== PRINTED) writeWhole('--json', json, [text])
  if (html !== undefined) writeWhole('--html', html, [suitePage({ coverage, mutate: report })])
  const { unplayed, of, shard } = report
  if (report.mutants.some(isSurvivor)) return 1
  // The other shards may have what this one lacks.
  if (unplayed === 0 && (of > 0 || shard)) return 0
  const why = unplayed > 0 ? `${endedBy(report)} before every mutant was judged` : 'no mutant could be judged'
  error(`accounting-simulator mutate: ${why}\n`)
  return NO_JUDGEMENT
}

interface Judged {
  readonly report: MutateReport
  /** The coverage of the first run, if a page shows it. */
  readonly coverage: CoverageReport | undefined
}

async function judged(
  given: MutateArguments,
  { error, create }: Terminal,
  line: ((text: string) => void) | undefined,
): Promise<Judged> {
  const { command, onlyKey, budget, only, atOnce, shard, progress } = given
  const begin = performance.now()
  const end = begin + budget
  const show = progress
    ? (says: string) => error(`${JSON.stringify({ says })}\n`)
    : (line ?? (() => undefined))
  const folder = given.html === undefined ? undefined : new FactFolder()
  try {
    const { runs, busy } = await bareRuns(given, end, show, folder)
    const bare = readBareRuns(runs, onlyKey)
    const coverage =
      folder && judgeCoverage(folder.join(), { least: new Map(), notCounted: [], create }).report
    const before = workingTree()
    const chosen = chosenMutants(bare.seen, only)
    const targets = shard ? shareOf(chosen, shard) : chosen
    if (atOnce > 1) await refuseIfDisturbed(given, bare)
    const bareRunsEnd = performance.now()
    const predicted = new Map(runs.flatMap((run) => [...predictedOutcomes(run)]))
    const isPlayed = (one: Mutant): boolean => !predicted.has(mutantText(one))
    const player = new MutantPlayer(given, bare, end)
    const results = await player.playAll(targets.filter(isPlayed), show)
    const byName = new Map(results.map((one) => [judgedName(one), one]))
    const mutants = targets.flatMap((one) => {
      const outcome = predicted.get(mutantText(one))
      return outcome ? judgedMutant(one, { outcome }, given) : (byName.get(mutantText(one)) ?? [])
    })
    const after = workingTree()
    const written = before && after ? changedFiles(before, after) : []
    const played = new Set(mutants.map(judgedName))
    const left = targets.filter((one) => !played.has(mutantText(one)))
    const notJudged = [...written.map(isWritten), ...busy.map(isLeftOut)]
    const report = mutateReport(command, bare, {
      mutants,
      notJudged,
      notPlayed: left.map(mutantText),
      ...(player.stoppedBy && { stoppedBy: player.stoppedBy }),
      ...(Number.isFinite(budget) && {
        budget: {
          seconds: budget / 1000,
          bareRuns: secondsOf(bareRunsEnd - begin),
          mutants: secondsOf(performance.now() - bareRunsEnd),
        },
      }),
      ...(shard && { shard: mutantShare(chosen, shard) }),
    })
    return { report, coverage }
  } finally {
    folder?.remove()
  }
}

/** @param folder where the first run notes what it meets */
async function bareRuns(
  { command, onlyKey, budget }: MutateArguments,
  end: number,
  show: (text: string) => void,
  folder: FactFolder | undefined,
): Promise<{ readonly runs: JudgedRun[]; readonly busy: JudgedRun[] }> {
  const runs: JudgedRun[] = []
  const busy: JudgedRun[] = []
  while (runs.length < BARE_RUNS) {
    const [first] = runs
    const known = first ? `: ${bugsIn(first)}, and a run takes ${realTimeText(first.duration)}` : ''
    show(`run ${runs.length + 1} of ${BARE_RUNS} without a bug${known}`)
    const coverage = first ? undefined : folder?.path
    const timeLimit = Math.max(1, Math.min(end - performance.now(), FIRST_RUN_AT_MOST))
    const foresees = runs.length === BARE_RUNS - 1 && busy.length === 0
    const last = await runJudged(command, { mutant: UNCHANGED, onlyKey, timeLimit, foresees, coverage })
    runs.push(last)
    // Whatever the others show.
    const isUsed = last.facts.some(({ simulator }) => simulator)
    const hasBug = !last.isGreen || last.facts.some(({ seen }) => seen)
    if (!(isUsed && hasBug) && !last.isLate) break
    refuseShortBudget(runs, { budget, left: end - performance.now(), of: BARE_RUNS })
    if (last.isLate) break
    // A test that is red again fails by itself.
    if (busy.length > 0 && !last.isGreen) runs.push(...busy.splice(0))
    if (runs.length === BARE_RUNS && busy.length < MOST_BUSY) busy.push(...takenSlow(runs))
  }
  return { runs, busy }
}

/** Runs that may be left out, because the machine was busy. */
const MOST_BUSY = 2

/** Runs that are red and took twice as long as another, or told of each mutant: a busy machine may be why. */
function takenSlow(runs: JudgedRun[]): JudgedRun[] {
  const fastest = Math.min(...runs.map(({ duration }) => duration))
  const isRedAlone = runs.filter((run) => !run.isGreen).length === 1
  const isSlow = (run: JudgedRun): boolean => run.duration > 2 * fastest || (isRedAlone && isPredicting(run))
  const at = runs.findIndex((run) => !run.isGreen && isSlow(run))
  return at < 0 ? [] : runs.splice(at, 1)
}

const isLeftOut = (run: JudgedRun): string =>
  `a run without a bug was red (${run.failed.join(', ') || 'of no known test'}) and ` +
  `${isPredicting(run) ? 'also told what each bug would do' : 'took twice as long as another'}; it ` +
  'was green when it was played again, so it does not count: was the machine busy, or does a test wait for ever?'

const secondsOf = (milliseconds: number): number => Math.round(milliseconds / 100) / 10

/** Tests that share a port or a file are red side by side, whatever the mutant. @throws Error for the terminal */
async function refuseIfDisturbed(
  { command, onlyKey, atOnce }: MutateArguments,
  bare: BareRuns,
): Promise<void> {
  const timeLimit = mutantTimeLimit(bare, atOnce)
  const run = () => runJudged(command, { mutant: UNCHANGED, onlyKey, timeLimit })
  const runs = await Promise.all(Array.from({ length: atOnce }, run))
  const red = runs.find((one) => !isGreen(one, new Set(bare.unstable)))
  if (red)
    throw new Error(
      `--at-once ${atOnce}: the command is green alone, and not where ${atOnce} runs of it are side by side, so ` +
        'every bug would count as found. Do its tests share a port or a file? Leave --at-once out:' +
        `\n${lastLines(red.said)}`,
    )
}

const isWritten = (file: string): string =>
  `${file} was changed while mutants were played: a snapshot or recording may hold what a mutant made of it`

/** The files of a working tree that differ from its last commit, with their state. */
type WorkingTree = ReadonlyMap<string, string>

/** Undefined outside of a working tree of git, and without git. */
function workingTree(): WorkingTree | undefined {
  try {
    const top = git('rev-parse', '--show-toplevel').trim()
    const listed = git('status', '--porcelain', '--untracked-files=all', '-z').split('\0')
    const lines = listed.filter((line) => line !== '')
    return new Map(lines.map((line) => [line, stateOf(join(top, line.slice(3)))]))
  } catch {
    return undefined
  }
}

const git = (...args: string[]): string =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

function stateOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats ? `${stats.mtimeMs} ${stats.size}` : 'none'
}

/** The files whose state differs. */
function changedFiles(before: WorkingTree, after: WorkingTree): string[] {
  const lines = new Set([...before.keys(), ...after.keys()])
  const changed = [...lines].filter((line) => before.get(line) !== after.get(line))
  return [...new Set(changed.map((line) => line.slice(3)))].sort()
}
