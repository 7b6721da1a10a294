import { createSimulator } from 'accounting-simulator'
import { controls } from 'accounting-simulator/controls'
import { ownThread } from '../../sandbox/work'
import type { SandboxHost } from '../../sandbox/worlds'
import type { WorkerSettings } from './settings'

const nextTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

export const hostOf = (
  { domain, quotas, deliver }: WorkerSettings,
  wakeAt: SandboxHost['wakeAt'],
): SandboxHost => ({
  ...{ engine: { createSimulator, controls }, domain, quotas, wakeAt, turn: nextTurn },
  work: ownThread(nextTurn),
  now: () => Date.now(),
  send: (request) => deliverWithoutRedirects(request, deliver),
})

/** Redirects are not followed, since only the first URL was checked. The platform refuses private ones. */
export const deliverWithoutRedirects = async (
  request: Request,
  send: (request: Request) => Promise<Response> = fetch,
): Promise<Response> => send(new Request(request, { redirect: 'manual' }))
