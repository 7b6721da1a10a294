import type { Simulator } from '../../index'
import { storyOf, unheard } from './story'

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
   * Ends the test's world. Returns what is wrong with how the test left it; a failed or skipped test has nothing
   * of that. The story of an unexpected failure goes into its error: reporters and CI show the error, while the
   * output of a test is often lost.
   */
  end(): string | undefined {
    this.isOver = true
    const { result, fails } = this.#task
    const isSkipped = result?.pending === true || result?.state === 'skip'
    const problems = isSkipped || this.hasFailed ? [] : this.#problems()
    const last = result?.errors?.at(-1)
    if (this.hasFailed && !fails && last) carry(last, `${this.#leftovers()}${this.#story()}`)
    const story = fails ? '' : this.#story()
    this.simulator[Symbol.dispose]()
    return problems.length === 0
      ? undefined
      : `"${this.name}" leaves things undone:${indented(problems)}${story}`
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

  /** What is under way often explains a failure: a forgotten await. */
  #leftovers(): string {
    const left = [...this.#complaints, ...this.simulator.unfinished('all'), ...unheard(this.simulator)]
    return left.length === 0 ? '' : `\n\nWhen it failed:${indented(left)}`
  }

  #story(): string {
    return `\n\n${storyOf(this.simulator)}`
  }
}

const indented = (texts: readonly string[]): string => texts.map((text) => `\n  ${text}`).join('')

/** Adds the text to the message and to the stack, which some reporters show in its place. */
function carry(error: { message?: string; stack?: string }, text: string): void {
  const { message = '', stack } = error
  error.message = message + text
  if (stack === undefined) return
  // The stack of a test that ran out of time begins with other words than its message.
  const frames = stack.indexOf('\n    at ')
  error.stack = stack.includes(message)
    ? stack.replace(message, () => message + text)
    : `Error: ${message}${text}${frames < 0 ? '' : stack.slice(frames)}`
}

function fullName({ name, suite }: TestTask): string {
  const names = [name]
  for (let around = suite; around?.name; around = around.suite) names.unshift(around.name)
  return names.join(' > ')
}
