import { isNamed } from '../kernel/is-named'
import { Mistake } from '../kernel/mistake'

/** Thrown for a call that the current state of the simulator rules out, such as a restore while time advances. */
export class UsageError extends Mistake {
  override readonly name = 'UsageError'
}

/** Tests for a UsageError, also one of another copy of the package. */
export const isUsageError = isNamed<UsageError>('UsageError')

/** Reading a member that only the awaited value has is refused, where the promise would give `undefined`. */
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
