import { isPlainObject } from '../kernel/is-object'
import { Mistake } from '../kernel/mistake'
import { OptionError, shown } from './option-error'
import { suggestingNames } from './suggesting-names'

type Method = (this: unknown, ...given: unknown[]) => unknown

/**
 * Ends the stack of a mistake at the caller's line, and names the refused call. The length of `call` is the
 * maximum number of arguments, because its parameters have no defaults.
 */
function atCaller(name: string, call: Method): Method {
  // Tools find this function in stacks by its name. The frame below its last occurrence is the user's.
  function calledByUser(this: unknown, ...given: unknown[]): unknown {
    try {
      refuseSurplus(calledByUser, given, call.length, name)
      const result = call.apply(this, given)
      return result instanceof Promise ? rejectedAtCaller(name, result, calledByUser) : result
    } catch (error) {
      if (error instanceof Mistake) {
        // In nested calls, the outermost name stays, because the user wrote that one.
        error.nameCall?.(name)
        capture(error, calledByUser)
      }
      throw error
    }
  }
  return calledByUser
}

/** Wraps all methods but the named, also in plain objects within. Suggests names for misspelt members. */
export function methodsAtCaller<Api extends object>(
  name: string,
  api: Api,
  except: readonly string[] = [],
): Api {
  const wrapped = {}
  for (const [member, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(api))) {
    const isKept = except.includes(member)
    Object.defineProperty(
      wrapped,
      member,
      isKept ? descriptor : wrappedMember(`${name}.${member}`, descriptor),
    )
  }
  return suggestingNames(wrapped as Api, name)
}

/** Wraps the methods of a class and binds them to an instance. Suggests names for misspelt members. */
export function boundAtCaller(
  prototype: object,
  prefix = '',
  internal: readonly string[] = [],
): (instance: object) => void {
  suggestingNames(prototype, prefix === '' ? 'simulator' : prefix.slice(0, -1), internal)
  const methods = Object.entries(Object.getOwnPropertyDescriptors(prototype)).flatMap(([name, { value }]) =>
    typeof value === 'function' && name !== 'constructor'
      ? [[name, atCaller(`${prefix}${name}`, value as Method)] as const]
      : [],
  )
  return (instance) => {
    for (const [name, call] of methods) {
      const value = call.bind(instance)
      // The handle of useSimulator is a proxy, which cannot show another value for a fixed property.
      Object.defineProperty(instance, name, { value, writable: true, configurable: true })
    }
  }
}

/** Runs the work of a function. The stack of a mistake ends at the caller of `from`. */
export function fromCaller<Result>(from: Caller, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof Mistake) capture(error, from)
    throw error
  }
}

/**
 * Refuses a surplus argument, because the function would ignore it although its caller means something.
 *
 * Functions with callbacks add arguments of their own: `Array.from` an index as the second argument, `map`
 * the list, a test runner's hook a context. A list, a function or an instance of a class is evidence of such
 * a call, also within an object.
 * @throws OptionError naming the function
 */
export function refuseSurplus(
  from: Caller,
  given: ArrayLike<unknown>,
  most: number,
  name: string = from.name,
): void {
  if (given.length <= most) return
  const surplus = Array.from(given).slice(most)
  const index = surplus.findIndex((one) => one !== undefined)
  if (index < 0 || surplus.some(isHandedOn) || (most === 1 && isIndex(surplus[index]))) return
  const takes = most === 0 ? 'no argument' : most === 1 ? 'one argument' : `${most} arguments`
  const error = new OptionError(
    name.slice(name.lastIndexOf('.') + 1),
    `${name} takes ${takes}; ${shown(surplus[index])} beyond would be ignored`,
  )
  capture(error, from)
  throw error
}

const isHandedOn = (one: unknown): boolean =>
  isNoData(one) || (isPlainObject(one) && Object.values(one).some(isNoData))

const isNoData = (one: unknown): boolean =>
  typeof one === 'function' || (typeof one === 'object' && one !== null && !isPlainObject(one))

const isIndex = (one: unknown): boolean => Number.isSafeInteger(one) && Number(one) >= 0

/** Sets the number of arguments of a function whose parameters are a list or have defaults. */
export const taking = <Call extends (...given: never[]) => unknown>(most: number, call: Call): Call =>
  Object.defineProperty(call, 'length', { value: most })

function wrappedMember(name: string, descriptor: PropertyDescriptor): PropertyDescriptor {
  const { value } = descriptor
  if (typeof value === 'function') return { ...descriptor, value: atCaller(name, value as Method) }
  return isPlainObject(value) ? { ...descriptor, value: methodsAtCaller(name, value) } : descriptor
}

/** Captures the stack during the call, because the caller is not on the stack when the mistake comes. */
function rejectedAtCaller(name: string, result: Promise<unknown>, from: Caller): Promise<unknown> {
  const site: { stack?: string } = {}
  capture(site, from)
  return result.catch((error: unknown) => {
    if (error instanceof Mistake) {
      error.nameCall?.(name)
      const frames = site.stack?.split('\n').slice(1).join('\n')
      if (frames) error.stack = `${error.name}: ${error.message}\n${frames}`
    }
    throw error
  })
}

type Caller = (...given: never[]) => unknown

/** Only some engines can leave out the frames above a function. */
function capture(target: object, from: Caller): void {
  if ('captureStackTrace' in Error) Error.captureStackTrace(target, from)
}
