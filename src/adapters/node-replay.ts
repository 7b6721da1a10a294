import { readFileSync, statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { AssumptionOverrides } from '../index'
import { isRecordingError, replay } from '../replay/index'

const REPLAY_USAGE = `accounting-simulator replay FILE compares the simulator with recorded traffic of the service.

  FILE                     a HAR 1.2 file, or lines of JSON: { at, request, response }
  --json                   prints the report as JSON
  --origin url             where the service was reached; the default is found in the recording
  --assumptions file.json  replays with these, such as the "assumptions" of an earlier report

It ends with 0 if all agrees, with 1 if something differs, and with 2 if the file cannot be read.
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
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        origin: { type: 'string' },
        assumptions: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    })
    const [file, ...more] = positionals
    if (values.help) {
      out(REPLAY_USAGE)
      return 0
    }
    if (file === undefined || more.length > 0) throw new Error('replay takes one FILE; --help tells more')
    const report = await replay(readRecordingFile(file), {
      ...(values.origin !== undefined && { origin: values.origin }),
      ...(values.assumptions !== undefined && { assumptions: readAssumptions(values.assumptions) }),
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

function readRecordingFile(file: string): string {
  const { size } = statSync(file)
  if (size > BYTES_AT_MOST)
    throw new Error(`${file} has ${size} bytes, and at most ${BYTES_AT_MOST} are read; split the recording`)
  return readFileSync(file, 'utf8')
}

function readAssumptions(file: string): AssumptionOverrides {
  const read = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, unknown>>
  return ('contradicted' in read ? read.assumptions : read) as AssumptionOverrides
}
