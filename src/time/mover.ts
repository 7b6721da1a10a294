/** A party that the clock moves for automatically. */
export interface Mover {
  /** Waits for the host's own pending work. Returns whether there was any. */
  rest?(): Promise<boolean>
  /** What `rest` waits for at the moment, as text. */
  restsFor?(): string | undefined
  /**
   * Whether, since the last call, nothing was started that may go on without time. `turns` of the event loop, as many
   * as the host has had so far, are not meant.
   */
  isStill?(turns: number): boolean
  /**
   * Whether time should move for the service's own events, such as delivery retries, while the program is
   * still running but waits for nothing on the clock.
   */
  isPatient?(): Promise<boolean>
  /** Called when no event is left that could let the program continue. */
  onStuck?(): void
  /** Called before time moves; returns whether it may. */
  mayLeap?(): boolean
}
