import { isObject } from '../kernel/is-object'
import { nearestName } from '../kernel/nearest-name'
import { OptionError } from './option-error'

/** Names that printers and comparisons read from any object, such as `$$typeof`. */
const TOOLS_ASK = /^([$_@].*|inspect|type)$/

/** Names in other libraries, each with the name here. */
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

/** Entries of the package that people expect as members of a simulator. */
const IMPORTED = ['scenarios', 'matchers', 'worlds', 'explore', 'controls']

/** A member as source text: `.clock`, but `['lost-response']`. */
const memberText = (name: string): string => (/^[\w$.]+$/.test(name) ? `.${name}` : `['${name}']`)

/**
 * Makes reading a misspelt member throw an error with the nearest name, because the program would silently
 * get `undefined`. Names without a near one stay undefined, because tools read `then`, `toJSON` and the like
 * from any object.
 *
 * @param members an object, or the prototype of a class
 * @param place the text before the name, such as `records`
 * @param internal members that are not suggested
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

/** The last prototype of each place. Simulators share it, so that their objects have one hidden class. */
const tellers = new Map<string, { names: readonly string[]; base: object; lacking: object }>()

/** A prototype that throws for misspelt members of the objects that inherit from it. */
function tellerOf(
  names: readonly string[],
  base: object,
  place: string,
  internal: readonly string[],
): object {
  const verdicts = new Map<string, string | undefined>()
  // Instances of a class have own members, too.
  const meantBy = (name: string, instance: object): string | undefined => {
    if (!verdicts.has(name)) {
      const own = [...names, ...Object.getOwnPropertyNames(instance)]
      const known = own.filter((one) => !internal.includes(one))
      verdicts.set(
        name,
        nearestName(name, known) ??
          otherWord(name, known) ??
          endingIn(name, known) ??
          // Members of a fault are not read for this, because a read counts as a check of the fault.
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

/** Shorter names are ignored, because tools read such names from any object. */
const SHORTEST = 7

/** The member that ends in the given name: `trialBalance` for `balance` and `balances`. */
function endingIn(name: string, known: readonly string[]): string | undefined {
  const end = name.toLowerCase().replace(/s$/, '')
  return name.length < SHORTEST ? undefined : known.find((one) => one.toLowerCase().endsWith(end))
}

const FEW = 3

const isCallOrRoom = (value: unknown): boolean => typeof value === 'function' || isObject(value)

/** Tools read these names to detect an iterator. */
const OF_PROTOCOLS = /^(next|return|throw)$/

/** The path of a member one level down: `clock.advance` for `advance`. */
function withinRoom(name: string, known: readonly string[], instance: object): string | undefined {
  if (OF_PROTOCOLS.test(name) || Object.hasOwn(Array.prototype, name)) return undefined
  const rooms = known.filter((one) => {
    if (!Object.hasOwn(instance, one)) return false
    const value: unknown = Reflect.get(instance, one)
    return isObject(value) && Object.hasOwn(value, name) && isCallOrRoom(value[name])
  })
  // A member that many objects have, such as all record types, suggests none of them.
  return rooms.length > 0 && rooms.length <= FEW ? `${rooms[0]}.${name}` : undefined
}
