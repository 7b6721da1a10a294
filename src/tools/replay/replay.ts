import type { SimulatorOptions } from 'accounting-simulator'
import { refuseSurplus } from '../../errors/at-caller'
import { checkOptionNames } from '../../errors/option-names'
import { anyObject, form, orUndefined, text } from '../../errors/reader'
import { type OwningTest, untilEnded, untilRead } from '../../running-test/until-read'
import { alternativesOf } from './alternatives'
import { overridesOf, rehearsed } from './checkpoints'
import { earlierRecords } from './earlier-records'
import type { ReadAttached } from './read-har'
import { type RecordingLimits, readLimits, readRecording } from './read-recording'
import { type ReplayReport, replayReport } from './report'
import { replayText } from './report-text'
import { searchAssumptions } from './search'
import { serviceCalls } from './service-calls'
import { canBegin, openSimulator, sessionOf } from './session'
import { suggest } from './suggest'

export interface ReplayOptions
  extends Omit<SimulatorOptions, 'baseUrl' | 'now' | 'clock' | 'apiKeys' | 'traffic'> {
  /** The origin at which the service was reached. @default the origin with most of the service's paths */
  readonly origin?: string
  /** The limits of reading. A recording beyond a limit is refused. */
  readonly limits?: RecordingLimits
  /**
   * Reads a file that a HAR names instead of containing a body, as with Playwright's `content: 'attach'`. The
   * name has no folder. Returns undefined if there is no such file.
   * @example
   * { attached: (name) => readFileSync(join(folder, name)) }
   */
  readonly attached?: (name: string) => string | Uint8Array | undefined
}

const reader = form<ReadAttached>('a function of a file name', (given) => typeof given === 'function')

/**
 * Replays recorded traffic of the real service against a simulator and reports the differences: assumptions
 * that the recording contradicts, with the values that fit, and differences that no assumption explains.
 *
 * Keys, cookies and secrets are removed when the recording is read. Records older than the recording are
 * replaced by stand-ins with the details that it shows.
 * @param recording a HAR 1.2 file as text or object, lines of JSON, a list of exchanges
 * `{ at, request: { method, url, headers, body }, response: { status, headers, body } }`, or `simulator.traffic`
 * @returns a plain object; `String(report)` prints it for people
 * @throws RecordingError if the recording cannot be read
 * @throws OptionError naming the invalid option
 * @example
 * const report = await replay(readFileSync('session.har', 'utf8'))
 * report.contradicted // [{ id: 'create-status', here: 'by-kind', fits: ['201'], section: '7.2', ... }]
 * const simulator = createSimulator(report.options) // { assumptions: { 'create-status': '201' } }
 */
export async function replay(recording: unknown, options: ReplayOptions = {}): Promise<ReplayReport> {
  refuseSurplus(replay, arguments, 2)
  return untilEnded('replay', (here) => replayed(recording, options, here))
}

async function replayed(recording: unknown, options: ReplayOptions, here: OwningTest): Promise<ReplayReport> {
  checkOptionNames(options, ['origin', 'limits', 'attached'])
  const { origin, limits: given, attached, ...more } = options
  const asked = orUndefined(text)(origin, 'origin')
  const limits = readLimits(given)
  const inForce = orUndefined(anyObject)(more.assumptions, 'assumptions') ?? {}
  const read = readRecording(recording, limits, orUndefined(reader)(attached, 'attached'))
  const { calls, origin: served, ignored, preflights } = serviceCalls(read, asked, { ...limits })
  const session = await rehearsed(sessionOf(calls, earlierRecords(calls), more))
  const simulator = openSimulator(session, {})
  const { register, alternatives } = alternativesOf(simulator, calls, inForce)
  simulator[Symbol.dispose]()
  const findings = await searchAssumptions(
    session,
    alternatives.filter(({ id, value }) => canBegin(session, { [id]: value })),
  )
  const turned = overridesOf(findings.turned)
  const report = replayReport({
    findings,
    suggestion: await suggest(session, findings.best, turned),
    register: register.map((one) => ({
      ...one,
      isSwitch: one.alternatives.length > 0 || one.accepts !== undefined,
    })),
    inForce,
    origin: served,
    keys: session.keys.length,
    ignored,
    preflights,
    isCutOff: read.isCutOff,
  })
  Object.defineProperty(report, 'toString', { value: () => replayText(report) })
  const { length } = report.differences
  return length === 0
    ? report
    : untilRead(report, `replay found differences (${length}), and nobody read its report`, undefined, here)
}
