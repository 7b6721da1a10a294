import { isObject } from '../kernel/is-object'
import { nearestName } from '../kernel/nearest-name'
import { OptionError } from './option-error'

/** Names that printers and comparisons of values ask for, such as `$$typeof`. */
const TOOLS_ASK = /^([$_@].*|inspect|type)$/

/** Words of other libraries, with ours. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  delete: 'remove',
  all: 'findMany',
  findOne: 'findFirst',
  tick: 'advance',
  ledger: 'entries',
  creditNote: 'customerCredit',
  creditNotes: 'customerCredits',
  clients: 'customers',
  suppliers: 'vendors',
  products: 'items',
}

/** Entries of the package that people look for in a simulator. */
const IMPORTED = ['scenarios', 'matchers', 'worlds', 'explore', 'controls']

/** `.clock`, but `['lost-response']`. */
const memberText = (name: string): string => (/^[\w$.]+$/.test(name) ? `.${name}` : `['${name}']`)

/**
 * Makes an object, or the instances of a class, tell what a name that it lacks was meant to be, where that is near:
 * else a program would only read `undefined`. Other names are undefined as ever, because tools ask any object for
 * `then`, `toJSON` and the like.
 *
 * @param members an object, or the prototype of a class
 * @param place what stands before the name, such as `records`
 * @param internal members that nobody means
 */
export function suggestingNames<T extends object>(
  members: T,
  place: string,
  internal: readonly string[] = [],
): T {
  const names = Object.getOwnPropertyNames(members)
  const base = typeof members === 'function' ? Function.prototype : Object.prototype
  const known = tellers.get(place)
  if (
    known?.base === base &&
    known.names.length === names.length &&
    names.every((one, at) => one === known.names[at])
  )
    return Object.setPrototypeOf(members, known.lacking)
  const lacking = tellerOf(names, base, place, internal)
  tellers.set(place, { names, base, lacking })
  return Object.setPrototypeOf(members, lacking)
}

/** The last prototype of each place. Simulators share it, so that theirs have one hidden class. */
const tellers = new Map<string, { names: readonly string[]; base: object; lacking: object }>()

/** A prototype that tells of the names that what inherits from it lacks. */
function tellerOf(
  names: readonly string[],
  base: object,
  place: string,
  internal: readonly string[],
): object {
  const verdicts = new Map<string, string | undefined>()
  // Instances of a class have members of their own.
  const meantBy = (name: string, instance: object): string | undefined => {
    if (!verdicts.has(name)) {
      const own = [...names, ...Object.getOwnPropertyNames(instance)]
      const known = own.filter((one) => !internal.includes(one))
      verdicts.set(
        name,
        nearestName(name, known) ??
          otherWord(name, known) ??
          endingIn(name, known) ??
          // To look into what a fault did is to have looked.
          (place === 'fault' ? undefined : withinRoom(name, known, instance)),
      )
    }
    return verdicts.get(name)
  }
  return new Proxy(Object.create(base), {
    get(target, name, receiver) {
      if (typeof name !== 'string' || name in target || TOOLS_ASK.test(name))
        return Reflect.get(target, name, receiver)
      const meant = meantBy(name, receiver)
      if (!meant && !(place === 'simulator' && IMPORTED.includes(name))) return undefined
      const way = meant ? `, perhaps ${place}${memberText(meant)}` : `; accounting-simulator/${name} has it`
      throw new OptionError(name, `there is no ${place}${memberText(name)}${way}`)
    },
  })
}

const otherWord = (name: string, known: readonly string[]): string | undefined =>
  known.find((one) => Object.hasOwn(OTHER_WORDS, name) && one === OTHER_WORDS[name])

/** Tools ask any object for shorter names. */
const SHORTEST = 7

/** The name of which the end was given: `trialBalance` for `balance` and `balances`. */
function endingIn(name: string, known: readonly string[]): string | undefined {
  const end = name.toLowerCase().replace(/s$/, '')
  return name.length < SHORTEST ? undefined : known.find((one) => one.toLowerCase().endsWith(end))
}

const FEW = 3

const isCallOrRoom = (value: unknown): boolean => typeof value === 'function' || isObject(value)

/** Tools ask for them, to tell whether something is an iterator. */
const OF_PROTOCOLS = /^(next|return|throw)$/

/** The place of a call one room further down: `clock.advance` for `advance`. */
function withinRoom(name: string, known: readonly string[], instance: object): string | undefined {
  if (OF_PROTOCOLS.test(name) || Object.hasOwn(Array.prototype, name)) return undefined
  const rooms = known.filter((one) => {
    if (!Object.hasOwn(instance, one)) return false
    const value: unknown = Reflect.get(instance, one)
    return isObject(value) && Object.hasOwn(value, name) && isCallOrRoom(value[name])
  })
  // Each record type has it, so none of them is meant.
  return rooms.length > 0 && rooms.length <= FEW ? `${rooms[0]}.${name}` : undefined
}
