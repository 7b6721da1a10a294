import { createHook } from 'node:async_hooks'
import type { VirtualTimers } from '../index'
import { NOT_OF_PROGRAM } from './jumps'
import { realClear } from './real'

/** A program: its clock and its record of real I/O. */
interface Owner {
  readonly clock: { readonly timers: Pick<VirtualTimers, 'setTimeout' | 'setInterval'> }
  readonly io: { copied: string | undefined }
}

let ownerHere: () => Owner | undefined = () => undefined

/** `find` returns the program to which the calling code belongs. */
export function attributeTimers(find: () => Owner | undefined): void {
  ownerHere = find
}

/** A timer of Node, as `async_hooks` reports it. */
interface HostTimer {
  _onTimeout: ((...given: unknown[]) => void) | null
  readonly _idleTimeout: number
  readonly _timerArgs?: readonly unknown[]
  readonly _repeat: number | null
  _destroyed: boolean
  hasRef(): boolean
}

/** The stack depth to read. The innermost frames belong to `async_hooks`. */
const FRAMES = 16
const WITHIN = /node:internal\/(async_hooks|timers)/

/** Makes Node 24 skip promises, the most frequent resources. Node's types do not have the option yet. */
export const WITHOUT_PROMISES: object = { trackPromises: false }

/**
 * Moves timers of `node:timers/promises` to the program's clock if their function was copied before the
 * patch: `promisify(setTimeout)` of a module, a name taken from `require`, an import in vm pools of vitest.
 * Copies of global functions stay real, because test runners copy them on purpose. They are only recorded.
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

/** Watches for copied timers while at least one program runs. Returns the function that stops it. */
export function watchCopiedTimers(): () => void {
  scopes += 1
  hook.enable()
  return () => {
    scopes -= 1
    if (scopes === 0) hook.disable()
  }
}

/** The stack from the function that made the timer outwards. */
function framesHere(): string[] {
  const before = Error.stackTraceLimit
  Error.stackTraceLimit = FRAMES
  const { stack = '' } = new Error()
  Error.stackTraceLimit = before
  const lines = stack.split('\n').map((line) => line.trim())
  return lines.slice(lines.map((line) => WITHIN.test(line)).lastIndexOf(true) + 1)
}

/** Stops the timer, which Node has started meanwhile, and starts one on the virtual clock instead. */
function moveTo({ clock: { timers } }: Owner, host: HostTimer): void {
  const { _onTimeout: run, _idleTimeout, _timerArgs = [], _repeat } = host
  // The timer was cleared at once.
  if (typeof run !== 'function') return
  const isKept = host.hasRef()
  realClear(host)
  const start = _repeat === null ? timers.setTimeout : timers.setInterval
  const timer = start(() => run(..._timerArgs), _idleTimeout)
  if (!isKept) timer.unref()
  // On abort, Node clears the callback of a timer that is not destroyed. The setter then closes ours.
  host._destroyed = false
  Object.defineProperty(host, '_onTimeout', { get: () => run, set: () => timer.close(), configurable: true })
}

function noteCopy(scope: Owner, frames: readonly string[]): void {
  const caller = frames.find((frame) => !frame.includes('(node:timers:'))
  if (caller !== undefined && !NOT_OF_PROGRAM.test(caller)) scope.io.copied = caller.replace(/^at /, '')
}
