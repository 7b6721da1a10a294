import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type FleetHost, LocalFleet } from '../../../sandbox/local-fleet'
import { WorldJobs } from '../../../sandbox/world-job'
import type { OpenParts } from './all-or-nothing'
import type { BackupReport } from './backup'
import { openDatabase, openerLike } from './database'
import { deliverToPublicServer as deliverPublicly } from './deliver'
import { EVENT_KINDS, type ManyEvent } from './events'
import { fileGauges, LastBackup, sandboxGauges, versionGauge } from './gauges'
import { Housekeeping } from './housekeeping'
import { Metrics } from './metrics'
import type { ManySettings } from './options'
import { DATABASE, SqliteFile } from './sqlite-file'
import { SqliteSandboxes } from './sqlite-sandboxes'
import { CrashMarkerFile, WORK_CLOCK } from './work-mark'
import { WorkerThread, worldProgram } from './world-thread'

const PRIVATE_FOLDER = 0o700

type OpenStorage = ReturnType<typeof openStorage>

export function openStorage({ directory, database }: ManySettings, builtPackage: URL, parts: OpenParts) {
  mkdirSync(directory, { recursive: true, mode: PRIVATE_FOLDER })
  const open = database ? openerLike(database) : (at: string) => openDatabase(at, builtPackage)
  const given = new SqliteFile(database ?? open(join(directory, DATABASE)))
  const file = parts.add(given, (one) => one.close())
  return { file, store: new SqliteSandboxes(file), open, copy: (draft: string) => file.copyTo(draft) }
}

/** Opens the metrics and the events for the operator of the deployment. */
export function openMetrics(
  { directory, onEvent, version }: ManySettings & { readonly version: string },
  { file, store }: OpenStorage,
  fleet: () => LocalFleet | undefined,
  parts: OpenParts,
) {
  const lastBackup = new LastBackup(store)
  const ofFile = fileGauges(directory, file)
  const gauges = [...sandboxGauges(store, fleet), ...ofFile, lastBackup.gauge, versionGauge(version)]
  const metrics = parts.add(new Metrics(gauges, EVENT_KINDS), (one) => one.stop())
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

/** Opens the sandboxes and their housekeeping. */
export function openFleet(
  { directory, deliver, idle, quotas }: ManySettings,
  builtPackage: URL,
  { file, store }: OpenStorage,
  facts: Pick<FleetHost, 'domain' | 'urlOf' | 'quotas' | 'now' | 'tell' | 'engine'>,
  parts: OpenParts,
): LocalFleet {
  const send = deliver ?? ((request: Request) => deliverPublicly(request))
  const mark = parts.add(new CrashMarkerFile(join(directory, 'working')), (one) => one.close())
  const program = worldProgram(builtPackage)
  const worker = program && new WorkerThread(program, { domain: facts.domain, quotas })
  const thread = parts.add(worker, (one) => one?.close())
  const host = {
    ...facts,
    turn: WORK_CLOCK.turn,
    send,
    clock: WORK_CLOCK,
    mark,
    ...(thread && { jobs: new WorldJobs(thread) }),
  }
  let housekeeping: Housekeeping | undefined
  const fleet = parts.add(new LocalFleet(store, host, (at) => housekeeping?.plan(at)), (one) => one.close())
  housekeeping = parts.add(new Housekeeping(fleet, idle, () => file.look()), (one) => one.stop())
  return fleet
}
