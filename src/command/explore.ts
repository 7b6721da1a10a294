import { parseArgs } from 'node:util'
import { oneOfNames, whole } from '../errors/reader'
import { serve } from '../hosts/node'
import type { Records, Simulator, SimulatorOptions } from '../index'
import { messageOf } from '../kernel/message-of'
import { perhaps } from '../kernel/nearest-name'
import { commandFor } from '../tools/explore/host/command-line'
import { exploreCommand, proposeForCommand } from '../tools/explore/host/explore-command'
import { PROFILES } from '../tools/explore/plan/kinds'
import { readShard } from '../tools/explore/read-experiment'
import { merge } from '../tools/explore/report/merge'
import type { Report } from '../tools/explore/report/report'
import { parseJsonOption, readJson } from './arguments'
import { paintFor } from './colours'
import { checkCommandOptions } from './option-names'
import { checkWritable, writeWhole } from './save'

const USAGE = `accounting-simulator explore [options] -- PROGRAM ARGUMENT...
accounting-simulator explore propose [--world FILE] [--timeout 30] -- PROGRAM ARGUMENT...
accounting-simulator explore merge [--json] [--report FILE] FILE...
plays the misfortunes of production against a program in any language, and tells the smallest story
that breaks it. The program runs twice for each plan, the second time without misfortunes; it finds
the service in ACCOUNTING_URL, its key in ACCOUNTING_API_KEY (the current one in the file
ACCOUNTING_API_KEY_FILE), and a folder that survives crashes in ACCOUNTING_DATA.

  --world file.json                   starts from an exported world
  --check 'command'                   ends with 0 if all is well; what it prints are complaints. It finds the
                                      service in ACCOUNTING_URL, with the controls
  --unique invoices.reference_number  no two records may have the same value; may be repeated
  --faults production                 or orders, network, cosmic
  --runs 100                          most plans
  --time 120                          seconds after which no more plans are begun
  --timeout 30                        seconds that one run may take
  --workers 2                         plans that are played at a time; as many as there are processors, at most 4,
                                      unless two runs at once disturb each other
  --seed 1                            whole number that the random plans follow from
  --plan '[...]'                      plays this plan only
  --shard 3/8                         plays the third of eight shares of the plans
  --report FILE                       writes the report as JSON into a file
  --json                              prints the report as JSON
  --progress                          prints a line of JSON to standard error after each run: { runs, most }

The first form plays the misfortunes. explore propose plays the program without any and prints a check to
paste: a script for Node that says whether each record that it created is there once.
explore merge joins the reports of all shards, written with --report.

It ends with 0 if the program survives, with 1 if not, and with 2 if the arguments are wrong.
Time is real here: hours of outage, skewed clocks and webhooks are left out (docs/explore.md).
`
/** Of wrong arguments, and of a report that shows nothing. */
const NO_JUDGEMENT = 2

interface Output {
  readonly out: (text: string) => void
  readonly error: (text: string) => void
  /** Shows a line in the place of the one before. Absent if nobody looks at a terminal. */
  readonly line?: ((text: string) => void) | undefined
  /** Makes the world. */
  readonly create: (options: SimulatorOptions) => Simulator
}

