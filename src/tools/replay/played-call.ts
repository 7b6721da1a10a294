import type { SimulatedAnswer } from './caller'
import type { BucketReading } from './compare-limits'
import type { FoundDifference } from './difference'

export interface PlayedCall {
  readonly differences: readonly FoundDifference[]
  readonly section: string
  readonly notCompared?: string
  /** True if the rate-limit headers agree, or the 429. */
  readonly agreesOnLimits: boolean
  readonly limits?: BucketReading
}

export const NO_ANSWER: SimulatedAnswer = {
  status: 0,
  headers: new Map(),
  body: '',
  json: undefined,
  section: '',
}

export const skipped = (reason: string): PlayedCall => ({
  differences: [],
  section: '',
  agreesOnLimits: true,
  notCompared: reason,
})
