import { addDuration, type DurationInput, parseDuration } from '../kernel/duration'
import { DurationError } from '../kernel/duration-error'
import { isObject, isPlainObject } from '../kernel/is-object'
import { isWhole } from '../kernel/is-whole'
import { mapValues } from '../kernel/map-values'
import { didYouMean } from '../kernel/nearest-name'
import { isPlainDate } from '../kernel/plain-date'
import { ifShort, OptionError, wrongChoice, wrongOption } from './option-error'

/**
 * Checks and returns the value of an option. Functions with options build their readers from those below:
 * `const readRate = members({ burst: whole(1), refillPerSecond: positive })`, then `readRate(given, 'rate')`.
 * @throws OptionError naming the option, such as `rate.burst`
 */
export type Reader<T> = (given: unknown, option: string) => T

/** Accepts a value that passes a test. The message is `<option> must be <accepted>, not <given>`. */
export const form =
  // Bundlers leave out the readers that nothing uses.
  /* @__NO_SIDE_EFFECTS__ */
    <T>(accepted: string, test: (given: unknown) => boolean): Reader<T> =>
    (given, option) => {
      if (!test(given)) throw wrongOption(option, accepted, given)
      return given as T
    }

export const text = form<string>('a text', (given) => typeof given === 'string')
export const filledText = form<string>(
  'a text that is not empty',
  (given) => typeof given === 'string' && given.trim() !== '',
)
export const headerWord = form<string>(
  'a word that can begin a header name',
  (given) => typeof given === 'string' && /^[A-Za-z][A-Za-z0-9-]*$/.test(given),
)
export const date = form<string>(
  'a date such as 2026-01-31',
  (given) => typeof given === 'string' && isPlainDate(given),
)
export const flag = form<boolean>('true or false', (given) => typeof given === 'boolean')
export const isTrue = form<true>('true', (given) => given === true)
export const anyObject = form<Readonly<Record<string, unknown>>>('an object', isPlainObject)
export const number = form<number>('a number', (given) => typeof given === 'number' && !Number.isNaN(given))
export const positive = form<number>(
  'a number above 0',
  (given) => typeof given === 'number' && Number.isFinite(given) && given > 0,
)
/** Accepts any value. Other code checks it. */
export const unchecked: Reader<unknown> = (given) => given

export const callback = <F>(accepted = 'a function'): Reader<F> =>
  form(accepted, (given) => typeof given === 'function')

/** Accepts an object that has these methods, such as a simulator. */
export const having = <T>(accepted: string, ...methods: readonly string[]): Reader<T> =>
  form(accepted, (given) => {
    const one = Object(given ?? {}) as Readonly<Record<string, unknown>>
    return isObject(given) && methods.every((name) => typeof one[name] === 'function')
  })

/** Accepts a whole number from `least`. `unit` names what is counted, as in `a whole number of seconds`. */
export const whole = /* @__NO_SIDE_EFFECTS__ */ (
  least = 0,
  most = Number.MAX_SAFE_INTEGER,
  unit = '',
): Reader<number> =>
  form(`a whole number${unit && ` of ${unit}`}${boundsText(least, most)}`, (given) =>
    isWhole(given, least, most),
  )

function boundsText(least: number, most: number): string {
  if (least === -Infinity) return ''
  if (most < Number.MAX_SAFE_INTEGER) return ` from ${least} to ${most}`
  return least === 1 ? ' above 0' : `, ${least} or more`
}

export const endlessCount = form<number>(
  'a whole number above 0, or Infinity',
  (given) => given === Number.POSITIVE_INFINITY || isWhole(given, 1),
)
/** The number of a record or a person. */
export const identifier = whole(1)

/** Accepts one of the names. Refuses a misspelt name with the nearest one. */
export const oneOfNames =
  <const Name extends string>(names: readonly Name[]): Reader<Name> =>
  (given, option) => {
    if (!names.includes(given as Name)) throw wrongChoice(option, names, given)
    return given as Name
  }

export const orUndefined =
  <T>(read: Reader<T>): Reader<T | undefined> =>
  (given, option) =>
    given === undefined ? undefined : read(given, option)

