import { isNamed } from './kernel/is-named'

/** A call that makes no sense where the simulator stands, such as a restore while time advances. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Whether an error says that a call came at the wrong time. */
export const isUsageError = isNamed<UsageError>('UsageError')
