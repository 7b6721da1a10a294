import type { Simulator } from '../../index'
import type { Runs } from './runs'

/**
 * The simulator of whichever test asks. In a test it gives the real members of the test's own fork. Outside of
 * tests it gives members that find out later, so that what the top of a file takes from it serves every test.
 */
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

/** The methods of a class want their own `this`, which the handle is not. */
function memberOf(owner: object, name: PropertyKey): unknown {
  const value: unknown = Reflect.get(owner, name, owner)
  return typeof value === 'function' && !Object.hasOwn(owner, name) ? value.bind(owner) : value
}

/** A member of whatever the owner is at the time of its use. */
function later(owner: Owner, name: PropertyKey): unknown {
  const member = (): unknown => memberOf(owner(), name)
  const value = member()
  if (typeof value === 'function') return (...given: unknown[]) => (member() as CallableFunction)(...given)
  if (typeof value !== 'object' || value === null) return value
  return new Proxy(value, { get: (_, inner) => later(member as Owner, inner) })
}
