import type { WireHeaders } from '../wire-message'
import type { PlainRequest } from './plain-request'

export interface PlainResponse {
  readonly status: number
  readonly headers: Readonly<WireHeaders>
  readonly body: string
}

export interface TrafficEntry {
  /** When the request came, ISO 8601 on the simulator's clock. */
  readonly at: string
  readonly request: PlainRequest
  /** Null when the client got none, or not yet. */
  readonly response: PlainResponse | null
  /** The service's own answer where a fault kept it from the client, lost it or spoilt it. */
  readonly unseen?: PlainResponse
  /** The rule behind the answer: the bucket, the fault, the replayed key, the refusal. */
  readonly why: string
}
