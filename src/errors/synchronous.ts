import { isPromise } from '../kernel/is-promise'
import { OptionError } from './option-error'

/**
 * The predicate, for which any truthy value is a yes. A promise would be one, too, so it is refused: at once
 * from an async function, else when it is returned. So is a function with braces that cannot return anything.
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

/** Of a function that gave nothing back. It may be called for what it throws, expects, prints or keeps. */
function lacksReturn(predicate: object): boolean {
  const text = String(predicate)
  return /^function|^(?!.*=>)|=>\s*\{/s.test(text) && /\}\s*$/.test(text) && !ANOTHER_END.test(text)
}

/** It has a `return`, may be called for its effects, as asserting is, or is one of the host, without a text. */
const ANOTHER_END =
  /\b(return|throw)\b|\b(expect|assert|default|console|push|add|set)\b[().]|\+\+|[^=!<>]=[^=>]|\[[\w ]*code\]/
