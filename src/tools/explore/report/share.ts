import type { SearchIdentity, Shard } from '../search/shard'

/** The part of a search that one shard played. Plans are named by their numbers in the whole search. */
export interface Share extends Shard {
  /** Equal in all shards of a search. */
  readonly search: SearchIdentity
  /** The last plan. */
  readonly last: number
  /** The number of first plans that each shard plays. */
  readonly base: number
  /** Names all plans up to the last one, so that shards can be compared. */
  readonly plans: string
  /** The operations that the program called, and the misfortunes that they met. */
  readonly operations: readonly Seen[]
  /** The steps of the program, each with the first plan that showed it. */
  readonly edges: Readonly<Record<string, number>>
  /** The texts on what was there for nothing in the calm run, each with the first plan that used it, or null. */
  readonly idle?: Readonly<Record<string, number | null>>
  /** The command that plays the failing plan again. */
  readonly again?: string
}

/** An operation, and the first plan that used it. */
export interface Seen {
  /** The operation, or `DELIVERY` and a topic. */
  readonly on: string
  /** The first plan that used it. */
  readonly at: number
  /** The misfortunes that can happen to it. */
  readonly kinds: readonly string[]
  /** The misfortunes that did, with the first plan in which they did. */
  readonly met: Readonly<Record<string, number>>
}
