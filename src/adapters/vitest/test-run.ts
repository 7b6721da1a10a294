import type { Simulator } from '../../index'

/** The part of a vitest test that is used here. */
export interface TestTask {
  readonly name: string
  readonly concurrent?: boolean | undefined
  /** Whether the test is expected to fail. */
  readonly fails?: boolean | undefined
  readonly suite?: { readonly name: string; readonly suite?: TestTask['suite'] } | undefined
  readonly result?:
    | {
        readonly state: string
        readonly pending?: boolean | undefined
        readonly errors?: readonly { message?: string; stack?: string }[] | undefined
      }
    | undefined
}

/** One attempt of one test, with its own world. */
export class TestRun {
  readonly name: string
  readonly simulator: Simulator
  readonly isConcurrent: boolean
  isOver = false
  readonly #task: TestTask
  /** Faults injected before the test are not checked at its end. */
  readonly #inherited: ReadonlySet<number>
  readonly #complaints: string[] = []
  /** On virtual time a client may give up by its own time-out and leave its request behind. */
  readonly #awaited: 'all' | 'in vain'

  constructor(task: TestTask, origin: Simulator, time: 'real' | 'virtual') {
    this.#task = task
    this.#awaited = time === 'virtual' ? 'in vain' : 'all'
    this.name = fullName(task)
    this.isConcurrent = task.concurrent === true
    this.simulator = origin.fork({ wiring: 'own' })
    this.#inherited = new Set(this.simulator.faults.unfired().map(({ id }) => id))
  }

  get hasFailed(): boolean {
    return this.#task.result?.state === 'fail'
  }

  /** Makes the test fail when it ends. */
  complain(text: string): void {
    this.#complaints.push(text)
  }

  /**
   * Ends the test's world and returns its problems. A failed or skipped test has none. Prints the timeline of
   * an unexpected failure.
   */
  end(): string[] {
    this.isOver = true
    const { result, fails } = this.#task
    const isSkipped = result?.pending === true || result?.state === 'skip'
    const problems = isSkipped || this.hasFailed ? [] : this.#problems()
    if ((this.hasFailed || problems.length > 0) && !fails) {
      this.#printTimeline()
      const story = `\n\nThe whole story:\n${String(this.simulator.timeline)}`
      // Reporters and CI show the error; the output of a test is often lost.
      for (const error of result?.errors ?? []) carry(error, story)
      if (problems.length > 0) problems.push(story)
    }
    this.simulator[Symbol.dispose]()
    return problems
  }

  #problems(): string[] {
    const unfired = this.simulator.faults.unfired().filter(({ id }) => !this.#inherited.has(id))
    return [
      ...this.#complaints,
      ...this.simulator.unfinished(this.#awaited),
      ...unfired.map(({ id, on, effect }) => `fault ${id} on ${on} hit nothing: ${JSON.stringify(effect)}`),
      ...this.simulator.books
        .check()
        .map(({ invariant, where, text }) => `the books are broken: ${invariant}: ${where}: ${text}`),
    ]
  }

  #printTimeline(): void {
    // What is under way often explains a failure: a forgotten await.
    const notes = [...this.#complaints, ...this.simulator.unfinished('all')].map((text) => `\n  ${text}`)
    console.error(`Timeline of "${this.name}":\n${String(this.simulator.traffic)}${notes.join('')}`)
  }
}

/** Adds the text to the message, also where the stack begins with it. */
function carry(error: { message?: string; stack?: string }, text: string): void {
  const { message = '', stack } = error
  if (message.includes(text)) return
  error.message = message + text
  if (stack?.includes(message)) error.stack = stack.replace(message, () => message + text)
}

function fullName({ name, suite }: TestTask): string {
  const names = [name]
  for (let around = suite; around?.name; around = around.suite) names.unshift(around.name)
  return names.join(' > ')
}
