import type { OptionError } from '../../errors/option-error'
import { platform } from '../../host-time/platform'
import { requestsBelow, TestOverHttp } from '../ending/test-over-http'
import {
  type Control,
  type ControlCall,
  type ControlSession,
  get,
  local,
  noneCalled,
  post,
  remove,
} from './control'
import { CONTROLS_PATH } from './controls-path'
import { Moments } from './moments'

/** Each fork is served below this path, including its controls. */
const FORKS = `${CONTROLS_PATH}/forks/`

/** Independent worlds for programs in other languages that run tests in parallel. */
export const FORK_CONTROLS: readonly Control[] = [
  post(
    '/forks',
    'makes an independent simulator with the same content, served below path, its controls included',
    {},
    ({ session, simulator }) => {
      const own = simulator.forkFor()
      session.forksMade += 1
      const id = String(session.forksMade)
      const path = `${FORKS}${id}`
      const fork: ControlSession = {
        ...session,
        simulator: own,
        test: new TestOverHttp(own, requestsBelow(session, path, own)),
        snapshots: new Map(),
        restored: new Map(),
        moments: new Moments(own),
        connections: new Map(),
        forks: new Map(),
        forksMade: 0,
      }
      for (const origin of simulator.hosting.servers) own.hosting.servers.add(origin + path)
      session.forks.set(id, fork)
      return { id, path, apiKey: fork.simulator.apiKey }
    },
  ),
  get('/forks', 'the ids of the forks that are there', ({ session }) => [...session.forks.keys()]),
  remove('/forks/{}', 'ends a fork', (call) => {
    const { id, fork } = forkOf(call)
    call.session.forks.delete(id)
    fork.simulator[Symbol.dispose]()
  }),
].map(local)

function forkOf({ session, parameters: [id = ''] }: ControlCall): { id: string; fork: ControlSession } {
  const fork = session.forks.get(id)
  if (!fork) throw noneCalled('fork', id, session.forks.keys())
  return { id, fork }
}

export function noFork({ forks }: ControlSession, pathname: string): OptionError | undefined {
  const [id = ''] = pathname.startsWith(FORKS) ? pathname.slice(FORKS.length).split('/') : []
  return id === '' || forks.has(id) ? undefined : noneCalled('fork', id, forks.keys())
}

/** Translates a request below a fork's path into a request to the fork. */
export function forkedRequest(
  session: ControlSession,
  request: Request,
): { readonly fork: ControlSession; readonly own: Request } | undefined {
  const { pathname, search } = new URL(request.url)
  if (!pathname.startsWith(FORKS)) return undefined
  const [id = '', ...rest] = pathname.slice(FORKS.length).split('/')
  const fork = session.forks.get(id)
  if (!fork || rest.length === 0 || (rest.length === 1 && rest[0] === '')) return undefined
  const url = new URL(`/${rest.join('/')}${search}`, fork.simulator.baseUrl)
  return { fork, own: new platform.Request(url, request) }
}
