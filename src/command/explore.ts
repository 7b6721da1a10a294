import { oneOfNames } from '../errors/reader'
import { serve } from '../hosts/node'
import { createSimulator, type Records, type Simulator, type SimulatorOptions } from '../index'
import { commandFor, shellWord } from '../tools/explore/host/command-line'
import { exploreCommand, proposeForCommand } from '../tools/explore/host/explore-command'
import { PROFILES } from '../tools/explore/plan/kinds'
import { readShard } from '../tools/explore/read-experiment'
import { merge } from '../tools/explore/report/merge'
import type { Report } from '../tools/explore/report/report'
import { type Colour, fitted } from './colours'
import { command, commandForm, NO_JUDGEMENT, type Terminal } from './command'
import {
  group,
  jsonFile,
  jsonText,
  option,
  preset,
  repeated,
  toggle,
  type Values,
  wholeNumber,
} from './options'
import { checkWritable, writeWhole } from './save'

/** Real milliseconds between two lines of a log about a search, which plays many plans in a second. */
const BETWEEN_LINES = 10_000

const seconds = (text: string, name: string): number => 1000 * wholeNumber()(text, name)

const PROGRAM = {
  world: option('file.json', jsonFile)`starts from an exported world`,
  timeout: preset('30', seconds)`seconds that one run may take`,
}

const REPORT = {
  report: option('FILE')`writes the report as JSON into a file`,
  json: toggle`prints the report as JSON`,
}

export const runExplore = command({
  word: 'explore',
  words: 'any',
  usage: (options) => `accounting-simulator explore searches for bugs in a program of any language: it
plays the misfortunes of production against it, and tells the smallest story
that breaks it.

Usage: accounting-simulator explore [options] -- PROGRAM ARGUMENT...
       accounting-simulator explore propose [options] -- PROGRAM ARGUMENT...
       accounting-simulator explore merge [--json] [--report FILE] FILE...

  npx accounting-simulator explore --unique invoices.reference_number -- \\
    node my-client.js

The program runs twice for each plan, the second time without misfortunes. It
finds the service in ACCOUNTING_URL, its key in ACCOUNTING_API_KEY (the current
one in the file ACCOUNTING_API_KEY_FILE), and a folder that survives crashes in
ACCOUNTING_DATA.

explore propose plays the program without misfortunes and prints a check to
paste: a script for Node that says whether each record that it created is there
once. It takes --world and --timeout. explore merge joins the reports of all
shards, written with --report.

${options}

It ends with 0 if the program survives, with 1 if not, and with 2 if the
arguments are wrong. Time is real here: hours of outage, skewed clocks and
webhooks are left out (docs/explore.md).
`,
  options: {
    ...group('The program', {
      world: PROGRAM.world,
      timeout: PROGRAM.timeout,
    }),
    ...group('A run is well if', {
      unique: repeated('invoices.reference_number')`no two records have the same value; may be repeated`,
      check: option("'command'")`this command ends with 0; what it prints are complaints. It finds the
        service in ACCOUNTING_URL, with the controls`,
    }),
    ...group('The search', {
      faults: preset('production', oneOfNames(PROFILES))`or orders, network, cosmic`,
      runs: preset('100', wholeNumber())`most plans`,
      time: preset('120', seconds)`seconds after which no more plans are begun`,
      workers: option('2', wholeNumber(1))`plans that are played at a time; as many as there are processors,
        at most 4, unless two runs at once disturb each other`,
      seed: preset('1', wholeNumber())`whole number that the random plans follow from`,
      plan: option("'[...]'", jsonText)`plays this plan only`,
      shard: option('3/8', readShard)`plays the third of eight shares of the plans`,
    }),
    ...group('The report', {
      ...REPORT,
      progress: toggle`prints a line of JSON to standard error after each run: { runs, most }`,
    }),
  },
  async run(values, { words, args, ...terminal }) {
    // Before a search that takes long.
    checkWritable({ '--report': values.report })
    const { faults, runs, time, seed, workers, shard, plan, unique, check, progress } = values
    const program = programOf(words, values.world, values.timeout)
    return tell(
      await exploreCommand({
        ...{ ...program, faults, runs, time, seed, workers, shard, plan },
        check: check === undefined ? undefined : ['sh', '-c', check],
        unique: unique.map((text) => pairOf(text, program.world)),
        onProgress: progress ? undefined : terminal.progress?.(BETWEEN_LINES),
        again: (plan) => commandFor(args, JSON.stringify(plan)),
        onRun: progress ? tellRuns(runs, terminal.error) : undefined,
      }),
      values,
      terminal,
    )
  },
  forms: {
    propose: commandForm({
      options: PROGRAM,
      words: 'any',
      async run({ world, timeout }, { words, out }) {
        out(await proposeForCommand({ ...programOf(words, world, timeout), check: undefined, unique: [] }))
        return 0
      },
    }),
    merge: commandForm({
      options: REPORT,
      words: 'any',
      run(values, { words, ...terminal }) {
        checkWritable({ '--report': values.report })
        return tell(merge(words.map((file) => jsonFile(file, 'the report') as Report)), values, terminal)
      },
    }),
  },
})

