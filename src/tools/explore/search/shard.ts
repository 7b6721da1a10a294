import { demand } from '../../../errors/option-error'
import type { Plan } from '../plan/plan'
import type { PlanOutcome } from '../run/events'

/** One of several machines that share a search. */
export interface Shard {
  /** Counts from 1. */
  readonly index: number
  readonly of: number
}

export const shardName = ({ index, of }: Shard): string => `${index}/${of}`

/** Tells whether the shard plays the plan of that number. Neighbours alternate, and so do beginnings of rows. */
export const isOwn = ({ index, of }: Shard, plan: number): boolean =>
  (plan + Math.floor(plan / of)) % of === index - 1

/** @throws OptionError naming the shard that is missing, there twice, or one of another number of shards */
export function demandAllShards(shards: readonly Shard[]): void {
  const [first] = shards as readonly [Shard]
  const { of } = first
  for (const [position, shard] of shards.entries()) {
    const place = `reports[${position}]`
    const own = `is shard ${shardName(shard)}`
    demand(shard.of === of, place, `${own}, but that of reports[0] is ${shardName(first)}`)
    const same = shards.findIndex(({ index }) => index === shard.index)
    demand(same === position, place, `${own}, as reports[${same}] is`)
  }
  const missing = Array.from({ length: of }, (_, at) => at + 1).filter(
    (index) => !shards.some((shard) => shard.index === index),
  )
  const names = missing.map((index) => shardName({ index, of })).join(', ')
  demand(missing.length === 0, 'reports', `must be of all shards, but ${names} is missing`)
}

/** The properties that must be equal in all shards of one search. */
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
  { fingerprint }: PlanOutcome,
): SearchIdentity => ({
  seed,
  runs: Number.isFinite(runs) ? runs : null,
  faults: kinds.join(' '),
  kept: digest(JSON.stringify(kept)),
  calm: digest(fingerprint.join('\n')),
})

/** A short name of a text: equal texts have equal ones, others hardly ever. */
const digest = (text: string): string => hashOf(text).toString(16)

/** FNV-1a. */
function hashOf(text: string, before = 0x811c9dc5): number {
  let hash = before
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Names all plans of a search, those of other shards, too: two characters for each, which follow from all before. */
export class PlanHashes {
  #hash = hashOf('')
  #text = ''

  note(plan: Plan): void {
    this.#hash = hashOf(JSON.stringify(plan), this.#hash)
    this.#text += (this.#hash % 1024).toString(32).padStart(LETTERS, '0')
  }

  upTo(count: number): string {
    return this.#text.slice(0, count * LETTERS)
  }
}

const LETTERS = 2

/** The number of plans that are equal in both trails, as far as both go; undefined if all are. */
export function equalPlans(one: string, other: string): number | undefined {
  const most = Math.min(one.length, other.length)
  if (one.slice(0, most) === other.slice(0, most)) return undefined
  let at = 0
  while (one.slice(at, at + LETTERS) === other.slice(at, at + LETTERS)) at += LETTERS
  return at / LETTERS
}
