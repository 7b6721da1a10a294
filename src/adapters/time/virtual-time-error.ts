/** A program on virtual time that cannot go on: it polls without end, or does real I/O that was forbidden. */
export class VirtualTimeError extends Error {
  override readonly name = 'VirtualTimeError'
}

export const isVirtualTimeError = (error: unknown): error is VirtualTimeError =>
  error instanceof Error && error.name === 'VirtualTimeError'
