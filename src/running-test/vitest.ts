import { listeners, nameInFile, type TellEnd } from './runner'

/** The part of a vitest test that is used here. A suite is such a task, too. */
export interface VitestTask {
  readonly name: string
  /** Distinguishes tests of the same name. */
  readonly id?: string
  readonly type?: string
  readonly file?: { readonly name?: string } | undefined
  readonly suite?: Pick<VitestTask, 'name' | 'suite'> | undefined
  readonly tasks?: readonly VitestTask[]
  readonly concurrent?: boolean | undefined
  /** True if the test is expected to fail. */
  readonly fails?: boolean | undefined
  /** The number of further tries that a failing test gets. */
  readonly retry?: number | { readonly count?: number } | undefined
  /** Lets a test subscribe to its own end. */
  readonly context?: { onTestFinished?(work: () => void): void }
  readonly result?:
    | {
        readonly state: string
        readonly retryCount?: number | undefined
        readonly pending?: boolean | undefined
        readonly hooks?: Partial<Record<'beforeEach' | 'afterEach', string>> | undefined
        readonly errors?: readonly { message?: string; stack?: string }[] | undefined
      }
    | undefined
  onFailed?: (() => Promise<void>)[]
}

interface VitestHost {
  readonly __vitest_worker__?: { readonly current?: VitestTask | undefined }
}

/** The running test of vitest; in a hook around all tests of a suite, the suite. */
export const vitestTask = (): VitestTask | undefined => (globalThis as VitestHost).__vitest_worker__?.current

/** The name with its suites: `suite > test`. */
export function taskName({ name, suite }: VitestTask): string {
  const names = [name]
  for (let around = suite; around?.name; around = around.suite) names.unshift(around.name)
  return names.join(' > ')
}

export const nameOfVitest = (task: VitestTask): string => nameInFile(task.file?.name, taskName(task))

/** Calls back when the test has ended. False if the task refuses: in its last hooks, or for a suite. */
export function whenFinished(task: VitestTask, work: () => void): boolean {
  try {
    const { context } = task
    if (context?.onTestFinished === undefined) return false
    context.onTestFinished(work)
    return true
  } catch {
    return false
  }
}

/** Calls back when the test's function has ended. vitest awaits these promises before any hook. */
export function whenBodyEnds(task: { promises?: Promise<unknown>[] }, work: () => Promise<void>): void {
  const ending: PromiseLike<void> = { then: (...settled) => work().then(...settled) }
  task.promises = [...(task.promises ?? []), ending as Promise<void>]
}

/** Concurrent tests are not watched, because they cannot be distinguished. */
export function watchVitest(task: VitestTask, tell: TellEnd): void {
  if (task.concurrent) return
  const name = nameOfVitest(task)
  whenFinished(task, () => {
    // A retry is watched again.
    listeners.delete(task)
    const hasFailed = (task.result?.state === 'fail') !== (task.fails === true)
    tell({ id: task.id ?? name, name, file: task.file?.name, hasFailed })
  })
}
