import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createSimulator } from 'accounting-simulator'
import { version } from '../../../../package.json'
import { AttemptLimiter } from '../../../sandbox/attempt-limiter'
import type { Deployment } from '../../../sandbox/deployment'
import { Ids } from '../../../sandbox/ids-and-tokens'
import { LocalFleet } from '../../../sandbox/local-fleet'
import { WorldJobs } from '../../../sandbox/world-job'
import { controls } from '../../../tools/controls/index'
import { answering } from '../exchange'
import { rulesIn } from '../rules'
import { listen } from '../server'
import { allOrNothing, closeAll, type Parts } from './all-or-nothing'
import { type BackupReport, makeBackup } from './backup'
import { Chores } from './chores'
import { openDatabase, openerLike } from './database'
import { deliverToPublicServer as deliverPublicly } from './deliver'
import { doorOf } from './door'
import { EVENT_KINDS, type ManyEvent } from './events'
import { fileGauges, LastBackup, sandboxGauges, versionGauge } from './gauges'
import { unreadable } from './health'
import { keptSecret } from './kept-secret'
import { Metrics } from './metrics'
import { openOperatorDoor } from './operator-door'
import type { ManySettings } from './options'
import { placeOf } from './place'
import type { ManyServer } from './server-type'
import { DATABASE, SqliteFile } from './sqlite-file'
import { SqliteSandboxes } from './sqlite-sandboxes'
import { TeamsInUse } from './teams-in-use'
import { WORK_CLOCK, WorkFile } from './work-mark'
import { WorkerThread, worldProgram } from './world-thread'

/** Serves the sandboxes of a directory until it is closed. */
export const openMany = (settings: ManySettings, builtPackage: URL): Promise<ManyServer> =>
  allOrNothing((parts) => opened(settings, builtPackage, parts))

async function opened(settings: ManySettings, builtPackage: URL, parts: Parts): Promise<ManyServer> {
  const { directory, database, port, host, fd, quotas, deliver, idle, grace, connections, onEvent } = settings
  const placeAt = placeOf(settings)
  const teams = await TeamsInUse.of(settings.teams)
  mkdirSync(directory, { recursive: true, mode: PRIVATE_FOLDER })
  const open = database ? openerLike(database) : (at: string) => openDatabase(at, builtPackage)
  const file = new SqliteFile(database ?? open(join(directory, DATABASE)))
  parts.file = file
  const store = new SqliteSandboxes(file)
  let deployment: Deployment | undefined
  let isStopping = false
  const lastBackup = new LastBackup(store)
  const ofSandboxes = sandboxGauges(store, () => parts.fleet)
  const gauges = [...ofSandboxes, ...fileGauges(directory, file), lastBackup.gauge, versionGauge(version)]
  const metrics = new Metrics(gauges, EVENT_KINDS)
  parts.metrics = metrics
  const tell = (event: ManyEvent): void => {
    metrics.happened(event.event)
    if (event.event === 'backedUp') lastBackup.made(Date.now())
    const team =
      'sandbox' in event && event.team === undefined ? store.teamOf(event.sandbox ?? '') : undefined
    onEvent?.({ ...event, ...(team !== undefined && { team }) })
  }
  const problem = (): string | undefined => (isStopping ? 'the process is ending' : unreadable(file))
  const door = doorOf({
    deployment: () => deployment,
    health: { version, problem, metrics: () => metrics.text },
    page: settings.ui ? builtPackage : undefined,
    cors: settings.cors,
    answered: (status, seconds) => metrics.answered(status, seconds),
    failed: onEvent && ((error) => tell({ event: 'error', error })),
  })
  const copy = (draft: string): Promise<void> => file.copyTo(draft)
  const backedUp = (report: BackupReport): void => tell({ event: 'backedUp', ...report })
  const secret = await keptSecret(file, settings.secret)
  const handle = answering({ simulator: UNUSED, door, isNamed: () => true })
  const server = await listen(handle, { port, host, fd, grace, connections, patience: PATIENCE })
  parts.server = server
  parts.operator = await openOperatorDoor(directory, copy, backedUp)
  const { domain, urlOf, publicUrl } = placeAt(server)
  const now = (): number => Date.now()
  const engine = { createSimulator, controls }
  const send = deliver ?? ((request: Request) => deliverPublicly(request))
  const mark = new WorkFile(join(directory, 'working'))
  parts.mark = mark
  const place = {
    engine,
    domain,
    urlOf,
    quotas,
    now,
    turn: WORK_CLOCK.turn,
    send,
    clock: WORK_CLOCK,
    mark,
    tell,
  }
  const program = worldProgram(builtPackage)
  const thread = program && new WorkerThread(program, { domain, quotas })
  parts.thread = thread
  const jobs = thread && new WorldJobs(thread)
  const fleet = new LocalFleet(store, { ...place, ...(jobs && { jobs }) }, (at) => parts.chores?.plan(at))
  parts.fleet = fleet
  parts.chores = new Chores(fleet, idle, () => file.look())
  const agents: Deployment['agents'] = async (request, served) => {
    // Loaded for the first agent.
    const { answerAgent } = await import('../../../tools/mcp/over-http')
    return answerAgent(request, { ...served, documentation: rulesIn(builtPackage) })
  }
  deployment = {
    fleet,
    ids: new Ids(secret),
    domain,
    urlOf,
    get teams() {
      return teams.byHash
    },
    quotas,
    now,
    tell,
    tries: new AttemptLimiter(quotas.triesPerMinute),
    agents,
  }
  teams.tellStrangers(store.teams(), tell)
  let closing: Promise<void> | undefined
  return {
    ...server,
    domain,
    publicUrl,
    async setTeams(given) {
      await teams.change(given)
      teams.tellStrangers(store.teams(), tell)
    },
    async backUp(target) {
      const report = await makeBackup(target, directory, copy, open)
      backedUp(report)
      return report
    },
    close() {
      isStopping = true
      closing ??= closeAll(parts)
      return closing
    },
  }
}

const PRIVATE_FOLDER = 0o700
/** Milliseconds for the next part of a request: connections are few, and anybody can open them. */
const PATIENCE = 10_000

/** All requests go through the door. */
const UNUSED = { baseUrl: '', fetch: () => Promise.reject(new Error('there is no simulator')) }
