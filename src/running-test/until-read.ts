import { hostTime } from '../host-time/host-time'
import { asyncHooks } from '../host-time/platform'
import { warnOnce } from '../host-time/warn-once'
import { isOneAtATime, runningTest } from './running-test'
import { vitestTask, whenFinished } from './vitest'

/** The texts of verdicts, each with the number of unread ones. */
type Unread = Map<string, number>

const ofProcess: Unread = new Map()
/** Lists whose verdicts are reported when the process ends. */
const atExit = new Set<Unread>()

const PRINTED = Symbol.for('nodejs.util.inspect.custom')

/**
 * Warns at the end of the test, or of the process, if no member of a verdict was read: the test passes
 * although something is wrong. The program may have a reason, so the test does not fail.
 * @param says one sentence about the verdict
 * @param untold a member that does not reveal the verdict
 * @param here the test to which the verdict belongs
 */
export function untilRead<Verdict extends object>(
  verdict: Verdict,
  says: string,
  untold?: keyof Verdict | undefined,
  { name, unread }: OwningTest = owningTest(),
): Verdict {
  const text = name + says
  const members = Object.getOwnPropertyDescriptors(verdict)
  // The members of a verdict that was frozen meanwhile cannot be restored.
  const original: Verdict = Object.create(Object.getPrototypeOf(verdict), members)
  let isRead = false
  const read = (): Verdict => {
    if (!isRead) count(unread, text, -1)
    isRead = true
    if (Object.isSealed(verdict)) return original
    Reflect.deleteProperty(verdict, PRINTED)
    return Object.defineProperties(verdict, members)
  }
  for (const name of Object.keys(verdict))
    Object.defineProperty(verdict, name, {
      get: () => Reflect.get(name === untold ? original : read(), name),
      set: (value) => Reflect.set(read(), name, value),
      enumerable: true,
      configurable: true,
    })
  Object.defineProperty(verdict, PRINTED, { value: read, configurable: true })
  count(unread, text, 1)
  return verdict
}

/** The current test. It may have ended before its work does. */
export interface OwningTest {
  /** The beginning of a message; empty if no name is known. */
  readonly name: string
  readonly unread: Unread
}

const owningTest = (): OwningTest => ({ name: withTest(''), unread: unreadHere() })

/**
 * Does work that the current test should await. Warns at the end of the test if the work has not ended. Its
 * verdicts belong to that test, even if another test runs by then. A failed test may have run out of time.
 */
export async function untilEnded<Result>(
  called: string,
  work: (here: OwningTest) => Promise<Result>,
): Promise<Result> {
  const here = owningTest()
  const { name, unread } = here
  const end = unread === ofProcess ? 'process' : 'test'
  const text = `${name}${called} was still under way when the ${end} ended: is it awaited?`
  let isOver = false
  const over = (): void => {
    if (!isOver) count(unread, text, -1)
    isOver = true
  }
  count(unread, text, 1)
  const task = vitestTask()
  if (end === 'test' && task) whenFinished(task, () => task.result?.state === 'fail' && over())
  try {
    return await work(here)
  } finally {
    over()
  }
}

const count = (unread: Unread, text: string, more: number): void =>
  void unread.set(text, (unread.get(text) ?? 0) + more)

export interface TestBody {
  readonly name?: string | undefined
}

const SHARED = Symbol.for('accounting-simulator.bodies')

const own = {
  ofTests: new WeakMap<object, Unread>(),
  /** Distinguishes concurrent tests of runners that do not tell. In browsers, tests run one at a time. */
  running: asyncHooks && new asyncHooks.AsyncLocalStorage<TestBody>(),
  haveBegun: false,
  /** The bodies that have not ended. */
  bodies: new Set<TestBody>(),
}
const ofAll: { [SHARED]?: typeof own } = globalThis as object
// In CommonJS, each entry of the package has a copy of this module, and a test uses several entries.
ofAll[SHARED] ??= own
const shared = ofAll[SHARED]
const { ofTests, running, bodies } = shared

export async function runBody<Result>(
  test: TestBody,
  body: () => Result | PromiseLike<Result>,
): Promise<Awaited<Result>> {
  shared.haveBegun = true
  bodies.add(test)
  try {
    return await (running ? running.run(test, body) : body())
  } finally {
    bodies.delete(test)
  }
}

export const testAtHand = (): TestBody | undefined => running?.getStore()

/** Puts the current test's name before a text. The name comes from the runner or the running body. */
export function withTest(text: string): string {
  const known = isOneAtATime() ? runningTest() : null
  const [only] = bodies.size === 1 ? bodies : []
  const name = known ?? (testAtHand() ?? only)?.name
  return name ? `${name}: ${text}` : text
}

/** True if tests have begun and no body runs. A fixture of Playwright passes its body on to the test. */
export const isBetweenTests = (): boolean =>
  shared.haveBegun && bodies.size === 0 && testAtHand() === undefined

/** Warns of a test's unread verdicts: if it returned an object, at the exit, as a caller may read them. */
export function tellUnreadOf(test: object, gaveBack?: unknown): void {
  const unread = ofTests.get(test)
  ofTests.delete(test)
  if (!unread) return
  if (typeof gaveBack === 'object' && gaveBack !== null) tellAtExit(unread)
  else tell(unread, warnOnce)
}

function unreadHere(): Unread {
  const test = testAtHand()
  if (test) return listOf(test)
  const task = vitestTask()
  const { concurrent, context } = task ?? {}
  // Concurrent tests cannot be distinguished. A retry of a test subscribes again.
  if (task && context && !concurrent)
    if (ofTests.has(context) || whenFinished(task, () => tellUnreadOf(context))) return listOf(context)
  tellAtExit(ofProcess)
  return ofProcess
}

function listOf(test: object): Unread {
  const unread = ofTests.get(test) ?? new Map()
  ofTests.set(test, unread)
  return unread
}

/** Not for vitest, whose workers end without this event, so a warning would come too late. */
function tellAtExit(unread: Unread): void {
  if (atExit.size === 0) globalThis.process?.once?.('exit', tellUnread)
  atExit.add(unread)
}

const tellUnread = (): void => {
  for (const unread of atExit) tell(unread, hostTime.warn)
}

function tell(unread: Unread, warn: (text: string) => void): void {
  for (const [text, times] of unread) if (times > 0) warn(text)
}
