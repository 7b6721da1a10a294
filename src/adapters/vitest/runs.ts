import type { AsyncLocalStorage } from 'node:async_hooks'
import type { Simulator } from '../../index'
import { TestRun, type TestTask } from './test-run'

/** Which test is whose: every piece of code belongs to the test that it was started by. */
export class Runs {
  readonly origin: Simulator
  readonly #storage = newStorage()
  readonly #running = new Set<TestRun>()
  readonly #strays: string[] = []

  constructor(origin: Simulator) {
    this.origin = origin
  }

  begin(task: TestTask): TestRun {
    const run = new TestRun(task, this.origin)
    this.#running.add(run)
    return run
  }

  within<Result>(run: TestRun, work: () => Result): Result {
    return this.#storage.run(run, work)
  }

  enter(run: TestRun): void {
    this.#storage.enterWith(run)
  }

  /** @throws Error with what is wrong with the world that the test leaves behind */
  end(run: TestRun): void {
    this.#running.delete(run)
    complain(`"${run.name}" leaves things undone`, run.end())
  }

  /**
   * The test that the calling code belongs to; none before and after the tests. Where the trace is lost, the
   * only test that runs must be it, unless others may run beside it.
   */
  current(): TestRun | undefined {
    const traced = this.#storage.getStore()
    if (traced || this.#running.size === 0) return traced
    const [only, ...others] = this.#running
    return others.length === 0 && !only?.isConcurrent ? only : undefined
  }

  /** The simulator of the calling code. Outside of tests it is the one that every test gets a fork of. */
  simulator(): Simulator {
    const run = this.current()
    if (run || this.#running.size === 0) return run?.simulator ?? this.origin
    throw new Error(`This code belongs to none of the tests that are running: ${this.#names()}.`)
  }

  /** Answers a request out of the world of the test that sent it. */
  async serve(request: Request): Promise<Response> {
    const run = this.current()
    if (run && !run.isOver) return run.simulator.fetch(request)
    const called = `${request.method} ${request.url}`
    const when = run
      ? `came after its test "${run.name}" was over`
      : this.#running.size > 0
        ? `belongs to none of the tests that were running: ${this.#names()}`
        : 'came while no test was running'
    // What a failed test leaves under way, one that ran out of time above all, is part of its failure.
    if (!run?.hasFailed) this.#strays.push(`${called} ${when}`)
    throw new TypeError('Failed to fetch', { cause: new Error(`${called} ${when}`) })
  }

  /** @throws Error when a request came that no test had sent */
  finish(): void {
    complain('requests that nobody could answer', this.#strays.splice(0))
  }

  reaches(url: string): boolean {
    const worlds = [this.origin, ...[...this.#running].map(({ simulator }) => simulator)]
    return worlds.some(({ webhooks }) => webhooks.reaches(url))
  }

  #names(): string {
    const names = [...this.#running].map(({ name }) => `"${name}"`)
    return names.length > 3
      ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`
      : names.join(', ')
  }
}

function complain(title: string, problems: readonly string[]): void {
  if (problems.length > 0)
    throw new Error(`${title}:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
}

/** Asked of the process, because an import of `node:async_hooks` would not even load in a browser. */
function newStorage(): AsyncLocalStorage<TestRun> {
  const hooks = globalThis.process?.getBuiltinModule?.('node:async_hooks')
  if (hooks) return new hooks.AsyncLocalStorage()
  throw new Error(
    'useSimulator tells tests apart by AsyncLocalStorage, which browsers do not have. ' +
      'There, create a simulator in every test and give its handlers(simulator) to setupWorker of msw.',
  )
}
