const brand = Symbol.for('accounting-simulator.usage-error')

/** A call that makes no sense where the simulator stands, such as a restore while time advances. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly [brand] = true
}

/** Whether an error says that a call came at the wrong time; works across copies of the package. */
export const isUsageError = (error: unknown): error is UsageError =>
  typeof error === 'object' && error !== null && (error as { [brand]?: unknown })[brand] === true
