/** A member of `simulator.records`, and the identifier of the record. */
export interface RecordLink {
  readonly type: string
  readonly id: number
}

/** A fault, with what it does to the requests that fit. */
export interface ProposedFault {
  readonly on: string
  readonly then: Readonly<Record<string, unknown>>
}

/** The one thing that a link leads to. */
export interface LinkTarget {
  /** The sequence number of an entry of the timeline. */
  readonly entry?: number
  readonly fault?: number
  readonly record?: RecordLink
  /** The organisation of the record or event; by default the one that is shown. */
  readonly organization?: string | undefined
  /** The id of a webhook event. */
  readonly event?: string
  /** A bucket, as the reason of a 429 names it. */
  readonly bucket?: string
  /** The key of the bucket: each key has its own. */
  readonly key?: string | undefined
  readonly account?: number
  readonly filter?: string
  readonly proposed?: ProposedFault
}

/** Shows a view, and in it the one thing that is meant. */
export type Go = (tab: string, subject?: LinkTarget) => void
