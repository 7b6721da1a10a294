/** A delivery of a webhook, as its receiver recorded it (docs/service.md §14.3). */
export interface RecordedDelivery {
  readonly webhook: string
  readonly topic: string
  readonly object: number | string
  /**
   * The number of the event among those with this topic and object at this webhook, from 0; undefined for one before
   * the recording.
   */
  readonly event: number | undefined
  /** The number of the attempt for the event, from 0. */
  readonly attempt: number
  /** Milliseconds since the first attempt. */
  readonly after: number
  /** The collection of the object; empty if no group has such records. */
  readonly collection: string
}
