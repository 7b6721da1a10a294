import type { Plan } from '../plan/plan'
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

interface Searched {
  readonly seed: number
  readonly kinds: readonly string[]
  readonly kept: readonly Plan[]
  readonly limits: { readonly runs: number }
}

export const identityOf = (
  { seed, kinds, kept, limits: { runs } }: Searched,
  { timeline }: Outcome,
): SearchIdentity => ({
  seed,
  runs: Number.isFinite(runs) ? runs : null,
  faults: kinds.join(' '),
  kept: digest(JSON.stringify(kept)),
  calm: digest(timeline.join('\n')),
})

/** A short name of a text (FNV-1a): equal texts have equal ones, others hardly ever. */
function digest(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16)
}
