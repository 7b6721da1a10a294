import { readdirSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Simulator } from '../index'
import { messageOf } from '../kernel/message-of'
import { COVERAGE_FOLDER, FactFolder } from '../tools/coverage/fact-folder'
import { judgeCoverage } from '../tools/coverage/judge-coverage'
import { readLeastShares } from '../tools/coverage/least-shares'
import { RunningService } from '../tools/coverage/running-service'
import { nodeTestVariables } from './node-test-plugin'
import { checkCommandOptions } from './option-names'
import { asFile, checkWritable, PRINTED, writeWhole } from './save'
import { suitePage } from './suite-page'
import { runUserCommand, splitAtCommand, type UserCommand } from './user-command'

const USAGE = `accounting-simulator coverage [options] -- COMMAND ARGUMENT...
runs the command that runs your tests, and tells what they have met: refusals, misfortunes, repeats, pages and
webhooks. It begins with the three most valuable missing tests, each with the line to paste.

  --json FILE              also writes the report as JSON into a file; - prints it alone, without the tests' output
  --html FILE              also writes it as a page
  --min name=percent,...   the least percentage of a dimension that must be met, such as misfortunes=50,pages=100
  --help                   prints this text

Every simulator that the command starts is counted, also in further processes. A service that runs already is
counted if SIMULATOR_URL names it. The exit status is that of the command; 1 if a percentage is below --min; and 2
if it cannot be judged: an argument is wrong, or no request reached a simulator (docs/coverage.md).
`
const CANNOT_BE_JUDGED = 2

interface Output {
  readonly out: (text: string) => void
  readonly error: (text: string) => void
  /** Makes a simulator, which is asked what the service offers. */
  readonly create: () => Simulator
}

const OPTIONS = {
  json: { type: 'string' },
  html: { type: 'string' },
  min: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

/** Runs `accounting-simulator coverage`. @returns the exit status */
export async function runCoverage(args: string[], output: Output): Promise<number> {
  try {
    const { own, command } = splitAtCommand('coverage', args)
    checkCommandOptions(own, OPTIONS)
    const { values } = parseArgs({ args: own, options: OPTIONS })
    if (values.help || command === undefined) {
      output.out(USAGE)
      return 0
    }
    const least = values.min === undefined ? new Map() : readLeastShares('--min', values.min)
    checkWritable({ '--json': asFile(values.json), '--html': values.html })
    if (process.env[COVERAGE_FOLDER] !== undefined)
      throw new Error(
        `it runs within another coverage already (${COVERAGE_FOLDER} is set), which counts these tests, too`,
      )
    if (process.env.ACCOUNTING_MUTANT)
      throw new Error(
        'it runs within mutate (ACCOUNTING_MUTANT is set), whose runs are not the tests as they are',
      )
    return await measured(command, { least, file: values.json, page: values.html }, output)
  } catch (problem) {
    output.error(`accounting-simulator coverage: ${messageOf(problem)}\n`)
    return CANNOT_BE_JUDGED
  }
}

async function measured(
  command: UserCommand,
  {
    least,
    file,
    page,
  }: {
    readonly least: ReturnType<typeof readLeastShares>
    readonly file: string | undefined
    readonly page: string | undefined
  },
  output: Output,
): Promise<number> {
  const { SIMULATOR_URL: url } = process.env
  const service = url ? await RunningService.open(url) : undefined
  const folder = new FactFolder()
  try {
    const { status, said } = await runUserCommand(command, {
      // The output of the tests does not go into the report.
      output: file === PRINTED ? 'kept' : 'shown',
      env: { [COVERAGE_FOLDER]: folder.path, ...nodeTestVariables(command) },
    })
    const joined = folder.join()
    const notCounted = [...(service ? await service.addTo(joined) : []), ...browserNotes(command)]
    const judged = judgeCoverage(joined, { least, notCounted, create: output.create, ended: status })
    const text = judged.report && `${JSON.stringify(judged.report, null, 2)}\n`
    if (judged.text !== '' && file !== PRINTED) output.out(`\n${judged.text}`)
    if (text && file === PRINTED) output.out(text)
    else if (text && file !== undefined) writeWhole('--json', file, [text])
    if (judged.report && page !== undefined)
      writeWhole('--html', page, [suitePage({ coverage: judged.report })])
    if (status !== 0 && file === PRINTED) output.error(said)
    const unseen = judged.report ? [] : notCounted.map((line) => `not counted: ${line}`)
    for (const complaint of [...judged.complaints, ...unseen])
      output.error(`accounting-simulator coverage: ${complaint}\n`)
    return status === 0 ? judged.status : status
  } finally {
    folder.remove()
  }
}

const BROWSERS = /playwright|cypress|--browser|storybook|web-test-runner|wdio|karma/

/** A page has no file system, so what its own simulators meet reaches nobody. */
const OF_PAGES =
  'simulators inside of browser pages, which cannot write files; one that a page reaches over HTTP (serve) is counted'

/** In these files vitest is told to run tests in a browser. */
const VITEST_FILE = /^vite(st)?\.(config|workspace)\.[cm]?[jt]s$/

const browserNotes = (command: UserCommand): string[] => {
  const isForBrowsers = command.some((word) => BROWSERS.test(word))
  const file = readdirSync('.').find(
    (name) => VITEST_FILE.test(name) && /\bbrowser\s*:/.test(readFileSync(name, 'utf8')),
  )
  if (!isForBrowsers && file === undefined) return []
  return [file === undefined ? OF_PAGES : `${OF_PAGES}; ${file} names a browser`]
}
