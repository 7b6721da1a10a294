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
  if (Object.prototype.toString.call(predicate) === '[object AsyncFunction]') throw isPromise(option)
  let isMute: boolean | undefined
  return function (this: unknown, ...given) {
    const answer = predicate.apply(this, given)
    if (answer === undefined) isMute ??= lacksReturn(predicate)
    if (isMute)
      throw new OptionError(
        option,
        `${option} must return true or false; a function with braces needs a return`,
      )
    if (typeof (answer as PromiseLike<unknown> | null | undefined)?.then === 'function')
      throw isPromise(option)
    return Boolean(answer)
  }
}

const isPromise = (option: string): OptionError =>
  new OptionError(option, `${option} must return true or false at once, not a promise`)

/** Of a function that gave nothing back. One of the host has no text. */
const lacksReturn = (predicate: object): boolean =>
  /\}\s*$/.test(String(predicate)) && !/\breturn\b|\[[\w ]*code\]/.test(String(predicate))
