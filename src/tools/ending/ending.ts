import type { Simulator } from '../../index'
import { internalsOf } from '../../simulator/internals-of'
import { sitesText } from './fault-sites'
import { hintsAfterwards, hintsOf, thrownText } from './hints'
import { turnsForLateCalls } from './left-behind'

/**
 * The error of a test that passed, yet left something behind; undefined without problems. It is the error of a
 * receiver, if one threw, so that the runner shows its line.
 * @param frame of the line that a problem is about, for the runner to show
 */
export async function errorOfEnd(
  name: string,
  problems: readonly string[],
  simulator: Simulator,
  frame?: string,
): Promise<unknown> {
  const [first, ...others] = simulator.webhooks.receivers.takeThrown()
  if (first) {
    const error = isErrorLike(first.error)
      ? first.error
      : new Error(thrownText(first), { cause: first.error })
    await addHints(error, simulator, [...others.map(thrownText), ...problems])
    return error
  }
  if (problems.length === 0) return undefined
  const error = new Error(`${name} leaves things undone:${indented(problems)}\n\n${storyOf(simulator)}`)
  if (frame) error.stack = `Error: ${error.message}\n${frame}`
  return error
}

interface ErrorLike {
  readonly name?: string
  message?: string
  stack?: string
}

const isErrorLike = (error: unknown): error is ErrorLike =>
  typeof error === 'object' && error !== null && 'message' in error

/** Adds hints and the timeline to an error's message and stack: reporters show these, the output is often lost. */
export async function addHints(
  error: ErrorLike,
  simulator: Simulator,
  complaints: readonly string[] = [],
): Promise<void> {
  const then = hintsOf(simulator)
  await turnsForLateCalls()
  const found = [
    ...complaints,
    ...then,
    ...hintsAfterwards(simulator),
    ...unseen(simulator),
    ...wentPast(error, simulator),
  ]
  const hints = found.length > 0 || EXPLAINED.includes(error.name ?? '') ? found : unreached(simulator)
  const said = hints.length === 0 ? '' : `\n\nWhen it failed:${indented(hints)}`
  const text = `${said}\n\n${storyOf(simulator)}`
  const { message = '', stack } = error
  error.message = message + text
  if (stack === undefined) return
  // The stack of a test that ran out of time begins with other words than its message.
  const frames = stack.indexOf('\n    at ')
  error.stack = stack.includes(message)
    ? stack.replace(message, () => message + text)
    : `Error: ${message}${text}${frames < 0 ? '' : stack.slice(frames)}`
}

/** A mistake in a call explains itself. */
const EXPLAINED = ['Refusal', 'OptionError', 'UsageError', 'DurationError']

/** Often a call that is not awaited, before an assertion about what it does. */
function unseen(simulator: Simulator): string[] {
  const { lastLook } = internalsOf(simulator).recorder.log
  const late = lastLook && simulator.traffic.since(lastLook.at)[0]
  if (late === undefined) return []
  const { pathname } = new URL(late.request.url)
  const call = `#${late.sequence} ${late.request.method} ${pathname}`
  return [`${call} came after the test had last looked: is the call awaited?`]
}

const UNSEEN_BY_MSW =
  "msw sees neither HTTP/2 nor undici's own fetch and request; " +
  'serve(simulator) of accounting-simulator/node is for such clients'

/** Only where nothing else explains the failure: a test may mean to send nothing. */
function unreached({ traffic, timeline, hosting: { isIntercepting, servers } }: Simulator): string[] {
  if (traffic.length > 0) return []
  if (servers.size > 0)
    return [`the simulator got no request: is ${[...servers].join(' or ')} the base URL of the client?`]
  if (isIntercepting) return [`the simulator got no request; if one was sent: ${UNSEEN_BY_MSW}`]
  // A test of records alone needs no client.
  return timeline.some(({ kind }) => kind === 'write')
    ? []
    : [
        'the simulator got no request: was simulator.fetch handed to the client, in the place of its own fetch?',
      ]
}

/** The error of a request to the simulator's host that no simulator answered: in the network there is no such host. */
function wentPast(error: unknown, simulator: Simulator): string[] {
  const { baseUrl, hosting, traffic } = simulator
  const { isIntercepting } = hosting
  const { hostname } = new URL(baseUrl)
  const cure = isIntercepting
    ? UNSEEN_BY_MSW
    : 'simulator.fetch, handlers of accounting-simulator/msw or useSimulator answer it, serve() of ' +
      'accounting-simulator/node for other clients'
  for (let one = error; typeof one === 'object' && one !== null; one = (one as { cause?: unknown }).cause) {
    const { code, hostname: asked }: { code?: unknown; hostname?: unknown } = one
    if (asked !== hostname || (code !== 'ENOTFOUND' && code !== 'EAI_AGAIN')) continue
    return isIntercepting && traffic.length === 0
      ? unreached(simulator)
      : [`a request to ${baseUrl} went to the network, where ${hostname} is not known: ${cure}`]
  }
  return []
}

const indented = (texts: readonly string[]): string => texts.map((text) => `\n  ${text}`).join('')

/** A longer timeline keeps its beginning and its end: what led to the failure, and where it shows. */
const [FIRST, LAST] = [30, 70]
/** Terminals break long lines within words. */
const LONGEST = 110
/** The width of the time of a line, below which no other part stands. */
const TIME = 16

/** The columns of a line that terminals would break move together, and it goes on below after 80 columns. */
function folded(line: string): string {
  if (line.length <= LONGEST) return line
  const text = line.slice(TIME).replace(/ {4,}/g, '  ')
  const parts = text.match(/\S.{0,62}\S(?= |$)|\S+/g) ?? []
  return line.slice(0, TIME) + parts.join(`\n${' '.repeat(TIME)}`)
}

function storyOf(simulator: Simulator): string {
  const lines = simulator.timeline.folded().split('\n')
  const left = lines.length - FIRST - LAST
  const gap = `  ... ${left} lines are left out; String(simulator.timeline) has them all ...`
  const shown = left <= 1 ? lines : [...lines.slice(0, FIRST), gap, ...lines.slice(-LAST)]
  return `Timeline:\n${shown.map(folded).join('\n')}${sitesText(simulator)}`
}
