import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Quotas } from '../../../sandbox/quotas'
import { HostError } from '../../../sandbox/storage'
import type { StepDone, StepGiven, WorldResult, WorldStep, WorldThread } from '../../../sandbox/world-job'

/** Milliseconds without a job after which the thread ends, which frees its memory. */
const REST = 10_000

/** The facts of the deployment that the thread needs. */
export interface WorkerFacts {
  readonly domain: string
  readonly quotas: Quotas
}

/** A worker thread for large worlds, which runs only while it is needed. */
export class WorkerThread implements WorldThread {
  #worker: Worker | undefined
  /** Rejects the step that is under way. */
  #fail: ((error: Error) => void) | undefined
  #rest: NodeJS.Timeout | undefined

  constructor(
    private readonly program: URL,
    private readonly facts: WorkerFacts,
  ) {}

  run<Step extends WorldStep>(step: Step, given: StepGiven[Step]): Promise<WorldResult<StepDone[Step]>> {
    clearTimeout(this.#rest)
    this.#worker ??= this.#started()
    const worker = this.#worker
    return new Promise((resolve, reject) => {
      this.#fail = reject
      worker.once('message', resolve)
      worker.postMessage([step, given])
    })
  }

  rest(): void {
    clearTimeout(this.#rest)
    this.#rest = setTimeout(() => void this.close(), REST).unref()
  }

  /** Ends the thread. The next step starts a new one. */
  async close(): Promise<void> {
    clearTimeout(this.#rest)
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }

  #started(): Worker {
    const worker = new Worker(this.program, { workerData: this.facts })
    worker.unref()
    let failure = 'it was ended'
    worker.on('error', ({ message }) => {
      failure = message
    })
    const again =
      '. If another version of the package was installed meanwhile, the process must be started anew'
    worker.on('exit', () => {
      // A thread that was closed on purpose has already been replaced.
      if (this.#worker !== worker) return
      this.#worker = undefined
      this.#fail?.(
        new HostError(`the thread for large worlds failed, and nothing was written: ${failure}${again}`),
      )
    })
    return worker
  }
}

/** The program of the thread; undefined if it was not built, as when the sources run directly. */
export function worldProgram(builtPackage: URL): URL | undefined {
  const program = new URL('world-worker.js', builtPackage)
  return existsSync(fileURLToPath(program)) ? program : undefined
}
