import { isNamed } from '../kernel/is-named'
import { Mistake } from '../kernel/mistake'

/**
 * Thrown for a call that the current state of the simulator rules out, such as a restore while time advances.
 */
export class UsageError extends Mistake {
  override readonly name = 'UsageError'
}

/** Tests for a UsageError, also one of another copy of the package. */
export const isUsageError = isNamed<UsageError>('UsageError')
