import { createSimulator } from 'accounting-simulator'
import { version } from '../../../../package.json'
import { AttemptLimiter } from '../../../sandbox/attempt-limiter'
import type { Deployment } from '../../../sandbox/deployment'
import { Ids } from '../../../sandbox/ids-and-tokens'
import type { LocalFleet } from '../../../sandbox/local-fleet'
import { controls } from '../../../tools/controls/index'
import { answering } from '../exchange'
import { rulesIn } from '../rules'
import { listen } from '../server'
import { addressesOf } from './addresses'
import { allOrNothing, type OpenParts } from './all-or-nothing'
import { makeBackup } from './backup'
import { doorOf } from './door'
import { unreadable } from './health'
import { keptSecret } from './kept-secret'
import { openOperatorSocket } from './operator-socket'
import type { ManySettings } from './options'
import { openFleet, openMetrics, openStorage } from './parts'
import type { ManyServer } from './server-type'
import { TeamsInUse } from './teams-in-use'

/** Serves the sandboxes of a directory until it is closed. */
export const openMany = (settings: ManySettings, builtPackage: URL): Promise<ManyServer> =>
  allOrNothing((parts) => opened(settings, builtPackage, parts))

/** Answers 503 until the deployment exists, because sandbox addresses contain the server's port. */
async function opened(settings: ManySettings, builtPackage: URL, parts: OpenParts): Promise<ManyServer> {
  const { directory, port, host, fd, quotas, grace, connections } = settings
  const addressesAt = addressesOf(settings)
  const teams = await TeamsInUse.of(settings.teams)
  const storage = openStorage(settings, builtPackage, parts)
  const { file, store, copy } = storage
  let fleet: LocalFleet | undefined
  let deployment: Deployment | undefined
  const { metrics, tell, backedUp } = openMetrics({ ...settings, version }, storage, () => fleet, parts)
  const problem = () => (parts.areClosing ? 'the process is ending' : unreadable(file))
  const door = doorOf({
    deployment: () => deployment,
    health: { version, problem, metrics: () => metrics.text },
    page: settings.ui ? builtPackage : undefined,
    cors: settings.cors,
    answered: (status, seconds) => metrics.answered(status, seconds),
    failed: settings.onEvent && ((error) => tell({ event: 'error', error })),
  })
  const secret = await keptSecret(file, settings.secret)
  const handle = answering({ simulator: UNUSED, door, isNamed: () => true })
  const listening = listen(handle, { port, host, fd, grace, connections, patience: PATIENCE })
  const server = parts.addEntrance(await listening, (one) => one.close())
  parts.addEntrance(await openOperatorSocket(directory, copy, backedUp), (one) => one?.close())
  const { publicUrl, ...place } = addressesAt(server)
  const facts = { ...place, quotas, now: () => Date.now(), tell }
  const engine = { createSimulator, controls }
  fleet = openFleet(settings, builtPackage, storage, { ...facts, engine }, parts)
  deployment = {
    ...facts,
    fleet,
    ids: new Ids(secret),
    get teams() {
      return teams.byHash
    },
    tries: new AttemptLimiter(quotas.triesPerMinute),
    async agents(request, served) {
      // Imported when the first agent connects.
      const { answerAgent } = await import('../../../tools/mcp/over-http')
      return answerAgent(request, { ...served, documentation: rulesIn(builtPackage) })
    },
  }
  teams.tellStrangers(store.teams(), tell)
  return {
    ...server,
    domain: place.domain,
    publicUrl,
    async setTeams(given) {
      await teams.change(given)
      teams.tellStrangers(store.teams(), tell)
    },
    async backUp(target) {
      const report = await makeBackup(target, directory, copy, storage.open)
      backedUp(report)
      return report
    },
    close: () => parts.close(),
  }
}

/** Milliseconds to wait for more of a request: connections are limited, and anybody opens them. */
const PATIENCE = 10_000

/** `answering` needs a simulator, but the door handles every request. */
const UNUSED = { baseUrl: '', fetch: () => Promise.reject(new Error('there is no simulator')) }
