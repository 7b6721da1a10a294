import { OptionError } from '../option-error'
import type { Rate } from './bucket'

/** Throws an OptionError unless a bucket of this size can ever let a request through. */
export function checkRate(option: string, { burst, refillPerSecond }: Rate): void {
  if (!Number.isSafeInteger(burst) || burst < 1 || burst > 1_000_000) {
    throw new OptionError(`${option}.burst`, `${option}.burst is a whole number from 1 to 1000000`)
  }
  if (!(refillPerSecond >= 0.0001 && refillPerSecond <= 1_000_000)) {
    throw new OptionError(`${option}.refillPerSecond`, `${option}.refillPerSecond is from 0.0001 to 1000000`)
  }
}
