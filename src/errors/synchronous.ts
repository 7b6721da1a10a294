import { isPromise } from '../kernel/is-promise'
import { OptionError } from './option-error'

/**
 * Makes a predicate return a boolean. Refuses an async function at once, and a promise when it is returned,
 * because promises are truthy. Also refuses a body in braces that cannot return a value.
 * @throws OptionError
 */
export function synchronous<Given extends unknown[]>(
  option: string,
  predicate: (...given: Given) => unknown,
): (...given: Given) => boolean {
  if (Object.prototype.toString.call(predicate) === '[object AsyncFunction]') throw mustNotWait(option)
  let isMute: boolean | undefined
  return function (this: unknown, ...given) {
    const answer = predicate.apply(this, given)
    if (answer === undefined) isMute ??= lacksReturn(predicate)
    if (isMute)
      throw new OptionError(
        option,
        `${option} must return true or false; a function with braces needs a return`,
      )
    if (isPromise(answer)) throw mustNotWait(option)
    return Boolean(answer)
  }
}

const mustNotWait = (option: string): OptionError =>
  new OptionError(option, `${option} must return true or false at once, not a promise`)

/** True if a function that returned undefined has no return, unless it may be called for its effects. */
function lacksReturn(predicate: object): boolean {
  const text = String(predicate)
  return /^function|^(?!.*=>)|=>\s*\{/s.test(text) && /\}\s*$/.test(text) && !ANOTHER_END.test(text)
}

/** Matches a `return`, a likely effect such as an assertion, or native code, whose text is hidden. */
const ANOTHER_END =
  /\b(return|throw)\b|\b(expect|assert|default|console|push|add|set)\b[().]|\+\+|[^=!<>]=[^=>]|\[[\w ]*code\]/
