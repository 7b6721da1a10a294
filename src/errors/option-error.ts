import { isNamed } from '../kernel/is-named'
import { isPlainObject } from '../kernel/is-object'
import { Mistake } from '../kernel/mistake'
import { didYouMean } from '../kernel/nearest-name'

/** Thrown for an invalid option or argument. `option` is its path, such as `apiKeys` or `steps[3].at`. */
export class OptionError extends Mistake {
  override readonly name = 'OptionError'

  /** The path of the option or argument. */
  readonly option: string

  constructor(option: string, message: string) {
    super(message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)}...` : message)
    this.option = option.length > LONGEST_OPTION ? `${option.slice(0, LONGEST_OPTION)}...` : option
  }
}

/** The messages are cut, because a name chosen by a caller may be as long as a body. */
const LONGEST_MESSAGE = 10_000
const LONGEST_OPTION = 200

/** The error for a wrong value: `<option> must be <accepted>, not <given>`, perhaps with a remedy. */
export const wrongOption = (option: string, accepted: string, given: unknown, way = ''): OptionError =>
  new OptionError(option, `${option} must be ${accepted}, not ${shown(given)}${way}`)

/**
 * The error for an unknown name. The nearest known name comes first, as there may be many.
 * @param names the text for the known names
 */
export const wrongChoice = (
  option: string,
  known: readonly string[],
  given: unknown,
  names = known.join(', '),
): OptionError => {
  const meant = typeof given === 'string' ? didYouMean(given, known) : ''
  if (meant === '') return wrongOption(option, `one of ${names}`, given)
  const list = ifShort(`; it is one of ${names}`)
  return new OptionError(option, `${option} cannot be ${shown(given)}${meant}${list}`)
}

/** Omits a long list, because the nearest name comes before it. */
export const ifShort = (list: string): string => (list.length > 250 ? '' : list)

/** Throws `<option> <must>` unless the condition holds. */
export function demand(condition: boolean, option: string, must: string): asserts condition {
  if (!condition) throw new OptionError(option, `${option} ${must}`)
}

const LONGEST_SHOWN = 60

/** Shows scalars, with long texts cut. Arrays, objects and functions are only described. */
export function shown(given: unknown): string {
  if (typeof given === 'string')
    return given.length > LONGEST_SHOWN ? `'${given.slice(0, LONGEST_SHOWN)}...'` : `'${given}'`
  if (Array.isArray(given)) return given.length === 0 ? 'an empty array' : 'an array'
  if (typeof given === 'function') return 'a function'
  if (typeof given !== 'object' || given === null) return String(given)
  return isPlainObject(given) ? 'an object' : `an instance of ${classOf(given)}`
}

/** The name of the class, even if an instance has its own `constructor`. */
function classOf(instance: object): string {
  const maker = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(instance), 'constructor')?.value
  return typeof maker === 'function' && typeof maker.name === 'string' && maker.name !== ''
    ? maker.name
    : 'a class'
}

/** A value for the middle of a sentence, where texts have no quotes. */
export const inSentence = (given: unknown): string => (typeof given === 'string' ? given : shown(given))

/** The error for a thing that does not exist, or for a value that cannot name one. */
export const noSuch = (
  option: string,
  thing: string,
  given: unknown,
  textOf = (name: string): string => `there is no ${thing} ${name}`,
): OptionError =>
  typeof given === 'string' || typeof given === 'number'
    ? new OptionError(option, textOf(String(given)))
    : new OptionError(option, `${option} must name one ${thing}, not ${shown(given)}`)

/** Tests for an OptionError, even one thrown by another copy of the package. */
export const isOptionError = isNamed<OptionError>('OptionError')
