import { createSimulator } from 'accounting-simulator'
import { controls } from 'accounting-simulator/controls'
import type { SandboxHost } from '../../sandbox/worlds'
import { deliverWithoutRedirects as send } from './deliver'
import type { WorkerSettings } from './settings'

/** The host that the platform gives each sandbox. */
export const hostOf = (
  { domain, quotas, deliver }: WorkerSettings,
  wakeAt: SandboxHost['wakeAt'],
): SandboxHost => ({
  ...{ engine: { createSimulator, controls }, domain, quotas, wakeAt },
  now: () => Date.now(),
  turn: () => new Promise((resolve) => setTimeout(resolve, 0)),
  send: (request) => send(request, deliver),
})
