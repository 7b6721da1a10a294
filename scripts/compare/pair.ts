/**
 * Two simulators, one of each build, behind the face of one. Every call goes to both, what comes back is
 * compared, and the caller gets the old build's answer.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Differences } from './differences'
import { compareResponses } from './responses'

interface Sides {
  readonly old: unknown
  readonly now: unknown
}

/** An argument that each side gets an own copy of, such as a receiver that counts. */
export class PerSide {
  readonly make: () => unknown
  constructor(make: () => unknown) {
    this.make = make
  }
}

export class Pairing {
  readonly #differences: Differences
  /** The objects that callers hold, with their counterparts in both builds. */
  readonly #sides = new WeakMap<object, Sides>()

  constructor(differences: Differences) {
    this.#differences = differences
  }

  /** The face of two objects; `path` names it in reports. */
  pair<T extends object>(path: string, old: T, now: T): T {
    const face = new Proxy({} as T, {
      get: (_, name) => {
        const where = typeof name === 'symbol' ? path : `${path}.${name}`
        const [before, after] = [Reflect.get(old, name, old), Reflect.get(now, name, now)]
        if (typeof before !== 'function') return this.#joined(where, before, after)
        return (...values: unknown[]) => this.#call(where, { old: before, now: after }, { old, now }, values)
      },
      set: () => false,
    })
    this.#sides.set(face, { old, now })
    return face
  }

  /** One call on both sides, with what it gives or throws compared. */
  both<T>(where: string, call: (side: 'old' | 'now') => T): T {
    const [before, after] = [attempt(() => call('old')), attempt(() => call('now'))]
    if ('error' in before || 'error' in after) return this.#failed(where, before, after) as T
    return this.#joined(where, before.value, after.value) as T
  }

  /** The counterparts of an object that was handed out. */
  sidesOf<T>(value: T): { readonly old: T; readonly now: T } {
    const known = typeof value === 'object' && value !== null ? this.#sides.get(value) : undefined
    return (known ?? { old: value, now: value }) as { old: T; now: T }
  }

  #call(where: string, work: Sides, self: Sides, values: readonly unknown[]): unknown {
    const given = values.map((value) => this.#argument(value))
    return this.both(where, (side) => {
      const call = work[side]
      if (typeof call !== 'function') throw new TypeError(`${where} is no function`)
      return call.apply(
        self[side],
        given.map((one) => one[side]),
      )
    })
  }

  #argument(value: unknown): Sides {
    if (value instanceof PerSide) return { old: value.make(), now: value.make() }
    if (value instanceof Request) return { old: value.clone(), now: value.clone() }
    return this.sidesOf(value)
  }

  #joined(where: string, old: unknown, now: unknown): unknown {
    if (old instanceof Promise && now instanceof Promise) return this.#settled(where, old, now)
    const isHandle = [old, now].every((one) => typeof one === 'object' && one !== null && !isData(one))
    if (isHandle) return this.pair(where, old as object, now as object)
    this.#compareData(where, old, now)
    if (typeof old === 'object' && old !== null) this.#sides.set(old, { old, now })
    return old
  }

  async #settled(where: string, old: Promise<unknown>, now: Promise<unknown>): Promise<unknown> {
    const { request } = this.#differences
    const [before, after] = await Promise.allSettled([old, now])
    if (before.status === 'fulfilled' && after.status === 'fulfilled') {
      const [first, second] = [before.value, after.value]
      if (first instanceof Response && second instanceof Response)
        return compareResponses(this.#differences, request, first, second)
      return this.#joined(where, first, second)
    }
    const outcome = (one: PromiseSettledResult<unknown>): Outcome =>
      one.status === 'fulfilled' ? { value: one.value } : { error: one.reason }
    return this.#failed(where, outcome(before), outcome(after))
  }

  #compareData(where: string, old: unknown, now: unknown): void {
    const known = alike(old, now)
    const texts = [textOf(old), textOf(known)] as const
    const isWorded = texts[0] !== texts[1] && isDeepStrictEqual(worded(old), worded(known))
    this.#differences.compare(route(where), isWorded ? 'words' : 'value', ...texts)
  }

  #failed(where: string, old: Outcome, now: Outcome): unknown {
    const texts = [outcomeText(old), outcomeText(now)] as const
    const isWorded = nameOf(old) === nameOf(now)
    this.#differences.compare(route(where), isWorded ? 'words' : 'outcome', ...texts)
    if ('error' in old) throw old.error
    return old.value
  }
}

type Outcome = { readonly value: unknown } | { readonly error: unknown }

function attempt(call: () => unknown): Outcome {
  try {
    return { value: call() }
  } catch (error) {
    return { error }
  }
}

/** Numbers in a path stand for any. */
const route = (where: string): string => where.replace(/\.\d+\b/g, '.{}')

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')

/** Plain objects, lists and values, all the way down. */
function isData(value: unknown): boolean {
  if (typeof value === 'function') return false
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(isData)
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return false
  return Object.values(value).every(isData)
}

/** The newer value without members that the older one does not have: the face may grow, the wire may not. */
function alike(old: unknown, now: unknown): unknown {
  if (typeof old !== 'object' || typeof now !== 'object' || old === null || now === null) return now
  if (Array.isArray(old) && Array.isArray(now)) return now.map((one, index) => alike(old[index], one))
  if (Array.isArray(old) || Array.isArray(now)) return now
  const members = Object.entries(now).filter(([name]) => name in old)
  return Object.fromEntries(
    members.map(([name, one]) => [name, alike((old as Record<string, unknown>)[name], one)]),
  )
}

/** The same without texts that are written for people. */
const worded = (value: unknown): unknown =>
  JSON.parse(textOf(value) === 'nothing' ? 'null' : JSON.stringify(value), (name, member) =>
    name === 'why' || name === 'message' || name === 'because' ? '' : member,
  )

interface Failure {
  readonly name?: string
  readonly message?: string
  readonly status?: number
  readonly option?: string
  readonly errors?: object
}

function outcomeText(outcome: Outcome): string {
  if (!('error' in outcome)) return `gives ${textOf(outcome.value)}`
  const { name, message, status, option, errors } = outcome.error as Failure
  return `throws ${JSON.stringify({ name, status, option, errors, message })}`
}

/** The name that programs rely on. Messages may differ. */
function nameOf(outcome: Outcome): string {
  if (!('error' in outcome)) return 'a value'
  const { name, status, option, errors } = outcome.error as Failure
  return JSON.stringify([name, status, option, Object.keys(errors ?? {})])
}
