/** A bug in the simulator, never a mistake of its user: the state breaks an assumption of the code. */
export class InvariantViolation extends Error {
  override readonly name = 'InvariantViolation'
}

export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantViolation(message)
}
