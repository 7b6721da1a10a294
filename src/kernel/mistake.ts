/** A mistake of the caller. Other errors are bugs of ours, and keep the stack that shows where. */
export abstract class Mistake extends Error {
  /** Puts the name of the refused call into the message, if that helps. */
  nameCall?(call: string): void
}