const OPTIONS = {
  world: { type: 'string' },
  check: { type: 'string' },
  unique: { type: 'string', multiple: true, default: [] as string[] },
  faults: { type: 'string', default: 'production' },
  runs: { type: 'string', default: '100' },
  time: { type: 'string', default: '120' },
  timeout: { type: 'string', default: '30' },
  workers: { type: 'string' },
  seed: { type: 'string', default: '1' },
  plan: { type: 'string' },
  shard: { type: 'string' },
  report: { type: 'string' },
  json: { type: 'boolean', default: false },
  progress: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

/** Runs `accounting-simulator explore`. @returns the exit status */
export async function runExplore(args: string[], output: Output): Promise<number> {
  try {
    const isMerge = args[0] === 'merge'
    refuseWord(args)
    checkCommandOptions(args, optionsOf(args[0]))
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS })
    if (values.help) {
      output.out(USAGE)
      return 0
    }
    if (args[0] === 'propose') {
      output.out(await proposed(args.slice(1), output))
      return 0
    }
    // Before a search that takes long.
    checkWritable({ '--report': values.report })
    const report = isMerge ? merge(positionals.slice(1).map(reportIn)) : await found(args, output)
    const json = `${JSON.stringify(report, null, 2)}\n`
    if (values.report !== undefined) writeWhole('--report', values.report, [json])
    output.out(values.json ? json : `${withVerdict(report)}\n`)
    if (report.provesNothing) return NO_JUDGEMENT
    return report.survived ? 0 : 1
  } catch (problem) {
    const text = messageOf(problem)
    output.error(`accounting-simulator explore: ${text}\n`)
    return NO_JUDGEMENT
  }
}

/** The report, with its first line in the colour of its verdict. */
function withVerdict(report: Report): string {
  const [verdict = '', ...rest] = String(report).split('\n')
  const colour = report.survived ? 'green' : 'red'
  const paint = paintFor(process.stdout, process.env)
  return [paint(verdict, report.provesNothing ? 'yellow' : colour), ...rest].join('\n')
}

const FORMS = ['propose', 'merge']

/** Before the program, which follows `--`, stands the name of a form or an option. */
function refuseWord([word = '', ...rest]: string[]): void {
  if (FORMS.includes(word) || word.startsWith('-') || !rest.includes('--')) return
  throw new Error(`there is no explore ${word}${perhaps(word, FORMS)}; there are ${FORMS.join(' and ')}`)
}

function optionsOf(word: string | undefined): object {
  const { help, world, timeout, json, report } = OPTIONS
  if (word === 'propose') return { help, world, timeout }
  return word === 'merge' ? { help, json, report } : OPTIONS
}

const reportIn = (file: string): Report => readJson('the report', file) as Report

const proposed = (args: string[], output: Output): Promise<string> =>
  proposeForCommand({ ...programIn(args, output), check: undefined })

/** Reads the words that start a program. */
function programIn(args: string[], { create }: Output) {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS })
  if (positionals.length === 0)
    throw new Error('explore needs a program: explore [options] -- PROGRAM; --help tells more')
  const world =
    values.world === undefined
      ? {}
      : { world: readJson('--world', values.world) as SimulatorOptions['world'] & {} }
  const simulator = create({ clock: 'live', ...world })
  return {
    values,
    world: simulator,
    serve,
    command: positionals,
    check: values.check === undefined ? undefined : ['sh', '-c', values.check],
    unique: values.unique.map((text) => pairOf(text, simulator)),
    timeout: numberOf('--timeout', values.timeout) * 1000,
  }
}

function found(args: string[], output: Output): Promise<Report> {
  const { error, line } = output
  const { values, ...program } = programIn(args, output)
  return exploreCommand({
    ...program,
    faults: oneOfNames(PROFILES)(values.faults, '--faults'),
    runs: numberOf('--runs', values.runs),
    time: numberOf('--time', values.time) * 1000,
    seed: numberOf('--seed', values.seed),
    workers: values.workers === undefined ? undefined : whole(1)(Number(values.workers), '--workers'),
    shard: values.shard === undefined ? undefined : readShard(values.shard, '--shard'),
    plan: values.plan === undefined ? undefined : parseJsonOption('--plan', values.plan),
    onProgress: values.progress ? undefined : line,
    again: (plan) => commandFor(args, JSON.stringify(plan)),
    onRun: values.progress ? progress(numberOf('--runs', values.runs), error) : undefined,
  })
}

function progress(most: number, tell: (text: string) => void): () => void {
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

function numberOf(option: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${option} must be a whole number, not ${text}`)
  return Number(text)
}
