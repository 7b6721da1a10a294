import type { WireHeaders } from '../wire-message'
import type { PlainRequest } from './plain-request'

export interface PlainResponse {
  readonly status: number
  readonly headers: Readonly<WireHeaders>
  readonly body: string
}

export interface TrafficEntry {
  /** Virtual time of the request, ISO 8601. */
  readonly at: string
  readonly request: PlainRequest
  /** Null if the client got none, or has not got it yet. */
  readonly response: PlainResponse | null
  /** The service's original response, if a fault replaced, lost or damaged it. */
  readonly unseen?: PlainResponse
  /** The reason for the response: the bucket, the fault, the replayed key or the refusal. */
  readonly why: string
}
