/** Reports a bug in the simulator, never a mistake of its user. */
export class InvariantViolation extends Error {
  override readonly name = 'InvariantViolation'
}

export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantViolation(message)
}
