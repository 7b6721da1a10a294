import { wrongOption } from '../errors/option-error'
import { UsageError } from '../errors/usage-error'
import { hostTime } from '../host-time/host-time'
import { isUrl } from '../host-time/platform'
import { warnOnce } from '../host-time/warn-once'
import type { Answered, RequestHandler, Wrapper } from '../service/http/simulator-fetch'
import type { TimeDriver } from './time-driver'

/** Wraps the calls of a simulator: moves a live clock first, and tells the time driver when a call ends. */
export function timed<Call extends readonly unknown[]>(
  answer: (...call: Call) => Promise<Response>,
  time: TimeDriver,
  isDisposed: () => boolean,
): (...call: Call) => Promise<Response> {
  const note = (): void => time.note()
  return (...call) => {
    if (isDisposed()) return Promise.reject(new UsageError('the simulator was disposed of'))
    time.catchUp()
    time.note()
    const response = answer(...call)
    void response.then(note, note)
    return time.isLive && !time.host.isGiven ? keepAlive(response) : response
  }
}

/** Each answer of the handler moves a live clock first, for callers who read and answer in two steps. */
export const timedHandler = ({ read, answer }: RequestHandler, inTime: Wrapper): RequestHandler => ({
  read,
  answer(asked, request) {
    let answered: Answered | undefined
    const response = inTime(async () => {
      answered = answer(asked, request)
      return answered.respond()
    })(request)
    return { entry: answered?.entry, respond: () => response }
  },
})

/** Completes paths, and refuses requests that are for somebody else. */
export const atBaseUrl =
  (baseUrl: string): Wrapper =>
  (port) =>
  (input, init) => {
    let meant: Request | URL | string
    try {
      meant = ours(input, baseUrl)
    } catch (error) {
      return Promise.reject(
        error instanceof UsageError
          ? error
          : wrongOption('input', 'a Request, a URL or a text that is one', input),
      )
    }
    return port(meant, init)
  }

/** @throws UsageError for another origin; a TypeError for what is no request and cannot be written out */
function ours(input: Request | URL | string, baseUrl: string): Request | URL | string {
  if (typeof input === 'string' && input.startsWith('/')) return new URL(input, baseUrl)
  const elsewhere = otherOrigin(input, baseUrl)
  if (elsewhere !== undefined) {
    const text = notOurs(elsewhere, baseUrl)
    // Clients take the error for one of the network.
    warnOnce(text)
    throw new UsageError(text)
  }
  return input
}

/** The origin of a request that is for somebody else. What is no URL is refused like any fetch of it. */
function otherOrigin(input: Request | URL | string, baseUrl: string): string | undefined {
  const url = typeof input === 'object' && 'url' in input ? input.url : String(input)
  if (url.startsWith(`${baseUrl}/`) || !isUrl(url)) return undefined
  const { origin } = new URL(url)
  return origin === baseUrl ? undefined : origin
}

const notOurs = (origin: string, baseUrl: string): string =>
  `simulator.fetch was called for ${origin}, but the simulator answers for ${baseUrl} only: give the client ` +
  `simulator.baseUrl, or make the simulator with { baseUrl: '${origin}' }`

const A_DAY = 86_400_000

/** Keeps the process alive until the response arrives. The timers of a live clock do not, so Node would exit. */
async function keepAlive(answer: Promise<Response>): Promise<Response> {
  const release = hostTime.keepAliveFor(A_DAY)
  try {
    return await answer
  } finally {
    release()
  }
}
