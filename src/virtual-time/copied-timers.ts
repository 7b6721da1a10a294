import { createHook } from 'node:async_hooks'
import type { VirtualTimers } from '../index'
import { NOT_OF_PROGRAM } from './jumps'
import { realClear } from './real'

/** The clock and the notes of a program. */
interface Owner {
  readonly clock: { readonly timers: Pick<VirtualTimers, 'setTimeout' | 'setInterval'> }
  readonly io: { copied: string | undefined }
}

let ownerHere: () => Owner | undefined = () => undefined

/** `find` returns the program of the calling code. */
export function attributeTimers(find: () => Owner | undefined): void {
  ownerHere = find
}

/** The timer of Node, as `async_hooks` shows it. */
interface HostTimer {
  _onTimeout: ((...given: unknown[]) => void) | null
  readonly _idleTimeout: number
  readonly _timerArgs?: readonly unknown[]
  readonly _repeat: number | null
  _destroyed: boolean
  hasRef(): boolean
}

/** The frames of a timer: the innermost are those of `async_hooks`. */
const FRAMES = 16
const WITHIN = /node:internal\/(async_hooks|timers)/

/** Node 24 leaves promises alone then, of which there are more than of all others. Its types do not know it yet. */
export const WITHOUT_PROMISES: object = { trackPromises: false }

/**
 * Timers of `node:timers/promises` in a scope whose function was copied before it was patched: `promisify(setTimeout)`
 * of a module, a name taken from `require`, an import in the vm pools of vitest. Each is put on the scope's clock.
 * A copy of a global function stays real, because test runners keep such copies on purpose; the scope is told.
 */
const hook = createHook({
  ...WITHOUT_PROMISES,
  init(_id, type, _trigger, resource) {
    const scope = type === 'Timeout' ? ownerHere() : undefined
    if (!scope) return
    const frames = framesHere()
    const [first = ''] = frames
    if (first.includes('node:timers/promises')) queueMicrotask(() => moveTo(scope, resource as HostTimer))
    else if (first.includes('(node:timers:')) noteCopy(scope, frames)
  },
})
let scopes = 0

/** Looks after copied timers while at least one scope is open. Returns the function that ends it. */
export function watchCopiedTimers(): () => void {
  scopes += 1
  hook.enable()
  return () => {
    scopes -= 1
    if (scopes === 0) hook.disable()
  }
}

/** The frames from the function that made the timer on. */
function framesHere(): string[] {
  const before = Error.stackTraceLimit
  Error.stackTraceLimit = FRAMES
  const { stack = '' } = new Error()
  Error.stackTraceLimit = before
  const lines = stack.split('\n').map((line) => line.trim())
  return lines.slice(lines.map((line) => WITHIN.test(line)).lastIndexOf(true) + 1)
}

/** Node has started the timer meanwhile; it is stopped, and one of the clock takes its place. */
function moveTo({ clock: { timers } }: Owner, host: HostTimer): void {
  const { _onTimeout: run, _idleTimeout, _timerArgs = [], _repeat } = host
  // It was ended at once.
  if (typeof run !== 'function') return
  const isKept = host.hasRef()
  realClear(host)
  const start = _repeat === null ? timers.setTimeout : timers.setInterval
  const timer = start(() => run(..._timerArgs), _idleTimeout)
  if (!isKept) timer.unref()
  // Node removes what a timer calls when its signal aborts, unless it was stopped before.
  host._destroyed = false
  Object.defineProperty(host, '_onTimeout', { get: () => run, set: () => timer.close(), configurable: true })
}

function noteCopy(scope: Owner, frames: readonly string[]): void {
  const caller = frames.find((frame) => !frame.includes('(node:timers:'))
  if (caller !== undefined && !NOT_OF_PROGRAM.test(caller)) scope.io.copied = caller.replace(/^at /, '')
}
