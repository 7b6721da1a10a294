import { hostTime } from './host-time'
import { warnOnce } from './warn-once'

/** The test of vitest at hand, which may ask to be told its end. Those side by side cannot be told apart. */
interface Task {
  readonly concurrent?: boolean
  readonly context?: { onTestFinished?(work: () => void): void }
}
const testAtHand = (): Task | undefined =>
  (globalThis as { readonly __vitest_worker__?: { readonly current?: Task } }).__vitest_worker__?.current

const unread = new Map<string, number>()

const PRINTED = Symbol.for('nodejs.util.inspect.custom')

/**
 * Warns at the end of the test, or of the process, of a verdict of which nobody has read a member: it passes in
 * silence, though it says that something is wrong. A program may have its reasons, so it is no failure.
 */
export function untilRead<Verdict extends object>(verdict: Verdict, text: string): Verdict {
  const members = Object.getOwnPropertyDescriptors(verdict)
  // A verdict that was frozen meanwhile cannot have its members back.
  const twin: Verdict = Object.create(Object.getPrototypeOf(verdict), members)
  let isRead = false
  const read = (): Verdict => {
    if (!isRead) count(text, -1)
    isRead = true
    if (Object.isSealed(verdict)) return twin
    Reflect.deleteProperty(verdict, PRINTED)
    return Object.defineProperties(verdict, members)
  }
  for (const name of Object.keys(verdict))
    Object.defineProperty(verdict, name, {
      get: () => Reflect.get(read(), name),
      set: (value) => Reflect.set(read(), name, value),
      enumerable: true,
      configurable: true,
    })
  Object.defineProperty(verdict, PRINTED, { value: read, configurable: true })
  count(text, 1)
  const { concurrent, context } = testAtHand() ?? {}
  if (!concurrent) context?.onTestFinished?.(() => isRead || warnOnce(text))
  return verdict
}

function count(text: string, more: number): void {
  // A worker of vitest ends without this event.
  if (unread.size === 0) globalThis.process?.once?.('exit', tellUnread)
  unread.set(text, (unread.get(text) ?? 0) + more)
}

function tellUnread(): void {
  // A warning would come too late.
  for (const [text, times] of unread) if (times > 0) hostTime.warn(text)
}
