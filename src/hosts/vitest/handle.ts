import type { Simulator } from '../../index'
import type { Runs } from './runs'

/** A stand-in for the running test's simulator. Members taken outside of tests are looked up at each use. */
export function handleOf(runs: Runs): Simulator {
  const whose = (): Simulator => runs.simulator()
  return new Proxy(runs.origin, {
    get: (_, name) => (runs.current() ? memberOf(whose(), name) : later(whose, name)),
    set: (_, name, value) => Reflect.set(whose(), name, value),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(whose(), name),
    deleteProperty: (_, name) => Reflect.deleteProperty(whose(), name),
    defineProperty: (_, name, descriptor) => Reflect.defineProperty(whose(), name, descriptor),
  })
}

type Owner = () => object

/** Binds methods of a class to their owner, because their `this` must not be the handle. */
function memberOf(owner: object, name: PropertyKey): unknown {
  const value: unknown = Reflect.get(owner, name, owner)
  return typeof value === 'function' && !Object.hasOwn(owner, name) ? value.bind(owner) : value
}

function later(owner: Owner, name: PropertyKey): unknown {
  const member = (): unknown => memberOf(owner(), name)
  const value = member()
  if (typeof value === 'function')
    return function wrapped(this: unknown, ...given: unknown[]) {
      return Reflect.apply(member() as CallableFunction, this, given)
    }
  if (typeof value !== 'object' || value === null) return value
  return new Proxy(value, { get: (_, inner) => later(member as Owner, inner) })
}
