import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createSimulator } from 'accounting-simulator'
import { version } from '../../../../package.json'
import { AttemptLimiter } from '../../../sandbox/attempt-limiter'
import type { Deployment } from '../../../sandbox/deployment'
import { Ids } from '../../../sandbox/ids-and-tokens'
import { type FleetHost, LocalFleet } from '../../../sandbox/local-fleet'
import { WorldJobs } from '../../../sandbox/world-job'
import { controls } from '../../../tools/controls/index'
import { answering } from '../exchange'
import { rulesIn } from '../rules'
import { listen } from '../server'
import { addressesOf } from './addresses'
import { allOrNothing, type OpenParts } from './all-or-nothing'
import { type BackupReport, makeBackup } from './backup'
import { openDatabase, openerLike } from './database'
import { deliverToPublicServer as deliverPublicly } from './deliver'
import { doorOf } from './door'
import { EVENT_KINDS, type ManyEvent } from './events'
import { fileGauges, LastBackup, sandboxGauges, versionGauge } from './gauges'
import { unreadable } from './health'
import { Housekeeping } from './housekeeping'
import { keptSecret } from './kept-secret'
import { Metrics } from './metrics'
import { openOperatorSocket } from './operator-socket'
import type { ManySettings } from './options'
import type { ManyServer } from './server-type'
import { DATABASE, SqliteFile } from './sqlite-file'
import { SqliteSandboxes } from './sqlite-sandboxes'
import { TeamsInUse } from './teams-in-use'
import { CrashMarkerFile, WORK_CLOCK } from './work-mark'
import { WorkerThread, worldProgram } from './world-thread'

/** Serves the sandboxes of a directory until it is closed. */
export const openMany = (settings: ManySettings, builtPackage: URL): Promise<ManyServer> =>
  allOrNothing((parts) => opened(settings, builtPackage, parts))

/** Requests are answered with 503 until the deployment is there: the addresses of its sandboxes have the server's port. */
async function opened(settings: ManySettings, builtPackage: URL, parts: OpenParts): Promise<ManyServer> {
  const { directory, port, host, fd, quotas, grace, connections } = settings
  const addressesAt = addressesOf(settings)
  const teams = await TeamsInUse.of(settings.teams)
  const storage = openStorage(settings, builtPackage, parts)
  const { file, store, copy } = storage
  let fleet: LocalFleet | undefined
  let deployment: Deployment | undefined
  const { metrics, tell, backedUp } = observe(settings, storage, () => fleet, parts)
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
  const server = parts.callBy(await listening, (one) => one.close())
  parts.callBy(await openOperatorSocket(directory, copy, backedUp), (one) => one?.close())
  const { publicUrl, ...place } = addressesAt(server)
  const facts = { ...place, quotas, now: () => Date.now(), tell }
  fleet = openFleet(settings, builtPackage, storage, facts, parts)
  deployment = {
    ...facts,
    fleet,
    ids: new Ids(secret),
    get teams() {
      return teams.byHash
    },
    tries: new AttemptLimiter(quotas.triesPerMinute),
    async agents(request, served) {
      // Loaded for the first agent.
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

type OpenStorage = ReturnType<typeof openStorage>

function openStorage({ directory, database }: ManySettings, builtPackage: URL, parts: OpenParts) {
  mkdirSync(directory, { recursive: true, mode: PRIVATE_FOLDER })
  const open = database ? openerLike(database) : (at: string) => openDatabase(at, builtPackage)
  const given = new SqliteFile(database ?? open(join(directory, DATABASE)))
  const file = parts.use(given, (one) => one.close())
  return { file, store: new SqliteSandboxes(file), open, copy: (draft: string) => file.copyTo(draft) }
}

/** What an operator learns of the deployment: numbers, and events. */
function observe(
  { directory, onEvent }: ManySettings,
  { file, store }: OpenStorage,
  fleet: () => LocalFleet | undefined,
  parts: OpenParts,
) {
  const lastBackup = new LastBackup(store)
  const ofFile = fileGauges(directory, file)
  const gauges = [...sandboxGauges(store, fleet), ...ofFile, lastBackup.gauge, versionGauge(version)]
  const metrics = parts.use(new Metrics(gauges, EVENT_KINDS), (one) => one.stop())
  const tell = (event: ManyEvent): void => {
    metrics.happened(event.event)
    if (event.event === 'backedUp') lastBackup.made(Date.now())
    const team =
      'sandbox' in event && event.team === undefined ? store.teamOf(event.sandbox ?? '') : undefined
    onEvent?.({ ...event, ...(team !== undefined && { team }) })
  }
  const backedUp = (report: BackupReport): void => tell({ event: 'backedUp', ...report })
  return { metrics, tell, backedUp }
}

/** The sandboxes, with the housekeeping that nobody asks for. */
function openFleet(
  { directory, deliver, idle, quotas }: ManySettings,
  builtPackage: URL,
  { file, store }: OpenStorage,
  facts: Pick<FleetHost, 'domain' | 'urlOf' | 'quotas' | 'now' | 'tell'>,
  parts: OpenParts,
): LocalFleet {
  const send = deliver ?? ((request: Request) => deliverPublicly(request))
  const mark = parts.use(new CrashMarkerFile(join(directory, 'working')), (one) => one.close())
  const program = worldProgram(builtPackage)
  const worker = program && new WorkerThread(program, { domain: facts.domain, quotas })
  const thread = parts.use(worker, (one) => one?.close())
  const host = {
    ...facts,
    engine: { createSimulator, controls },
    turn: WORK_CLOCK.turn,
    send,
    clock: WORK_CLOCK,
    mark,
    ...(thread && { jobs: new WorldJobs(thread) }),
  }
  let housekeeping: Housekeeping | undefined
  const fleet = parts.use(new LocalFleet(store, host, (at) => housekeeping?.plan(at)), (one) => one.close())
  housekeeping = parts.use(new Housekeeping(fleet, idle, () => file.look()), (one) => one.stop())
  return fleet
}

const PRIVATE_FOLDER = 0o700
/** Milliseconds for the next part of a request: connections are few, and anybody can open them. */
const PATIENCE = 10_000

/** All requests go through the door. */
const UNUSED = { baseUrl: '', fetch: () => Promise.reject(new Error('there is no simulator')) }
