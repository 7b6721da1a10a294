import type { SearchIdentity, Shard } from '../search/share'

/** The part of a search that one shard played. Plans are named by their numbers in the whole search. */
export interface Share extends Shard {
  /** Equal in all shards of a search. */
  readonly search: SearchIdentity
  /** The last plan. */
  readonly last: number
  /** How many of the first plans each shard plays. */
  readonly base: number
  /** Names all plans up to the last one, so that shards can be compared. */
  readonly plans: string
  /** What the program called, and what happened to it. */
  readonly operations: readonly Seen[]
  /** The steps of the program, each with the first plan that showed it. */
  readonly edges: Readonly<Record<string, number>>
  /** The command that plays the failing plan again. */
  readonly again?: string
}

/** An operation, and the first plan that used it. */
export interface Seen {
  /** The operation, or `DELIVERY` and a topic. */
  readonly on: string
  /** The first plan that used it. */
  readonly at: number
  /** What can happen to it. */
  readonly kinds: readonly string[]
  /** What did, with the first plan in which it did. */
  readonly met: Readonly<Record<string, number>>
}
