/** Thrown if a program polls without end, or does real I/O although `realIo` is 'error'. */
export class VirtualTimeError extends Error {
  override readonly name = 'VirtualTimeError'
}

export const isVirtualTimeError = (error: unknown): error is VirtualTimeError =>
  error instanceof Error && error.name === 'VirtualTimeError'
