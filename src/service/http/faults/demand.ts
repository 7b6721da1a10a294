import { OptionError } from '../../../errors/option-error'

/** Throws an OptionError unless the condition holds. */
export function demand(condition: boolean, option: string, message: string): asserts condition {
  if (!condition) throw new OptionError(option, message)
}

export const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0
