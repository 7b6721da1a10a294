import type { Server } from 'node:http'
import type { LocalFleet } from '../../../sandbox/local-fleet'
import type { SimulatorServer } from '../server'
import type { Chores } from './chores'
import type { Metrics } from './metrics'
import type { SqliteFile } from './sqlite-file'
import type { WorkFile } from './work-mark'
import type { WorkerThread } from './world-thread'

/** The parts of a deployment that must be closed, as far as they were opened. */
export interface Parts {
  file?: SqliteFile
  metrics?: Metrics
  server?: SimulatorServer
  operator?: Server | undefined
  mark?: WorkFile
  thread?: WorkerThread | undefined
  fleet?: LocalFleet
  chores?: Chores
}

/** Closes first who asks, and last what all of them use, whatever fails. Rejects with the first failure. */
export async function closeAll({
  operator,
  server,
  chores,
  fleet,
  thread,
  mark,
  metrics,
  file,
}: Parts): Promise<void> {
  const failures: unknown[] = []
  for (const end of [
    () => operator?.close(),
    () => server?.close(),
    () => chores?.stop(),
    () => fleet?.close(),
    () => thread?.close(),
    () => mark?.close(),
    () => metrics?.stop(),
    () => file?.close(),
  ])
    try {
      await end()
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
}

/** Opens a deployment. If that fails, what was opened until then is closed. */
export async function allOrNothing<T>(open: (parts: Parts) => Promise<T>): Promise<T> {
  const parts: Parts = {}
  try {
    return await open(parts)
  } catch (error) {
    await closeAll(parts).catch(() => undefined)
    throw error
  }
}
