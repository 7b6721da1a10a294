import { UsageError } from '../errors/usage-error'
import { keepAlive } from '../host-time/keep-alive'
import type { Port } from '../service/http/port'
import type { TimeDriver } from './time-driver'

/** A simulator, as its port needs it. */
interface Host {
  readonly baseUrl: string
  readonly isDisposed: () => boolean
}

/** The port of a simulator: it moves a live clock first, completes paths, and tells time of calls that end. */
export function timedPort(port: Port, time: TimeDriver, { baseUrl, isDisposed }: Host): Port {
  const note = (): void => time.note()
  return (input, init) => {
    if (isDisposed()) return Promise.reject(new UsageError('the simulator was disposed of'))
    time.catchUp()
    time.note()
    const isPath = typeof input === 'string' && input.startsWith('/')
    const elsewhere = isPath ? undefined : otherOrigin(input, baseUrl)
    if (elsewhere !== undefined) return Promise.reject(new UsageError(notOurs(elsewhere, baseUrl)))
    const answer = port(isPath ? new URL(input, baseUrl) : input, init)
    void answer.then(note, note)
    return time.isLive ? keepAlive(answer) : answer
  }
}

/** The origin of a request that is for somebody else. What is no URL is refused like any fetch of it. */
function otherOrigin(input: Request | URL | string, baseUrl: string): string | undefined {
  const url = typeof input === 'object' && 'url' in input ? input.url : String(input)
  if (url.startsWith(`${baseUrl}/`) || !URL.canParse(url)) return undefined
  const { origin } = new URL(url)
  return origin === baseUrl ? undefined : origin
}

const notOurs = (origin: string, baseUrl: string): string =>
  `simulator.fetch was called for ${origin}, but the simulator answers for ${baseUrl} only: give the client ` +
  `simulator.baseUrl, or make the simulator with { baseUrl: '${origin}' }`
