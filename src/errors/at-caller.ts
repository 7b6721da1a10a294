import { Mistake } from '../kernel/mistake'
import { oncePer } from '../kernel/once-per'

/** The stack of a mistake ends in the caller's line, and a refusal says which call was refused. */
function atCaller<Given extends unknown[], Result>(
  name: string,
  call: (...given: Given) => Result,
): (...given: Given) => Result {
  const wrapped = (...given: Given): Result => {
    try {
      const result = call(...given)
      return isPromise(result) ? (rejectedAtCaller(name, result, wrapped) as Result) : result
    } catch (error) {
      if (error instanceof Mistake) {
        // A call of a call within keeps the name of the outermost one, which the user wrote.
        error.nameCall?.(name)
        capture(error, wrapped)
      }
      throw error
    }
  }
  return wrapped
}

/** The same for every method of an object, and of plain objects within it, but for the named members. */
export function methodsAtCaller<Face extends object>(
  name: string,
  face: Face,
  except: readonly string[] = [],
): Face {
  const wrapped = {}
  for (const [member, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(face))) {
    const isKept = except.includes(member)
    Object.defineProperty(
      wrapped,
      member,
      isKept ? descriptor : wrappedMember(`${name}.${member}`, descriptor, face),
    )
  }
  return wrapped as Face
}

/** The same for the methods of a class, on one instance. */
export function pointErrorsAtCaller(target: object, prefix = ''): void {
  for (const [method, call] of methodsOf(Object.getPrototypeOf(target) as object)) {
    const value = atCaller(`${prefix}${method}`, call.bind(target))
    // The handle of useSimulator is a proxy, which could not show another value for a fixed property.
    Object.defineProperty(target, method, { value, writable: true, configurable: true })
  }
}

type Method = (...given: unknown[]) => unknown

const methodsOf = oncePer((prototype: object): readonly (readonly [string, Method])[] =>
  Object.entries(Object.getOwnPropertyDescriptors(prototype)).flatMap(([name, { value }]) =>
    typeof value === 'function' && name !== 'constructor' ? [[name, value as Method] as const] : [],
  ),
)

/** The same for a function, which names itself. */
export function fromCaller<Result>(from: Caller, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof Mistake) capture(error, from)
    throw error
  }
}

function wrappedMember(name: string, descriptor: PropertyDescriptor, face: object): PropertyDescriptor {
  const { value, get } = descriptor
  if (get) return { ...descriptor, get: () => get.call(face) as unknown }
  if (typeof value === 'function')
    return { ...descriptor, value: atCaller(name, (value as (...given: unknown[]) => unknown).bind(face)) }
  return isPlainObject(value) ? { ...descriptor, value: methodsAtCaller(name, value) } : descriptor
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

const isPromise = (value: unknown): value is Promise<unknown> => value instanceof Promise

/** The caller is known while its call is on the stack, and the mistake only later. */
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

/** Not every engine can leave out the frames above a function. */
function capture(target: object, from: Caller): void {
  if ('captureStackTrace' in Error) Error.captureStackTrace(target, from)
}
