import { createRequire, syncBuiltinESMExports } from 'node:module'
import { promisify } from 'node:util'
import { platform, REAL, realOf } from '../host-time/platform'
import { attributeTimers } from './copied-timers'
import { attributeIo } from './real-io'
import { currentScope, type TimeScope } from './time-scope'

/** Functions of this module, to recognise what is already patched: fake timers may have replaced some. */
const ours = new WeakSet<object>()

/**
 * Replaces the host's timers and clocks by functions that use the clock of the calling scope, and outside of
 * a scope the originals. They are never removed, because other code may have copied references.
 */
export function patchHost(): void {
  attributeIo(() => currentScope()?.io)
  attributeTimers(currentScope)
  load ??= createRequire(`${process.cwd()}/`)
  const before = patched
  const promises = load('node:timers/promises')
  patch(promises, 'setTimeout', pauseOr)
  patch(promises, 'setInterval', ticksOr)
  patch(promises.scheduler, 'wait', (before: (milliseconds: number, options?: object) => unknown) => {
    const pause = pauseOr(before as never)
    return (milliseconds: number, options?: object) =>
      currentScope()
        ? pause(milliseconds, undefined, options)
        : before.call(promises.scheduler, milliseconds, options)
  })
  for (const owner of [globalThis, load('node:timers')]) {
    patch(owner, 'setTimeout', starting('setTimeout'))
    patch(owner, 'setInterval', starting('setInterval'))
    patch(owner, 'clearTimeout', stopping)
    patch(owner, 'clearInterval', stopping)
    // Fake timers that were never uninstalled may have left the owner without setTimeout.
    if (owner.setTimeout)
      Object.defineProperty(owner.setTimeout, promisify.custom, {
        value: promises.setTimeout,
        configurable: true,
      })
  }
  patch(globalThis, 'Date', scopedDate)
  patch(AbortSignal, 'timeout', (before: (milliseconds: number) => AbortSignal) => (milliseconds: number) => {
    const scope = currentScope()
    return scope
      ? scope.clock.timers.AbortSignal.timeout(milliseconds)
      : before.call(AbortSignal, milliseconds)
  })
  for (const name of SUBTLE) patch(platform.SubtleCrypto.prototype, name, watching)
  // The object is fixed now, because other fake timers may replace the global later.
  const host = performance
  patch(host, 'now', (before: () => number) => () => {
    return currentScope()?.clock.timers.performance.now() ?? before.call(host)
  })
  // Updates the ES imports of Node's modules, which takes long.
  if (patched > before) syncBuiltinESMExports()
}

let load: NodeJS.Require | undefined
let patched = 0

/** Replaces a function once. */
function patch<Name extends string>(
  owner: { [Key in Name]: object | undefined },
  name: Name,
  make: (before: never) => object,
): void {
  const before = owner[name]
  // jsdom lacks some of the functions.
  if (before === undefined || ours.has(before)) return
  const own = make(before as never)
  Object.defineProperty(own, REAL, { value: realOf(before), configurable: true })
  ours.add(own)
  owner[name] = own
  patched += 1
}

/** Methods of `crypto.subtle`. From Node 24 on, their resources do not tell whether they are busy. */
const SUBTLE = [
  ...(['decrypt', 'deriveBits', 'deriveKey', 'digest', 'encrypt', 'exportKey', 'generateKey'] as const),
  ...(['importKey', 'sign', 'unwrapKey', 'verify', 'wrapKey'] as const),
]

const watching = (before: (...given: unknown[]) => Promise<unknown>) =>
  function (this: unknown, ...given: unknown[]): Promise<unknown> {
    const work: Promise<unknown> = Reflect.apply(before, this, given)
    return currentScope()?.io.during('crypto', work) ?? work
  }

type Start = (callback: (...given: never[]) => unknown, milliseconds?: number, ...given: unknown[]) => object
type Stop = (handle?: unknown) => void

const starting =
  (name: 'setTimeout' | 'setInterval') =>
  (before: Start): Start =>
  (callback, milliseconds, ...given) => {
    const scope = currentScope()
    if (!scope) return Reflect.apply(before, globalThis, [callback, milliseconds, ...given])
    scope.noteTimer(`${name}(..., ${milliseconds})`)
    const handle = scope.clock.timers[name](callback, milliseconds, ...given)
    handles.add(handle)
    return handle
  }

const handles = new WeakSet<object>()

/** Clears a virtual timer from any scope. A plain number is a timer of the current scope. */
const stopping =
  (before: Stop): Stop =>
  (handle) => {
    if (typeof handle === 'object' && handle !== null && handles.has(handle))
      (handle as { close(): void }).close()
    else if (typeof handle === 'number' && currentScope()) currentScope()?.clock.timers.clearTimeout(handle)
    else before(handle)
  }

/** A `Date` class with the current time of the caller's scope. */
function scopedDate(before: DateConstructor): DateConstructor {
  const now = (): number => currentScope()?.clock.instant.now ?? before.now()
  const scoped: DateConstructor = new Proxy(before, {
    construct: (target, given, newTarget): Date =>
      Reflect.construct(
        target,
        given.length > 0 || !currentScope() ? given : [now()],
        newTarget === scoped ? target : newTarget,
      ),
    apply: () => new scoped().toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
  // Keeps `constructor` of a date equal to `Date`.
  realOf(before).prototype.constructor = scoped
  return scoped
}

interface Options {
  readonly signal?: AbortSignal
  readonly ref?: boolean
}

type Pause = <T>(milliseconds?: number, value?: T, options?: Options) => Promise<T>
type Ticks = <T>(milliseconds?: number, value?: T, options?: Options) => AsyncIterable<T>

/** `setTimeout` of `node:timers/promises`, with the original as fallback. */
const pauseOr =
  (before: Pause): Pause =>
  async (milliseconds, value, options = {}) => {
    const scope = currentScope()
    if (!scope) return before(milliseconds, value, options)
    scope.noteTimer(`setTimeout(${milliseconds}) of node:timers/promises`)
    await waited(scope, milliseconds, options)
    return value as NonNullable<typeof value>
  }

/** `setInterval` of `node:timers/promises`. */
const ticksOr = (before: Ticks): Ticks =>
  async function* (milliseconds, value, options = {}) {
    const scope = currentScope()
    if (!scope) return yield* before(milliseconds, value, options)
    for (;;) {
      scope.noteTimer(`setInterval(${milliseconds}) of node:timers/promises`)
      await waited(scope, milliseconds, options)
      yield value as NonNullable<typeof value>
    }
  }

function waited(
  { clock: { timers } }: TimeScope,
  milliseconds: number | undefined,
  { signal, ref = true }: Options,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortion(signal))
    const abort = (): void => {
      timer.close()
      reject(abortion(signal))
    }
    const timer = timers.setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, milliseconds)
    if (!ref) timer.unref()
    signal?.addEventListener('abort', abort, { once: true })
  })
}

/** An error equal to Node's. */
const abortion = (signal: AbortSignal | undefined): Error =>
  Object.assign(new Error('The operation was aborted', { cause: signal?.reason }), {
    name: 'AbortError',
    code: 'ABORT_ERR',
  })
