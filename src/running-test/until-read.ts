import { hostTime } from '../host-time/host-time'
import { asyncHooks } from '../host-time/platform'
import { warnOnce } from '../host-time/warn-once'
import { isOneAtATime, runningTest } from './running-test'
import { vitestTask, whenFinished } from './vitest'

/** Texts of verdicts, with the number of those that nobody has read yet. */
type Unread = Map<string, number>

const ofProcess: Unread = new Map()
/** Verdicts that are told when the process ends. */
const atExit = new Set<Unread>()

const PRINTED = Symbol.for('nodejs.util.inspect.custom')

/**
 * Warns at the end of the test, or of the process, of a verdict of which nobody has read a member: it passes in
 * silence, though it says that something is wrong. A program may have its reasons, so it is no failure.
 * @param says one sentence on it
 * @param untold a member that does not tell it
 * @param here the test that answers for it
 */
export function untilRead<Verdict extends object>(
  verdict: Verdict,
  says: string,
  untold?: keyof Verdict | undefined,
  { name, unread }: OwningTest = owningTest(),
): Verdict {
  const text = name + says
  const members = Object.getOwnPropertyDescriptors(verdict)
  // A verdict that was frozen meanwhile cannot have its members back.
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

/** The test at hand, which may have ended when its work does. */
export interface OwningTest {
  /** Empty if nobody knows, or the beginning of a sentence. */
  readonly name: string
  readonly unread: Unread
}

const owningTest = (): OwningTest => ({ name: withTest(''), unread: unreadHere() })

/**
 * Does work that the test at hand is to await, and warns at the end of the test if that has not ended. What it finds
 * belongs to that test, though another one may run by then. A test that failed may have run out of time.
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
  /** Tells tests that run side by side apart, of runners that tell nobody of them. Browsers run one at a time. */
  running: asyncHooks && new asyncHooks.AsyncLocalStorage<TestBody>(),
  haveBegun: false,
  /** The bodies that have not ended. */
  bodies: new Set<TestBody>(),
}
const ofAll: { [SHARED]?: typeof own } = globalThis as object
// In CommonJS each entry of the package has a copy of this module, and a test uses several entries.
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

/** A text that begins with the name of the test at hand: as the runner tells it, or else whoever runs its body. */
export function withTest(text: string): string {
  const known = isOneAtATime() ? runningTest() : null
  const [only] = bodies.size === 1 ? bodies : []
  const name = known ?? (testAtHand() ?? only)?.name
  return name ? `${name}: ${text}` : text
}

/** Tells whether tests have begun, and none is at hand. A fixture of Playwright hands its body on to the test. */
export const isBetweenTests = (): boolean =>
  shared.haveBegun && bodies.size === 0 && testAtHand() === undefined

/** Warns of verdicts that a test left unread, where no runner tells its end. Its caller may read what it gave back. */
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
  // Tests side by side cannot be told apart, and a further try of a test asks anew.
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

/** A worker of vitest ends without this event, and a warning would come too late. */
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
