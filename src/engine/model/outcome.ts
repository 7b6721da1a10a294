export interface CommandOutcome {
  readonly body: unknown
  /** One line for the traffic. */
  readonly summary: string
  /** The identifier of the record that the command is about, if it is about one. */
  readonly id?: number
}
