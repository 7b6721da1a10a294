import type { HttpHandler } from 'msw'
import * as msw from 'msw'
import { warnOnce } from '../../host-time/warn-once'
import { vitestTask } from '../../running-test/vitest'
import { isSeen, onSent, pastMsw, type SentRequest } from '../../tools/ending/past-msw'
import { isVersion3 } from '../msw/handlers-below'
import { isKnownServer, type Served } from '../served'

/** The treatment of requests to other origins than the simulator's. */
export type Unhandled = 'ignore' | 'warn' | 'error'

/** The members of a simulator that the handler of other origins uses. */
export interface OriginOwner {
  readonly baseUrl: string
  readonly unhandled: Unhandled
  /** Fails the test that sent the request. */
  complain(text: string): void
}

const MILD_TO_STRICT: readonly Unhandled[] = ['ignore', 'warn', 'error']

/** Origins that were warned of: one warning for each is enough. */
const warned = new Set<string>()

/** The last handler, for requests that no simulator answers. The strictest setting wins. */
export function unhandledRequests(owners: readonly OriginOwner[]): HttpHandler {
  const strictest = Math.max(...owners.map(({ unhandled }) => MILD_TO_STRICT.indexOf(unhandled)))
  return msw.http.all(/^https?:/i, ({ request }) => {
    if (strictest === 0) return msw.passthrough()
    const { origin } = new URL(request.url)
    const called = `${request.method} ${request.url}`
    if (strictest === 1) {
      if (!warned.has(origin)) console.warn(warning(called, owners))
      warned.add(origin)
      return msw.passthrough()
    }
    for (const owner of owners)
      if (owner.unhandled === 'error')
        owner.complain(`${called} was refused: ${answeredBy(owners)}, and unhandled is 'error'`)
    return msw.HttpResponse.error()
  })
}

/**
 * Fails the test that sent a request past msw, if it was for the simulator or if other origins are refused.
 * msw itself sees the fetch requests to other origins.
 */
export function complainOf(sent: SentRequest, owner: OriginOwner & Served): void {
  if (isSeen(sent, isVersion3()) || isKnownServer(owner, sent.url)) return
  if (sent.origin === new URL(owner.baseUrl).origin) owner.complain(pastMsw(sent))
  else if (owner.unhandled === 'error' && sent.by !== 'fetch')
    owner.complain(`${sent.method} ${sent.url} went past msw to another origin, and unhandled is 'error'`)
}

interface SuiteOrigin extends OriginOwner, Served {
  readonly isOpen: boolean
}

/** The simulators of the current test file. One process may run several files. */
const known = new Map<SuiteOrigin, string | undefined>()
let isListening = false

const fileAtHand = (): string | undefined => vitestTask()?.file?.name

/** Warns of requests to a simulator's origin from tests outside of its `describe` block. */
export function watchOutside(owner: SuiteOrigin): void {
  const own = fileAtHand()
  for (const [other, file] of known) if (file !== own) known.delete(other)
  known.set(owner, own)
  if (!isListening)
    onSent((sent) => {
      // Another msw server may answer a request that msw has seen.
      if (isSeen(sent, isVersion3())) return
      const file = fileAtHand()
      const owners = [...known].flatMap(([one, its]) => (its === file ? one : []))
      const meant = owners.filter(({ baseUrl }) => new URL(baseUrl).origin === sent.origin)
      if (meant.length === 0 || meant.some(({ isOpen }) => isOpen)) return
      if (owners.some((one) => isKnownServer(one, sent.url))) return
      warnOnce(
        `${sent.method} ${sent.url} went to the network: the test is outside of the describe block whose ` +
          'useSimulator answers there',
      )
    })
  isListening = true
}

const answeredBy = (owners: readonly OriginOwner[]): string =>
  `the simulator answers for ${[...new Set(owners.map(({ baseUrl }) => baseUrl))].join(', ')} only`

const warning = (called: string, owners: readonly OriginOwner[]): string =>
  `accounting-simulator: ${called} is let through: ${answeredBy(owners)}.
  useSimulator({ unhandled: 'error' }) refuses requests to other origins; 'ignore' lets them pass in silence.
  An msw server of your own gets nothing while this one listens: useSimulator({ intercept: false }), and
  server.use(...handlers(simulator)) in a beforeEach, let yours answer both (docs/test-runners.md).`
