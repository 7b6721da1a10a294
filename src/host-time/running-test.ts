/** Runners of tests tell of the test at hand by these globals. */
interface Runner {
  /** jest, and others with its face. */
  readonly expect?: {
    getState?(): { readonly currentTestName?: string; readonly testPath?: string }
  }
  /** vitest. */
  readonly __vitest_worker__?: { readonly current?: VitestTask | undefined }
  readonly process?: NodeJS.Process
}

/** The part of a test of vitest that is used here. A suite is such a task, too. */
export interface VitestTask {
  readonly name: string
  /** Tests of one name have several. */
  readonly id?: string
  readonly type?: string
  readonly file?: { readonly name?: string } | undefined
  readonly suite?: Pick<VitestTask, 'name' | 'suite'> | undefined
  readonly tasks?: readonly VitestTask[]
  readonly concurrent?: boolean | undefined
  /** True if the test is expected to fail. */
  readonly fails?: boolean | undefined
  /** A test may ask to be told its end. */
  readonly context?: { onTestFinished?(work: () => void): void }
  readonly result?:
    | {
        readonly state: string
        readonly pending?: boolean | undefined
        readonly hooks?: { readonly beforeEach?: string | undefined } | undefined
        readonly errors?: readonly { message?: string; stack?: string }[] | undefined
      }
    | undefined
  onFailed?: (() => Promise<void>)[]
}

/** The running test of vitest; in a hook around all tests of a suite, that suite. */
export const vitestTask = (): VitestTask | undefined => (globalThis as Runner).__vitest_worker__?.current

/** `suite > test` of a task of vitest. */
export function taskName({ name, suite }: VitestTask): string {
  const names = [name]
  for (let around = suite; around?.name; around = around.suite) names.unshift(around.name)
  return names.join(' > ')
}

/** A name as others know it: two files may have tests of one name. */
export const nameInFile = (file: string | undefined, name: string): string =>
  file ? `${file} > ${name}` : name

/** The running test, or its file; null where the runner does not tell. */
export function runningTest(): string | null {
  const task = vitestTask()
  if (task) return nameInFile(task.file?.name, taskName(task))
  const { expect, process: runtime } = globalThis as Runner
  const { currentTestName, testPath } = stateOf(expect)
  if (currentTestName !== undefined) return nameInFile(testPath && fromHere(testPath), currentTestName)
  // node:test runs each file in a process of its own.
  const file = runtime?.env?.NODE_TEST_CONTEXT === undefined ? undefined : runtime.argv?.[1]
  return file === undefined ? null : fromHere(file)
}

function stateOf(
  expect: Runner['expect'],
): ReturnType<NonNullable<NonNullable<Runner['expect']>['getState']>> {
  try {
    return expect?.getState?.() ?? {}
  } catch {
    // Another library has an `expect` of its own.
    return {}
  }
}

/** A file, as seen from the folder of the project. */
function fromHere(file: string): string {
  const folder = (globalThis as Runner).process?.cwd?.() ?? ''
  return file.startsWith(folder) ? file.slice(folder.length).replace(/^[\\/]/, '') : file
}