/** Replaces undefined by a default. */
export const orElse =
  <T>(read: Reader<T>, absent: NoInfer<T>): Reader<T> =>
  (given, option) =>
    given === undefined ? absent : read(given, option)

/** Replaces undefined by null, and accepts null. */
export const orNull =
  <T>(read: Reader<T>): Reader<T | null> =>
  (given, option) =>
    given === undefined || given === null ? null : read(given, option)

export const arrayOf =
  <T>(read: Reader<T>, accepted = 'an array', least = 0): Reader<T[]> =>
  (given, option) =>
    array(given, option, accepted, least).map((one, index) => read(one, `${option}[${index}]`))

/** Accepts an array of names. Refuses a misspelt name with the nearest one. */
export const namesOf =
  <T>(read: Reader<T>, accepted = 'an array of names', least = 0): Reader<T[]> =>
  (given, option) =>
    array(given, option, accepted, least).map((one) => read(one, option))

function array(given: unknown, option: string, accepted: string, least: number): readonly unknown[] {
  if (!Array.isArray(given) || given.length < least) throw wrongOption(option, accepted, given)
  return given
}

/** Accepts an object with members of any name. */
export const mapOf =
  <T>(read: Reader<T>, accepted = 'an object'): Reader<Readonly<Record<string, T>>> =>
  (given, option) => {
    if (!isPlainObject(given)) throw wrongOption(option, accepted, given)
    return mapValues(given, (one, name) => read(one, below(option, name)))
  }

/** The end of a duration from `now`, in milliseconds since 1970. `least` is the shortest accepted one. */
export const endAfter =
  (now: number, least: 0 | 1 = 1): Reader<number> =>
  (given, option) => {
    const end = readable(option, () => addDuration(now, parseDuration(given as DurationInput)))
    if (end < now + least) throw new OptionError(option, `${option} must be longer than zero`)
    return end
  }

/** Runs a function that parses durations, so that its errors name the option. */
export function readable<T>(option: string, read: () => T, orElse = ''): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof DurationError)) throw error
    throw new OptionError(option, `${option}: ${error.message}${orElse}`)
  }
}

type Readers = Readonly<Record<string, Reader<unknown>>>
/** Members that may be undefined become optional. */
type Read<R extends Readers> = {
  [Name in keyof R as undefined extends ReturnType<R[Name]> ? never : Name]: ReturnType<R[Name]>
} & {
  [Name in keyof R as undefined extends ReturnType<R[Name]> ? Name : never]?: Exclude<
    ReturnType<R[Name]>,
    undefined
  >
}

/** Accepts an object with only these members. `accepted` describes it if the members do not suffice. */
export function members<R extends Readers>(
  readers: R,
  accepted?: string,
  /** The name for messages if the value is not an object and belongs to no other option. */
  whole = 'options',
): Reader<Read<R>> {
  const known = Object.keys(readers)
  return (given, option) => {
    checkMembers(option, given, known, accepted, whole)
    const read: Record<string, unknown> = {}
    for (const name of known) {
      // Names of options need no quotes, so `below` is not needed.
      const place = option === '' ? name : `${option}.${name}`
      const value = readers[name]?.((given as Record<string, unknown>)[name], place)
      if (value !== undefined) read[name] = value
    }
    return read as Read<R>
  }
}

/** Refuses a value that is not an object, and unknown members with the nearest name. @throws OptionError */
export function checkMembers(
  option: string,
  given: unknown,
  known: readonly string[],
  accepted?: string,
  whole = 'options',
): void {
  if (!isPlainObject(given)) {
    const members = known.length > 0 ? `an object of ${known.join(', ')}` : 'an empty object'
    throw wrongOption(option || whole, accepted ?? members, given)
  }
  for (const name of Object.keys(given))
    if (!known.includes(name)) {
      const place = below(option, name)
      const meant = didYouMean(name, known)
      const members = `; known members: ${known.join(', ') || 'none'}`
      const way = meant ? meant + ifShort(members) : members
      throw new OptionError(place, `${place} is not a known member${way}`)
    }
}

/** The path of a member. */
export const below = (option: string, name: string): string => {
  if (!/^[\w$-]+$/.test(name)) return `${option}['${name}']`
  return option === '' ? name : `${option}.${name}`
}
