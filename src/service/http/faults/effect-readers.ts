import * as read from '../../../errors/reader'
import { platform } from '../../../host-time/platform'
import { isPlainObject } from '../../../kernel/is-object'

export const isFilled = (given: unknown): boolean => typeof given === 'string' && given.trim() !== ''

export const areHeaders = (given: unknown): boolean => {
  if (!isPlainObject(given) || !Object.values(given).every((value) => typeof value === 'string')) return false
  try {
    new platform.Headers(given as Record<string, string>)
    return true
  } catch {
    return false
  }
}

export const isJson = (given: unknown): boolean => {
  try {
    return JSON.stringify(given) !== undefined
  } catch {
    return false
  }
}

export const trueOrNames =
  (name: read.Reader<unknown>): read.Reader<unknown> =>
  (given, option) =>
    given === true || read.namesOf(name, 'true or an array of names', 1)(given, option)
