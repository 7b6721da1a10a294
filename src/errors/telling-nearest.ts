import { nearestName } from '../kernel/nearest-name'
import { OptionError } from './option-error'

/**
 * Makes an object tell what a name that it lacks was meant to be, where that is near: else a program would only read
 * `undefined`. Other names are undefined as ever, because tools ask any object for `then`, `toJSON` and the like.
 *
 * @param place what stands before the name, such as `records`
 */
export function tellingNearest<T extends object>(members: T, place: string): T {
  const lacking = new Proxy(Object.create(Object.prototype), {
    get(target, name, receiver) {
      const meant =
        typeof name === 'string' && !(name in target) ? nearestName(name, Object.keys(members)) : undefined
      if (meant === undefined) return Reflect.get(target, name, receiver)
      throw new OptionError(String(name), `there is no ${place}.${String(name)}, perhaps ${place}.${meant}`)
    },
  })
  return Object.setPrototypeOf(members, lacking)
}
