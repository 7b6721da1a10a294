/** Runners of tests tell of the test at hand by these globals. */
interface Runner {
  /** jest, and others with its face. */
  readonly expect?: {
    getState?(): { readonly currentTestName?: string; readonly testPath?: string }
  }
  /** vitest. */
  readonly __vitest_worker__?: { readonly current?: Task; readonly filepath?: string }
  readonly process?: NodeJS.Process
}

interface Task {
  readonly name: string
  readonly file?: { readonly name?: string }
  readonly suite?: Task
}

/** `file > suite > test` of a task of vitest. */
function taskName({ name, file, suite }: Task): string {
  const names = [name]
  for (let around = suite; around?.name; around = around.suite) names.unshift(around.name)
  return [...(file?.name ? [file.name] : []), ...names].join(' > ')
}

/** The running test, or its file; null where the runner does not tell. */
export function runningTest(): string | null {
  const { expect, __vitest_worker__: worker, process: runtime } = globalThis as Runner
  if (worker?.current) return taskName(worker.current)
  const { currentTestName, testPath } = stateOf(expect)
  if (currentTestName !== undefined)
    return [...(testPath === undefined ? [] : [fromHere(testPath)]), currentTestName].join(' > ')
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
