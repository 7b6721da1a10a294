import { parentPort, workerData } from 'node:worker_threads'
import { createSimulator } from 'accounting-simulator'
import { ownThread } from '../../../sandbox/work'
import type { StepGiven, WorldStep } from '../../../sandbox/world-job'
import { WorldTasks } from '../../../sandbox/world-tasks'
import type { SandboxHost } from '../../../sandbox/worlds'
import { controls } from '../../../tools/controls/index'
import { WORK_CLOCK } from './work-mark'
import type { WorkerFacts } from './world-thread'

/** The program of the thread for large worlds. It holds a world only during a job, and sends no webhooks. */
const host: SandboxHost = {
  ...(workerData as WorkerFacts),
  engine: { createSimulator, controls },
  now: () => Date.now(),
  turn: () => Promise.resolve(),
  work: ownThread(() => Promise.resolve()),
  wakeAt: () => undefined,
  send: () => Promise.reject(new Error('nothing is sent from here')),
}
const tasks = new WorldTasks(host, WORK_CLOCK)

parentPort?.on('message', async ([step, given]: [WorldStep, StepGiven[WorldStep]]) =>
  parentPort?.postMessage(await tasks.run(step, given)),
)
