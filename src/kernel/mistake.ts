/** A mistake of the caller. Any other error is a bug of the simulator and keeps its stack. */
export abstract class Mistake extends Error {
  /** Adds the name of the refused call to the message, if that helps. */
  nameCall?(call: string): void
}
