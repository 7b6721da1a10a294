import { type ChildProcess, fork } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import type { AssumptionOverrides } from '../../../index'
import type { Plan } from '../plan/plan'
import type { PlanOutcome } from '../run/events'
import type { PlanRunner } from '../search/plan-runner'
import { type Order, type WorkerAnswer, workerEnvironment } from './messages'

interface PoolTask extends Order {
  readonly resolve: (outcome: PlanOutcome) => void
  readonly reject: (error: Error) => void
}

/** Processes that play plans. Each imports the experiment's module itself. */
export class WorkerPool implements PlanRunner {
  readonly width: number
  readonly #workers: ChildProcess[]
  readonly #idle: ChildProcess[]
  readonly #waiting: PoolTask[] = []
  readonly #atWork = new Map<ChildProcess, PoolTask>()
  #isClosed = false

  constructor(
    count: number,
    private readonly module: string,
  ) {
    this.width = count
    const env = workerEnvironment()
    this.#workers = Array.from({ length: count }, () => fork(workerFile(), [module], { env }))
    this.#idle = [...this.#workers]
    for (const worker of this.#workers) {
      worker.on('message', (answer) => this.#answered(worker, answer as WorkerAnswer))
      worker.on('exit', (code) => this.#ended(worker, `a worker ended with ${code ?? 'a signal'}`))
      worker.on('error', (error) => this.#ended(worker, `a worker cannot run: ${error.message}`))
    }
  }

  play(plan: Plan, otherwise?: AssumptionOverrides): Promise<PlanOutcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ plan, otherwise, resolve, reject })
      this.#assign()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const worker of this.#workers) worker.kill()
  }

  #assign(): void {
    for (let worker = this.#idle[0]; worker; worker = this.#idle[0]) {
      const task = this.#waiting.shift()
      if (!task) return
      this.#idle.shift()
      this.#atWork.set(worker, task)
      worker.send({ plan: task.plan, otherwise: task.otherwise })
    }
  }

  #answered(worker: ChildProcess, answer: WorkerAnswer): void {
    const task = this.#atWork.get(worker)
    this.#atWork.delete(worker)
    this.#idle.push(worker)
    if ('outcome' in answer) task?.resolve(answer.outcome)
    else task?.reject(Object.assign(new Error(answer.error.message), { name: answer.error.name }))
    this.#assign()
  }

  #ended(worker: ChildProcess, why: string): void {
    if (this.#isClosed) return
    this.#idle.splice(0)
    const tasks = [
      ...this.#waiting.splice(0),
      ...(this.#atWork.get(worker) ? [this.#atWork.get(worker) as PoolTask] : []),
    ]
    this.#atWork.delete(worker)
    for (const { reject } of tasks)
      reject(new Error(`${why}; Node must be able to import ${this.module} as it is`))
  }
}

/** The program of a worker: beside the built entry, or beside this source. */
function workerFile(): URL {
  const here = typeof __dirname === 'string' ? pathToFileURL(`${__dirname}/`).href : import.meta.url
  return new URL(here.endsWith('.ts') ? './worker.ts' : './explore-worker.js', here)
}
