import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Settings } from '../read-experiment'
import type { Outcome } from '../run/events'

/** One of several machines that share a search. */
export interface Shard {
  /** Counts from 1. */
  readonly index: number
  readonly of: number
}

export const nameOf = ({ index, of }: Shard): string => `${index}/${of}`

/** Whether the shard plays the plan with that number. Neighbours alternate, and so do the shards that begin a row. */
export const isOwn = ({ index, of }: Shard, plan: number): boolean =>
  (plan + Math.floor(plan / of)) % of === index - 1

/** What must be equal in all shards of one search. */
export interface SearchIdentity {
  readonly seed: number
  /** The limit of plans; null without one. */
  readonly runs: number | null
  readonly faults: string
  readonly kept: string
  readonly calm: string
}

export const identityOf = (
  {
    seed,
    kinds,
    kept,
    limits,
  }: Pick<Settings, 'seed' | 'kinds' | 'kept'> & { limits: { readonly runs: number } },
  { timeline }: Outcome,
): SearchIdentity => ({
  seed,
  runs: Number.isFinite(limits.runs) ? limits.runs : null,
  faults: kinds.join(' '),
  kept: digest(JSON.stringify(kept)),
  calm: digest(timeline.join('\n')),
})

const digest = (text: string): string => bytesToHex(sha256(utf8ToBytes(text))).slice(0, 16)
