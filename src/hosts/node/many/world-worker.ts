import { parentPort, workerData } from 'node:worker_threads'
import { createSimulator } from 'accounting-simulator'
import type { WorldTask } from '../../../sandbox/world-job'
import { WorldTasks } from '../../../sandbox/world-tasks'
import { controls } from '../../../tools/controls/index'
import type { WorkerFacts } from './world-thread'

/** The program of the thread for large worlds. It has worlds for as long as a job takes, and sends nothing. */
const tasks = new WorldTasks({
  ...(workerData as WorkerFacts),
  engine: { createSimulator, controls },
  now: () => Date.now(),
  turn: () => Promise.resolve(),
  wakeAt: () => undefined,
  send: () => Promise.reject(new Error('nothing is sent from here')),
})

parentPort?.on('message', async (task: WorldTask) => parentPort?.postMessage(await tasks.run(task)))
