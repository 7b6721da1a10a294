import { OptionError } from '../../../errors/option-error'

/**
 * The predicate, for which any truthy value is a yes. A promise would be one, too, so it is refused: at once
 * from an async function, else when it is returned.
 * @throws OptionError
 */
export function synchronous<Given extends unknown[]>(
  option: string,
  predicate: (...given: Given) => unknown,
): (...given: Given) => boolean {
  if (Object.prototype.toString.call(predicate) === '[object AsyncFunction]') throw isPromise(option)
  return (...given) => {
    const answer = predicate(...given)
    if (typeof (answer as PromiseLike<unknown> | null | undefined)?.then === 'function')
      throw isPromise(option)
    return Boolean(answer)
  }
}

const isPromise = (option: string): OptionError =>
  new OptionError(option, `${option} must return true or false at once, not a promise`)
