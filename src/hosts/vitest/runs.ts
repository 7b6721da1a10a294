import type { AsyncLocalStorage } from 'node:async_hooks'
import { isFailedFetch } from '../../errors/network-error'
import { isUsageError } from '../../errors/usage-error'
import type { Simulator, Webhooks } from '../../index'
import { firstNames } from '../../kernel/first-names'
import type { VitestTask } from '../../running-test/vitest'
import { unusedFaults } from '../../tools/ending/elsewhere'
import { errorOfEnd } from '../../tools/ending/ending'
import { isKnownServer, sendBy } from '../served'
import { TestRun } from './test-run'

/** Finds the test that running code belongs to: the test that started it. */
export class Runs {
  readonly #storage = newStorage()
  readonly #running = new Set<TestRun>()
  readonly #strays: string[] = []
  /** Errors of receivers, which may be added after their tests have ended. */
  readonly #late: Webhooks['receivers']['thrown'][] = []
  /** The faults of `beforeAll` that a test has used or cleared. */
  readonly #usedFaults = new Set<number>()

  constructor(
    readonly origin: Simulator,
    private readonly time: 'real' | 'virtual',
  ) {}

  begin(task: VitestTask): TestRun {
    const run = new TestRun(task, this.origin, this.time, (one) => this.current() === one)
    this.#running.add(run)
    return run
  }

  within<Result>(run: TestRun, work: () => Result): Result {
    return this.#storage.run(run, work)
  }

  enter(run: TestRun): void {
    this.#storage.enterWith(run)
  }

  /** @throws the error of a receiver; else an Error that lists the problems in the test's world */
  async end(run: TestRun): Promise<void> {
    const error = await run.end()
    for (const id of run.usedFaults) this.#usedFaults.add(id)
    this.#running.delete(run)
    this.#late.push(run.simulator.webhooks.receivers.thrown)
    if (error !== undefined) throw error
  }

  /**
   * The test of the calling code; undefined before and after the tests. If the async context is lost, it is
   * the only running test, unless tests may run concurrently.
   */
  current(): TestRun | undefined {
    const traced = this.#storage.getStore()
    if (traced || this.#running.size === 0) return traced
    const [only, ...others] = this.#running
    return others.length === 0 && !only?.isConcurrent ? only : undefined
  }

  /** The simulator of the calling code. Outside of tests it is the one that each test forks. */
  simulator(): Simulator {
    const run = this.current()
    if (run || this.#running.size === 0) return run?.simulator ?? this.origin
    throw new Error(`This code belongs to none of the tests that are running: ${this.#names()}.`)
  }

  /** Answers a request in the world of the test that sent it. */
  async serve(request: Request): Promise<Response> {
    const run = this.current()
    if (run && !run.isOver) return sendBy('msw', run.simulator, request)
    const called = `${request.method} ${request.url}`
    const when = run
      ? `came after its test "${run.name}" was over`
      : this.#running.size > 0
        ? `belongs to none of the tests that were running: ${this.#names()}`
        : 'came while no test was running'
    // Late requests of a failed test, often after a time-out, are part of its failure and not reported again.
    if (!run?.hasFailed) this.#strays.push(`${called} ${when}`)
    throw new TypeError('Failed to fetch', { cause: new Error(`${called} ${when}`) })
  }

  /** Fails the test of the calling code, or the file if there is no such test. */
  complain(text: string): void {
    const run = this.current()
    if (run && !run.isOver) run.complain(text)
    else if (!this.#strays.includes(text)) this.#strays.push(text)
  }

  /**
   * @param isComplete true if every test ran and passed
   * @throws Error if a request belonged to no test or a fault of `beforeAll` hit nothing, and the error of a
   *   receiver that threw outside of the tests
   */
  async finish(isComplete: boolean): Promise<void> {
    const { receivers } = this.origin.webhooks
    for (const { who, error } of this.#late.flat()) if (!isOfTheEnd(error)) receivers.note(who, error)
    const unused = isComplete ? unusedFaults(this.origin, this.#usedFaults) : []
    const thrown = await errorOfEnd('the file', unused, this.origin)
    if (thrown !== undefined) throw thrown
    const strays = this.#strays.splice(0)
    if (strays.length > 0) throw new Error(`requests that nobody could answer:\n  ${strays.join('\n  ')}`)
  }

  reaches(url: string): boolean {
    const worlds = [this.origin, ...[...this.#running].map(({ simulator }) => simulator)]
    return worlds.some((world) => isKnownServer(world, url))
  }

  #names(): string {
    return firstNames([...this.#running].map(({ name }) => `"${name}"`))
  }
}

/** True for the error that a receiver gets if it waits for the simulator when its test ends. */
const isOfTheEnd = (error: unknown): boolean => isUsageError(error) || isFailedFetch(error)

/** Read from the process, because browsers cannot load an import of `node:async_hooks`. */
function newStorage(): AsyncLocalStorage<TestRun> {
  const hooks = globalThis.process?.getBuiltinModule?.('node:async_hooks')
  if (hooks) return new hooks.AsyncLocalStorage()
  throw new Error(
    'useSimulator tells tests apart by AsyncLocalStorage, which browsers do not have. ' +
      'There, create a simulator in every test and give its handlers(simulator) to setupWorker of msw.',
  )
}