/** Writes and prints a report. @returns the exit status */
function tell(report: Report, { report: file, json }: Values<typeof REPORT>, { out }: Terminal): number {
  const text = `${JSON.stringify(report, null, 2)}\n`
  if (file !== undefined) writeWhole('--report', file, [text])
  out(json ? text : `${withVerdict(report)}\n`)
  if (report.provesNothing) return NO_JUDGEMENT
  return report.survived ? 0 : 1
}

/** The report as a terminal shows it: its verdict and complaints are coloured, and the story beside them is grey. */
function withVerdict(report: Report): string {
  const text = String(report)
  const [verdict = ''] = text.split('\n')
  const colour = report.provesNothing ? 'yellow' : report.survived ? 'green' : 'red'
  const story = report.failure?.story.split('\n').filter((line) => line !== '') ?? []
  // A complaint may have several lines; those of the story are indented.
  const begin = story.findIndex((line) => line.startsWith('  '))
  const complaints = begin < 0 ? story.length : begin
  const lines = new Map<string, Colour>([
    ...story.map((line, at) => [line, at < complaints ? 'red' : 'dim'] as const),
    [verdict, colour],
    ...report.warnings.map((warning) => [`  Warning: ${warning}`, 'yellow'] as const),
  ])
  // The command that plays it again has the plan.
  const copied = report.failure ? [shellWord(JSON.stringify(report.failure.plan))] : []
  return fitted(text, { lines, copied }, process.stdout, process.env)
}

/** The words that start a program, and the world that it meets. */
function programOf(command: readonly string[], world: unknown, timeout: number) {
  if (command.length === 0)
    throw new Error('explore needs a program: explore [options] -- PROGRAM; --help tells more')
  const given = world === undefined ? {} : { world: world as SimulatorOptions['world'] & {} }
  return { world: createSimulator({ clock: 'live', ...given }), serve, command, timeout }
}

function tellRuns(most: number, tell: (text: string) => void): () => void {
  let runs = 0
  return () => {
    runs += 1
    tell(`${JSON.stringify({ runs, most })}\n`)
  }
}

/** @throws Error for a record type or member that does not exist, before anything is played */
function pairOf(text: string, { types }: Simulator): [keyof Records, never] {
  const [records, member, ...rest] = text.split('.')
  if (!records || !member || rest.length > 0)
    throw new Error(
      `--unique must be a record type and a member, such as invoices.reference_number, not ${text}`,
    )
  const { name, members } = types.named(records, '--unique')
  return [name as keyof Records, oneOfNames([...members.keys()])(member, '--unique') as never]
}
