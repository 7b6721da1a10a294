import { isNamed } from '../kernel/is-named'
import { Mistake } from '../kernel/mistake'

/** Thrown if the state of the simulator does not allow the call, such as a restore while time advances. */
export class UsageError extends Mistake {
  override readonly name = 'UsageError'
}

/** Tests for a UsageError, even one thrown by another copy of the package. */
export const isUsageError = isNamed<UsageError>('UsageError')

/** Makes a promise throw if a member of its awaited value is read from it, instead of giving `undefined`. */
export function toBeAwaited<Value extends object>(
  promise: Promise<Value>,
  call: string,
  members: readonly (keyof Value & string)[],
): Promise<Value> {
  for (const name of members)
    Object.defineProperty(promise, name, {
      get() {
        throw new UsageError(`${call} gives a promise, which has no ${name}: await it`)
      },
    })
  return promise
}
