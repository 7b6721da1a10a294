import { readdirSync, readFileSync } from 'node:fs'
import { COVERAGE_FOLDER, FactFolder } from '../tools/coverage/fact-folder'
import { judgeCoverage } from '../tools/coverage/judge-coverage'
import { readLeastShares } from '../tools/coverage/least-shares'
import type { CoverageDimension } from '../tools/coverage/met-rows'
import type { CoverageReport } from '../tools/coverage/report'
import { redText, reminderText, shareText } from '../tools/coverage/report-text'
import { RunningService } from '../tools/coverage/running-service'
import { type Colour, fitted, type Marks } from './colours'
import { command, type Terminal } from './command'
import { nodeTestVariables } from './node-test-plugin'
import { option } from './options'
import { asFile, checkWritable, PRINTED, writeWhole } from './save'
import { suitePage } from './suite-page'
import { runUserCommand, type UserCommand, userCommand } from './user-command'

export const runCoverage = command({
  word: 'coverage',
  words: 'behind dashes',
  usage: (options) => `accounting-simulator coverage [options] -- COMMAND ARGUMENT...
runs the command that runs your tests, and tells what they have met: refusals,
misfortunes, repeats, pages and webhooks. It begins with the three most valuable
missing tests, each with the line to paste.

  npx accounting-simulator coverage -- npx vitest run

${options}

Every simulator that the command starts is counted, also in further processes. A
service that runs already is counted if SIMULATOR_URL names it. The exit status
is that of the command; 1 if a percentage is below --min; and 2 if it cannot be
judged: an argument is wrong, or no request reached a simulator
(docs/coverage.md).
`,
  options: {
    json: option('FILE')`also writes the report as JSON into a file; - prints it alone, without the tests'
      output`,
    html: option('FILE')`also writes it as a page`,
    min: option('name=percent,...', readLeastShares)`the least percentage of a dimension that must be met,
      such as misfortunes=50,pages=100`,
  },
  run({ json, html, min }, { words, ...terminal }) {
    checkWritable({ '--json': asFile(json), '--html': html })
    if (process.env[COVERAGE_FOLDER] !== undefined)
      throw new Error(
        `it runs within another coverage already (${COVERAGE_FOLDER} is set), which counts these tests, too`,
      )
    if (process.env.ACCOUNTING_MUTANT)
      throw new Error(
        'it runs within mutate (ACCOUNTING_MUTANT is set), whose runs are not the tests as they are',
      )
    return measured(userCommand(words), { least: min ?? new Map(), file: json, page: html }, terminal)
  },
})

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
  { out, error, create }: Terminal,
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
    const judged = judgeCoverage(joined, { least, notCounted, create, ended: status })
    const text = judged.report && `${JSON.stringify(judged.report, null, 2)}\n`
    const { report } = judged
    const shown = report ? fitted(judged.text, marksOf(report), process.stdout, process.env) : judged.text
    if (shown !== '' && file !== PRINTED) out(`\n${shown}`)
    const reminder = report && process.stdout.isTTY ? reminderText(report) : ''
    if (report && reminder !== '' && file !== PRINTED)
      out(`\n${fitted(reminder, marksOf(report), process.stdout, process.env)}`)
    if (text && file === PRINTED) out(text)
    else if (text && file !== undefined) writeWhole('--json', file, [text])
    if (judged.report && page !== undefined)
      writeWhole('--html', page, [suitePage({ coverage: judged.report })])
    if (status !== 0 && file === PRINTED) error(said)
    const unseen = judged.report ? [] : notCounted.map((line) => `not counted: ${line}`)
    for (const complaint of [...judged.complaints, ...unseen])
      error(`accounting-simulator coverage: ${complaint}\n`)
    return status === 0 ? judged.status : status
  } finally {
    folder.remove()
  }
}

/** The colours of lines, and the lines to paste, for a terminal. */
function marksOf(report: CoverageReport): Marks {
  const { missing, dimensions, notCounted } = report
  const colourOf = ({ met, of }: CoverageDimension): Colour =>
    met.length === of ? 'green' : met.length === 0 ? 'red' : 'yellow'
  const red = redText(report)
  return {
    lines: new Map<string, Colour>([
      ...(red === undefined ? [] : [[red, 'red'] as const]),
      ...dimensions.map((one) => [shareText(one), colourOf(one)] as const),
      ...notCounted.map((line) => [`Not counted: ${line}`, 'yellow'] as const),
    ]),
    copied: missing.map(({ paste }) => paste),
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
