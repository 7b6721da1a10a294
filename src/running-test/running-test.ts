/** Runners of tests tell of the test at hand by these globals. */
interface TestRunner {
  /** jest, and others with its face. */
  readonly expect?: { getState?(): { readonly currentTestName?: string; readonly testPath?: string } }
  /** vitest. */
  readonly __vitest_worker__?: { readonly current?: VitestTask | undefined }
  /** node:test, as the commands coverage and mutate start it. */
  readonly __accounting_test__?: string
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
        readonly hooks?: Partial<Record<'beforeEach' | 'afterEach', string>> | undefined
        readonly errors?: readonly { message?: string; stack?: string }[] | undefined
      }
    | undefined
  onFailed?: (() => Promise<void>)[]
}

const runner: TestRunner = globalThis

/** The running test of vitest; in a hook around all tests of a suite, that suite. */
export const vitestTask = (): VitestTask | undefined => runner.__vitest_worker__?.current

/** `suite > test` of a task of vitest. */
export function taskName({ name, suite }: VitestTask): string {
  const names = [name]
  for (let around = suite; around?.name; around = around.suite) names.unshift(around.name)
  return names.join(' > ')
}

/** A name as others know it: two files may have tests of one name. */
export const nameInFile = (file: string | undefined, name: string): string =>
  file ? `${file} > ${name}` : name

let hasNodeTest: boolean | undefined

/** True in a process of node:test. It is asked for each fact, and the environment is slow to read. */
const isOfNodeTest = (): boolean => (hasNodeTest ??= runner.process?.env?.NODE_TEST_CONTEXT !== undefined)

/** The running test, or its file; null where the runner does not tell. */
export function runningTest(): string | null {
  const task = vitestTask()
  if (task) return nameInFile(task.file?.name, taskName(task))
  const { expect, process: runtime } = runner
  const { currentTestName } = stateOf(expect)
  if (currentTestName !== undefined) return nameInFile(fileOfJest(), currentTestName)
  // node:test runs each file in a process of its own.
  const file = isOfNodeTest() ? runtime?.argv?.[1] : undefined
  if (file === undefined) return null
  // A program that a test starts is of its file.
  const own = runtime?.env?.ACCOUNTING_TEST_FILE ?? fromHere(file)
  const { __accounting_test__: name } = runner
  return name === undefined ? own : nameInFile(own, name)
}

/** Tells of the test at hand once it has ended and another one runs; of tests side by side nobody knows. */
export function onceOver(tell: (name: string) => string): () => string[] {
  const [began, isAlone, test] = [runningTest(), isOneAtATime(), jestTest()]
  const isOver = (): boolean => runningTest() !== began || (test !== undefined && jestTest() !== test)
  return () => (began !== null && isOver() && isAlone && isOneAtATime() ? [tell(began)] : [])
}

interface JestTest {
  readonly timeout?: number
  readonly errors?: unknown[]
  readonly concurrent?: boolean
}

/** The part of jest's state that is used here. */
interface JestState {
  readonly testTimeout?: number
  currentlyRunningTest?: JestTest | null
}

/** jest keeps the name of its last test, but not the test. */
const jestTest = (): JestTest | undefined => stateOfJest()?.currentlyRunningTest ?? undefined

/** The state that jest keeps where it runs a file of tests; undefined elsewhere. */
export function stateOfJest(): JestState | undefined {
  const key = Object.getOwnPropertySymbols(globalThis).find(
    ({ description }) => description === 'JEST_STATE_SYMBOL',
  )
  return key && Reflect.get(globalThis, key)
}

export interface EndedTest {
  /** Tells tests of one name apart. */
  readonly id: string
  readonly name: string
  readonly file: string | undefined
  readonly hasFailed: boolean
  /** True if its failure may leave the command green. */
  readonly mayFail?: boolean
  /** Absent where lines are written with `expect`. */
  readonly runner?: 'node:test' | 'pytest'
  /** The time that it took, with its fixtures, where its runner tells it. */
  readonly milliseconds?: number
}

type TellEnd = (test: EndedTest) => void

/** The listeners of the tests and states of runners that tell their end. */
const listeners = new WeakMap<object, Map<object, TellEnd>>()

/**
 * Tells the end of the test at hand, if its runner shows it: vitest, jest, and node:test for a whole file.
 * @param listener hears of it once, however often it asks
 */
export function watchTest(listener: object, hear: TellEnd): void {
  const [task, state, { process: runtime }] = [vitestTask(), stateOfJest(), runner]
  const host = task ?? state ?? runtime
  if (!host) return
  const known = listeners.get(host)
  const all = known ?? new Map<object, TellEnd>()
  if (!all.has(listener)) all.set(listener, hear)
  if (known) return
  listeners.set(host, all)
  const tell: TellEnd = (end) => {
    for (const one of all.values()) one(end)
  }
  if (task) watchVitest(task, tell)
  else if (state) watchJest(state, tell)
  else if (runtime && isOfNodeTest() && runtime.env.ACCOUNTING_TEST_FILE === undefined) {
    const file = runningTest() as string
    const tellFile = (status: number) =>
      tell({ id: file, name: file, file, hasFailed: status !== 0, runner: 'node:test' })
    runtime.once('exit', tellFile)
  }
}

/** Tests side by side cannot be told apart. */
function watchVitest(task: VitestTask, tell: TellEnd): void {
  if (task.concurrent) return
  const file = task.file?.name
  const name = nameInFile(file, taskName(task))
  try {
    task.context?.onTestFinished?.(() => {
      // A further try is watched anew.
      listeners.delete(task)
      const hasFailed = (task.result?.state === 'fail') !== (task.fails === true)
      tell({ id: task.id ?? name, name, file, hasFailed })
    })
  } catch {
    // In its last hooks a test takes no more.
  }
}

/** jest lets go of a test when it is over. */
function watchJest(state: JestState, tell: TellEnd): void {
  const numbers = new Map<JestTest, number>()
  let test = state.currentlyRunningTest
  Object.defineProperty(state, 'currentlyRunningTest', {
    get: () => test,
    set: (next: typeof test) => {
      const name = runningTest()
      if (test && !next && !test.concurrent && name !== null) {
        if (!numbers.has(test)) numbers.set(test, numbers.size)
        const id = `${name} ${numbers.get(test)}`
        tell({ id, name, file: fileOfJest(), hasFailed: (test.errors ?? []).length > 0 })
      }
      test = next
    },
    configurable: true,
  })
}

/** Of tests side by side, another one may be at hand. */
export const isOneAtATime = (): boolean => !(vitestTask() ?? stateOfJest()?.currentlyRunningTest)?.concurrent

function stateOf(
  expect: TestRunner['expect'],
): ReturnType<NonNullable<NonNullable<TestRunner['expect']>['getState']>> {
  try {
    return expect?.getState?.() ?? {}
  } catch {
    // Another library has an `expect` of its own.
    return {}
  }
}

function fileOfJest(): string | undefined {
  const { testPath } = stateOf(runner.expect)
  return testPath && fromHere(testPath)
}

/** A file, as seen from the folder of the project. */
function fromHere(file: string): string {
  const folder = runner.process?.cwd?.() ?? ''
  return file.startsWith(folder) ? file.slice(folder.length).replace(/^[\\/]/, '') : file
}
