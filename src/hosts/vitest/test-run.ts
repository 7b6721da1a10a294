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
        // Virtual time may run on where a client has given up.
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

  /** The faults from before the test that it has used or cleared. */
  get usedFaults(): number[] {
    const left = this.simulator.faults.idle().map(({ id }) => id)
    return [...this.#test.start.faults].filter((id) => !left.includes(id))
  }

  /** To be called before its hooks are. */
  async bodyEnded(): Promise<void> {
    this.#test.bodyEnded()
    // Virtual time would go on meanwhile, and hooks would find another day.
    if (this.time === 'virtual') return
    for (const late of await lateRequests(this.simulator)) this.complain(late)
  }

  /** Makes the test fail when it ends. */
  complain(text: string): void {
    this.#test.complain(text)
  }

  /**
   * Ends the test's world. Returns what is wrong with how the test left it; a failed or skipped test has nothing
   * of that. If a receiver threw, it is that error. The story of an unexpected failure goes into its error: reporters
   * and CI show the error, while the output of a test is often lost.
   */
  async end(): Promise<unknown> {
    const { result, fails } = this.task
    const isSkipped = result?.pending === true || result?.state === 'skip'
    const isJudged = !isSkipped && !this.hasFailed
    const { problems, doubts, frame } = this.#test.end(!isJudged)
    const last = result?.errors?.at(-1)
    if (this.hasFailed && !fails && last) await addHints(last, this.simulator, [...problems, ...doubts])
    if (!isJudged) this.simulator.webhooks.receivers.takeThrown()
    const error = await errorOfEnd(`"${this.name}"`, isJudged ? problems : [], this.simulator, frame)
    if (isJudged && error === undefined) tellDoubts(doubts, this.#nameInFile)
    if (error !== undefined) noteLateFailure(this.simulator, this.#nameInFile)
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
