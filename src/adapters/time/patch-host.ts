import { createRequire, syncBuiltinESMExports } from 'node:module'
import { promisify } from 'node:util'
import { REAL, real } from './real'
import { attributeIo } from './real-io'
import { currentScope } from './scope'
import { scopedDate } from './scoped-date'
import { pause, ticks } from './timers-promises'

let isPatched = false

/**
 * Puts functions in the place of the host's timers and clocks that look whose code calls: within a scope they go by
 * its clock, for everybody else they are what they were. Once for all: other libraries may have taken hold of them.
 */
export function patchHost(): void {
  if (isPatched) return
  isPatched = true
  attributeIo(() => currentScope()?.io)
  const timers = { ...timeouts(), ...intervals() }
  const promises = { setTimeout: marked(pause, real.pause), setInterval: marked(ticks, real.ticks) }
  Object.defineProperty(timers.setTimeout, promisify.custom, {
    value: promises.setTimeout,
    configurable: true,
  })
  Object.assign(globalThis, timers, { Date: marked(scopedDate(), real.Date) })
  AbortSignal.timeout = marked((milliseconds: number): AbortSignal => {
    const scope = currentScope()
    return scope
      ? scope.clock.timers.AbortSignal.timeout(milliseconds)
      : real.abortAfter.call(AbortSignal, milliseconds)
  }, real.abortAfter)
  performance.now = marked(
    () => currentScope()?.clock.timers.performance.now() ?? real.performanceNow.call(performance),
    real.performanceNow,
  )
  patchModules(timers, promises)
}

/** Importers of Node's modules see what their exports have become. */
function patchModules(
  timers: object,
  promises: { readonly setTimeout: unknown; readonly setInterval: unknown },
): void {
  const load = createRequire(`${process.cwd()}/`)
  const timersPromises = load('node:timers/promises')
  Object.assign(load('node:timers'), timers)
  Object.assign(timersPromises, promises)
  const wait = (milliseconds: number, options?: object) => pause(milliseconds, undefined, options)
  timersPromises.scheduler.wait = wait
  syncBuiltinESMExports()
}

type Callback = (...given: never[]) => unknown

function timeouts() {
  const set = (callback: Callback, milliseconds?: number, ...given: unknown[]): unknown => {
    const scope = currentScope()
    if (!scope) return Reflect.apply(real.setTimeout, globalThis, [callback, milliseconds, ...given])
    scope.noteTimer(`setTimeout(..., ${milliseconds})`)
    return mine(scope.clock.timers.setTimeout(callback, milliseconds, ...given))
  }
  return {
    setTimeout: marked(set as unknown as typeof setTimeout, real.setTimeout),
    clearTimeout: marked(clear(real.clearTimeout), real.clearTimeout),
  }
}

function intervals() {
  const set = (callback: Callback, milliseconds?: number, ...given: unknown[]): unknown => {
    const scope = currentScope()
    if (!scope) return Reflect.apply(real.setInterval, globalThis, [callback, milliseconds, ...given])
    scope.noteTimer(`setInterval(..., ${milliseconds})`)
    return mine(scope.clock.timers.setInterval(callback, milliseconds, ...given))
  }
  return {
    setInterval: marked(set as unknown as typeof setInterval, real.setInterval),
    clearInterval: marked(clear(real.clearInterval), real.clearInterval),
  }
}

interface Handle {
  close(): unknown
}

const handles = new WeakSet<object>()

function mine<H extends Handle>(handle: H): H {
  handles.add(handle)
  return handle
}

/** A virtual timer is known wherever it is cleared; a mere number is one of the scope's. */
const clear =
  (realClear: typeof clearTimeout) =>
  (handle?: unknown): void => {
    if (typeof handle === 'object' && handle !== null && handles.has(handle)) (handle as Handle).close()
    else if (typeof handle === 'number' && currentScope()) currentScope()?.clock.timers.clearTimeout(handle)
    else realClear(handle as Parameters<typeof clearTimeout>[0])
  }

function marked<F extends object>(patched: object, original: F): F {
  Object.defineProperty(patched, REAL, { value: original, configurable: true })
  return patched as F
}
