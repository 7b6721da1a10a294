/** The result of a command. */
export interface Outcome {
  readonly body: unknown
  /** One line for the traffic. */
  readonly summary: string
}
