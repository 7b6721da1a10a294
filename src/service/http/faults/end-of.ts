import { OptionError } from '../../../errors/option-error'
import { addDuration, type DurationInput, parseDuration } from '../../../kernel/duration'
import { DurationError } from '../../../kernel/duration-error'

/**
 * The instant at which a duration from now ends. @throws OptionError unless the duration is longer than zero
 */
export function endOf(option: string, input: DurationInput, now: number): number {
  const end = read(option, input, now)
  if (end <= now) throw new OptionError(option, `${option} must be longer than zero`)
  return end
}

function read(option: string, input: DurationInput, now: number): number {
  try {
    return addDuration(now, parseDuration(input))
  } catch (error) {
    if (error instanceof DurationError) throw new OptionError(option, `${option}: ${error.message}`)
    throw error
  }
}
