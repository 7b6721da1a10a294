import type { Simulator } from '../../index'
import { nameInFile } from '../../running-test/runner'
import { taskName, type VitestTask } from '../../running-test/vitest'
import { internalsOf } from '../../simulator/internals-of'
import { noteLateFailure } from '../../tools/coverage/late-failure'
import { IN_PROCESS } from '../../tools/ending/elsewhere'
import { addHints, errorOfEnd } from '../../tools/ending/ending'
import { lateRequests } from '../../tools/ending/left-behind'
import { tellDoubts, WatchedTest } from '../../tools/ending/watched-test'

/** One attempt of one test, with its own world. */
export class TestRun {
  readonly name: string
  readonly simulator: Simulator
  readonly isConcurrent: boolean
  isOver = false
  readonly #nameInFile: string
  readonly #test: WatchedTest

  constructor(
    private readonly task: VitestTask,
    origin: Simulator,
    private readonly time: 'real' | 'virtual',
    isAtHand: (run: TestRun) => boolean = () => true,
  ) {
    this.name = taskName(task)
    this.isConcurrent = task.concurrent === true
    this.#nameInFile = nameInFile(task.file?.name, this.name)
    this.simulator = origin.forkFor('test', { test: this.#nameInFile })
    this.simulator.hosting.isIntercepting = origin.hosting.isIntercepting
    this.#test = new WatchedTest(
      {
        simulator: this.simulator,
        origin,
        // Virtual time may have moved on after a client gave up, so only stalled requests count.
        awaited: time === 'virtual' ? 'stalled' : 'all',
        isByTest: () => isAtHand(this),
        isInHook: () => task.result?.hooks?.beforeEach === 'run',
      },
      IN_PROCESS,
    )
  }

  get hasFailed(): boolean {
    return this.task.result?.state === 'fail'
  }

  /** The faults from before the test that it has used or cleared, so that they are not armed at its end. */
  get usedFaults(): number[] {
    const left = new Set(this.simulator.faults.fates.idle().map(({ id }) => id))
    return [...this.#test.start.faults].filter((id) => !left.has(id))
  }

  /** Called before the test's hooks. */
  async bodyEnded(): Promise<void> {
    this.#test.bodyEnded()
    // Waiting would move virtual time, and the hooks would find another date.
    if (this.time === 'virtual') return
    for (const late of await lateRequests(this.simulator)) this.complain(late)
  }

  /** Fails the test when it ends. */
  complain(text: string): void {
    this.#test.complain(text)
  }

  /**
   * Ends the test's world. Returns a receiver's error, or one that lists what the test left behind, unless
   * the test failed or was skipped. Hints on an unexpected failure go into its error: reporters and CI show
   * errors, while the output of a test is often lost.
   */
  async end(): Promise<unknown> {
    const { result, fails, retry = 0 } = this.task
    const isSkipped = result?.pending === true || result?.state === 'skip'
    const isJudged = !isSkipped && !this.hasFailed
    const { problems, doubts, frame } = this.#test.end(!isJudged)
    const last = result?.errors?.at(-1)
    if (this.hasFailed && !fails && last) await addHints(last, this.simulator, [...problems, ...doubts])
    if (!isJudged) this.simulator.webhooks.receivers.takeThrown()
    const error = await errorOfEnd(`"${this.name}"`, isJudged ? problems : [], this.simulator, frame)
    if (isJudged && error === undefined) tellDoubts(doubts, this.#nameInFile)
    const triesLeft = (typeof retry === 'number' ? retry : (retry.count ?? 0)) - (result?.retryCount ?? 0)
    if (error !== undefined && !fails && triesLeft <= 0) noteLateFailure(this.simulator, this.#nameInFile)
    internalsOf(this.simulator).interceptor?.testEnded({
      id: this.task.id ?? this.#nameInFile,
      name: this.#nameInFile,
      file: this.task.file?.name,
      hasFailed: this.hasFailed || error !== undefined,
    })
    this.isOver = true
    this.simulator[Symbol.dispose]()
    return error
  }
}
