/** What carrying out a command came to. */
export interface Outcome {
  readonly body: unknown
  /** One line for the traffic. */
  readonly summary: string
}
