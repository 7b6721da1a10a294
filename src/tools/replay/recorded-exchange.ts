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
  /** False if there was a body that the recording does not hold; `body` is then null. */
  readonly isHeld: boolean
}

export interface RecordedResponse {
  /** 0 if no response arrived. */
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
  /** False if there was a body that the recording does not hold; `body` is then empty. */
  readonly isHeld: boolean
}

export interface Recording {
  /** In the order of their times. */
  readonly exchanges: readonly RecordedExchange[]
  /** True if its last line was half written, and left out. */
  readonly isCutOff: boolean
}
