import { messageOf } from '../kernel/message-of'
import { isRecordingError, type ReplayReport, replay } from '../tools/replay/index'
import { command } from './command'
import { option, toggle } from './options'
import { filesBeside, readAssumptions, readOptionsFile, readRecordingFile } from './replay-files'

export const runReplay = command({
  word: 'replay',
  words: 'any',
  usage: (options) => `accounting-simulator replay compares the simulator with recorded traffic of the
service.

Usage: accounting-simulator replay FILE [options]

FILE is a HAR 1.2 file, with the files beside it that it names, or lines of
JSON: { at, request, response }

${options}

Both files may be a whole report. The exit status is 0 if everything agrees, 1
if something differs, and 2 if an argument is wrong or the file cannot be read.
`,
  options: {
    json: toggle`prints the report as JSON`,
    origin: option('url', originOf)`where the service was reached; the default is found in the recording`,
    options: option('file.json', readOptionsFile)`replays with these options, such as the "options" of an
      earlier report: { assumptions, answers, rateLimits }`,
    assumptions: option('file.json', readAssumptions)`the same for assumptions alone`,
  },
  async run({ json, origin, options, assumptions }, { words: [file, ...more], out }) {
    if (file === undefined || more.length > 0) throw new Error('replay takes one FILE; --help tells more')
    try {
      const own = { ...options, ...assumptions, ...(origin !== undefined && { origin }) }
      const report = await replay(readRecordingFile(file), { attached: filesBeside(file), ...own })
      out(json ? `${JSON.stringify(report, null, 2)}\n` : `${report}\n\n${nextSteps(report, file)}\n`)
      return report.differences.length === 0 ? 0 : 1
    } catch (problem) {
      if (isRecordingError(problem))
        throw new Error(`the recording cannot be read: ${messageOf(problem)}`, { cause: problem })
      throw problem
    }
  },
})

function originOf(text: string): string {
  if (!/^https?:/.test(text) || !URL.canParse(text))
    throw new Error(`--origin must be a URL such as https://api.example.com, not ${text}`)
  return text
}

function nextSteps(report: ReplayReport, file: string): string {
  const { differences, left, contradicted, undecided, alike, alikeWithoutBody, silent } = report
  const hasOptions = left.length < differences.length
  const isSuspected = contradicted.length + undecided.length > 0
  const steps = [
    ...(hasOptions
      ? ['Copy the options into createSimulator: your tests then meet the service as it was recorded.']
      : []),
    ...(isSuspected && undecided.length > 0
      ? [
          'Where several values fit, record a call that tells them apart: the section says what they differ in.',
        ]
      : []),
    ...(left.length > 0
      ? ['For what no option sets, ask the service which is right; until then no test should rest on it.']
      : []),
    ...(alike + alikeWithoutBody === 0 && differences.length === 0
      ? ['Nothing was compared: record calls that create what the later ones read.']
      : [
          `Keep ${file} beside your tests, and let one fail once both disagree (docs/replay.md, "In your CI").`,
        ]),
    ...(silent.length > 0
      ? ['Record refusals, too: they say the most about the other assumptions (docs/replay.md, "Recording").']
      : []),
  ]
  return ['Next:', ...steps.map((step, at) => `  ${at + 1}. ${step}`)].join('\n')
}
