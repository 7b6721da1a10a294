import type { Assumptions } from '../../assumptions'
import type { Clock } from '../../kernel/clock'
import type { Random } from '../../kernel/random'
import type { Store } from '../../kernel/store'
import type { Registry } from './registry'

/** One simulated service: everything that can change lives in its store. */
export interface World {
  readonly store: Store
  readonly clock: Clock
  readonly random: Random
  readonly assumptions: Assumptions
  readonly registry: Registry
  /** Set in strict mode: called after every write, inside its atomic block. */
  readonly audit?: ((organization: string) => void) | undefined
}

/** Who does a thing, as the audit members of a record show it (docs/service.md §2.1). */
export interface Actor {
  readonly actor_type: string | null
  readonly email: string | null
  readonly first_name: string | null
  readonly last_name: string | null
  /** The person in whose name it is done, where there is one; not shown. */
  readonly person_id?: number
}
