/** Somebody for whom the clock moves by itself. */
export interface Mover {
  /** Waits until the host's own work that is under way is done; whether there was any. */
  rest?(): Promise<boolean>
  /**
   * A program has not come to its end and waits for nothing on the clock: whether what the service does of
   * itself, such as trying deliveries again, is worth moving time for.
   */
  isPatient?(): Promise<boolean>
  /** Nothing is due that could let the program go on. */
  isStuck?(): void
  /** Time is about to pass; whether it may. */
  mayLeap?(): boolean
}
