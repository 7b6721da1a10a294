import { nameInFile, taskName, type VitestTask } from '../../host-time/running-test'
import { warnOnce } from '../../host-time/warn-once'
import type { Simulator } from '../../index'
import { type ClearedFaults, watchClearedFaults } from '../../tools/ending/cleared-faults'
import { watchElsewhere } from '../../tools/ending/elsewhere'
import { addHints, errorOfEnd } from '../../tools/ending/ending'
import {
  lateRequests,
  leftBehind,
  misspeltPaths,
  type TestStart,
  testStart,
  UNAWAITED_PROGRAM,
} from '../../tools/ending/left-behind'

/** One attempt of one test, with its own world. */
export class TestRun {
  readonly name: string
  readonly simulator: Simulator
  readonly isConcurrent: boolean
  isOver = false
  readonly #nameInFile: string
  /** The test need not answer for it at its end. */
  readonly #start: TestStart
  readonly #complaints: string[] = []
  readonly #awaited: 'all' | 'stalled'
  /** The programs on virtual time before the test. */
  readonly #programs: number
  readonly #elsewhere: (hasFailed: boolean) => string[]
  readonly #cleared: ClearedFaults

  constructor(
    private readonly task: VitestTask,
    private readonly origin: Simulator,
    time: 'real' | 'virtual',
    isAtHand: (run: TestRun) => boolean = () => true,
  ) {
    this.#awaited = time === 'virtual' ? 'stalled' : 'all'
    this.name = taskName(task)
    this.isConcurrent = task.concurrent === true
    this.simulator = origin.fork({ wiring: 'own' })
    this.simulator.webhooks.receivers.beginTest()
    this.#nameInFile = nameInFile(task.file?.name, this.name)
    this.simulator.parts.recorder.coverage.test = this.#nameInFile
    this.simulator.hosting.isIntercepting = origin.hosting.isIntercepting
    this.#programs = this.simulator.parts.time.programs
    this.#start = testStart(this.simulator)
    this.#cleared = watchClearedFaults(this.simulator, () => task.result?.hooks?.beforeEach === 'run')
    this.#elsewhere = watchElsewhere(this.simulator, () => isAtHand(this))
  }

  get hasFailed(): boolean {
    return this.task.result?.state === 'fail'
  }

  /** The faults from before the test that it has used or cleared. */
  get usedFaults(): number[] {
    const left = this.simulator.faults.unfired().map(({ id }) => id)
    return [...this.#start.faults].filter((id) => !left.includes(id))
  }

  /** To be called before its hooks are. */
  async bodyEnded(): Promise<void> {
    this.#cleared.bodyEnded()
    // Virtual time would go on meanwhile, and hooks would find another day.
    if (this.#awaited === 'stalled') return
    for (const late of await lateRequests(this.simulator)) this.complain(late)
  }

  /** Makes the test fail when it ends. */
  complain(text: string): void {
    if (!this.#complaints.includes(text)) this.#complaints.push(text)
  }

  /**
   * Ends the test's world. Returns what is wrong with how the test left it; a failed or skipped test has nothing
   * of that. If a receiver threw, it is that error. The story of an unexpected failure goes into its error: reporters
   * and CI show the error, while the output of a test is often lost.
   */
  async end(): Promise<unknown> {
    const { result, fails } = this.task
    const isSkipped = result?.pending === true || result?.state === 'skip'
    for (const text of this.#elsewhere(this.hasFailed)) this.complain(text)
    const isJudged = !isSkipped && !this.hasFailed
    const problems = isJudged ? this.#problems() : []
    const last = result?.errors?.at(-1)
    if (this.hasFailed && !fails && last) await addHints(last, this.simulator, this.#complaints)
    if (!isJudged) this.simulator.webhooks.receivers.thrown.splice(0)
    const error = await errorOfEnd(`"${this.name}"`, problems, this.simulator)
    if (isJudged && error === undefined) this.#warn()
    this.simulator.mutation?.tellTest({
      id: this.task.id ?? this.#nameInFile,
      name: this.#nameInFile,
      file: this.task.file?.name,
      hasFailed: this.hasFailed || error !== undefined,
    })
    this.isOver = true
    this.simulator[Symbol.dispose]()
    return error
  }

  #warn(): void {
    for (const doubt of [...misspeltPaths(this.simulator, this.#start), ...this.#cleared.texts()])
      warnOnce(doubt)
  }

  #problems(): string[] {
    if (this.simulator.parts.time.programs > this.#programs) this.complain(UNAWAITED_PROGRAM)
    const left = { start: this.#start, awaited: this.#awaited, origin: this.origin, hasHooks: true }
    return [...this.#complaints, ...leftBehind(this.simulator, left)]
  }
}
