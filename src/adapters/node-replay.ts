import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { parseArgs } from 'node:util'
import type { SimulatorOptions } from '../index'
import { perhaps } from '../kernel/nearest-name'
import { isRecordingError, replay } from '../replay/index'

const REPLAY_USAGE = `accounting-simulator replay FILE compares the simulator with recorded traffic of the service.

  FILE                     a HAR 1.2 file, or lines of JSON: { at, request, response }
  --json                   prints the report as JSON
  --origin url             where the service was reached; the default is found in the recording
  --options file.json      replays with these options, such as the "options" of an earlier report:
                           { assumptions, answers, rateLimits }
  --assumptions file.json  the same for assumptions alone

Both files may be a whole report. It ends with 0 if all agrees, with 1 if something differs, and with 2 if
an argument is wrong or the file cannot be read.
`

/** Larger recordings are refused before they are read. */
const BYTES_AT_MOST = 64 * 1024 * 1024

const CANNOT_READ = 2

interface Output {
  readonly out: (text: string) => void
  readonly error: (text: string) => void
}

/** Runs `accounting-simulator replay`. @returns the exit status */
export async function runReplay(args: string[], { out, error }: Output): Promise<number> {
  try {
    const { values, positionals } = readArguments(args)
    const [file, ...more] = positionals
    if (values.help) {
      out(REPLAY_USAGE)
      return 0
    }
    if (file === undefined || more.length > 0) throw new Error('replay takes one FILE; --help tells more')
    const report = await replay(readRecordingFile(file), {
      ...(values.options !== undefined && readOptions(values.options)),
      ...(values.assumptions !== undefined && readAssumptions(values.assumptions)),
      ...(values.origin !== undefined && { origin: originOf(values.origin) }),
    })
    out(values.json ? `${JSON.stringify(report, null, 2)}\n` : `${String(report)}\n`)
    return report.differences.length === 0 ? 0 : 1
  } catch (problem) {
    const place = isRecordingError(problem) ? 'the recording cannot be read: ' : ''
    error(
      `accounting-simulator replay: ${place}${problem instanceof Error ? problem.message : String(problem)}\n`,
    )
    return CANNOT_READ
  }
}

const OPTIONS = {
  json: { type: 'boolean', default: false },
  origin: { type: 'string' },
  options: { type: 'string' },
  assumptions: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

function readArguments(args: string[]) {
  const known = Object.keys(OPTIONS).map((name) => `--${name}`)
  for (const arg of args) {
    const [name = ''] = arg.split('=')
    if (name.startsWith('--') && !known.includes(name))
      throw new Error(`there is no option ${name}${perhaps(name, known)}; --help tells more`)
  }
  return parseArgs({ args, allowPositionals: true, options: OPTIONS })
}

function originOf(text: string): string {
  if (!/^https?:/.test(text) || !URL.canParse(text))
    throw new Error(`--origin must be a URL such as https://api.example.com, not ${text}`)
  return text
}

function readRecordingFile(file: string): string {
  const size = statOf(file).size
  if (size > BYTES_AT_MOST)
    throw new Error(`${file} has ${size} bytes, and at most ${BYTES_AT_MOST} are read; split the recording`)
  return readFileSync(file, 'utf8')
}

/** @throws Error naming the nearest file, if there is no such one */
function statOf(file: string) {
  const stat = statSync(file, { throwIfNoEntry: false })
  if (stat?.isDirectory()) throw new Error(`${file} is a folder; replay takes a file${oneOf(file)}`)
  if (stat) return stat
  const folder = dirname(file)
  const names = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : []
  throw new Error(`there is no file ${file}${perhaps(basename(file), names)}`)
}

function oneOf(folder: string): string {
  const [first] = readdirSync(folder).filter((name) => /\.(har|jsonl?|ndjson)$/i.test(name))
  return first === undefined ? '' : `, such as ${first}`
}

type Given = Pick<SimulatorOptions, 'assumptions' | 'answers' | 'rateLimits'>

/** Options as `createSimulator` takes them, or the report that holds them. */
function readOptions(file: string): Given {
  const read = readObject('--options', file)
  const { assumptions, answers, rateLimits, ...others } = isObject(read.options) ? read.options : read
  const [other] = Object.keys(others)
  if (other !== undefined) {
    const names = ['assumptions', 'answers', 'rateLimits']
    throw new Error(`${file} has ${other}${perhaps(other, names)}; --options takes ${names.join(', ')}`)
  }
  return {
    ...(assumptions !== undefined && { assumptions }),
    ...(answers !== undefined && { answers }),
    ...(rateLimits !== undefined && { rateLimits }),
  } as Given
}

function readAssumptions(file: string): Given {
  const read = readObject('--assumptions', file)
  return {
    assumptions: (isObject(read.assumptions) ? read.assumptions : read) as Given['assumptions'],
  } as Given
}

function readObject(option: string, file: string): Readonly<Record<string, unknown>> {
  statOf(file)
  const text = readFileSync(file, 'utf8')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (problem) {
    throw new Error(`${option} ${file} is not JSON: ${(problem as Error).message}`)
  }
  if (!isObject(value)) throw new Error(`${option} ${file} must hold an object`)
  return value
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
