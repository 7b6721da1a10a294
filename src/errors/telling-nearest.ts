import { nearestName } from '../kernel/nearest-name'
import { OptionError } from './option-error'

/** Names that printers and comparisons of values ask for, such as `$$typeof`. */
const TOOLS_ASK = /^([$_@].*|inspect|type)$/

/**
 * Makes an object, or the instances of a class, tell what a name that it lacks was meant to be, where that is near:
 * else a program would only read `undefined`. Other names are undefined as ever, because tools ask any object for
 * `then`, `toJSON` and the like.
 *
 * @param members an object, or the prototype of a class
 * @param place what stands before the name, such as `records`
 * @param internal members that nobody means
 */
export function tellingNearest<T extends object>(
  members: T,
  place: string,
  internal: readonly string[] = [],
): T {
  const verdicts = new Map<string, string | undefined>()
  // Instances of a class have members of their own.
  const meantBy = (name: string, instance: object): string | undefined => {
    if (!verdicts.has(name)) {
      const own = [members, instance].flatMap((one) => Object.getOwnPropertyNames(one))
      verdicts.set(
        name,
        nearestName(
          name,
          own.filter((one) => !internal.includes(one)),
        ),
      )
    }
    return verdicts.get(name)
  }
  const lacking = new Proxy(Object.create(Object.prototype), {
    get(target, name, receiver) {
      const isAsked = typeof name !== 'string' || name in target || TOOLS_ASK.test(name)
      const meant = isAsked ? undefined : meantBy(name, receiver)
      if (meant === undefined) return Reflect.get(target, name, receiver)
      throw new OptionError(String(name), `there is no ${place}.${String(name)}, perhaps ${place}.${meant}`)
    },
  })
  return Object.setPrototypeOf(members, lacking)
}
