import { isNamed } from '../../kernel/is-named'

export interface RecordedExchange {
  /** The time of the request, in milliseconds since 1970. */
  readonly at: number
  readonly request: RecordedRequest
  readonly response: RecordedResponse
}

export interface RecordedRequest {
  /** In upper case. */
  readonly method: string
  readonly url: URL
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>
  /** Null without a body. */
  readonly body: string | null
  /** False if there was a body that is missing from the recording; `body` is then null. */
  readonly isHeld: boolean
}

export interface RecordedResponse {
  /** 0 if no response arrived. */
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
  /** False if there was a body that is missing from the recording; `body` is then empty. */
  readonly isHeld: boolean
}

export interface Recording {
  /** Sorted by time. */
  readonly exchanges: readonly RecordedExchange[]
  /** True if its last line was incomplete and left out. */
  readonly isCutOff: boolean
}

/** A delivery of a webhook, as its receiver recorded it (docs/service.md §14.3). */
export interface RecordedDelivery {
  readonly webhook: string
  readonly topic: string
  readonly object: number | string
  /**
   * The index of the event among those with this topic and object at this webhook; undefined for one before
   * the recording.
   */
  readonly event: number | undefined
  /** The index of the attempt for the event. */
  readonly attempt: number
  /** Milliseconds since the first attempt. */
  readonly after: number
  /** The collection of the object; empty if there is none. */
  readonly collection: string
}

/** Thrown for a recording that cannot be read. `place` is a line or an entry, such as `line 7`. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError'

  constructor(
    readonly place: string,
    problem: string,
  ) {
    super(place === '' ? problem : `${place}: ${problem}`)
  }
}

/** Tests for a RecordingError, also one of another copy of the package. */
export const isRecordingError = isNamed<RecordingError>('RecordingError')
