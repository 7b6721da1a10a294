import type { World } from './world'

/** One organisation of one world. Reading needs no more. */
export interface Scope {
  readonly world: World
  readonly organization: string
}

/** The same, with the one in whose name a record is written. */
export interface Context extends Scope {
  readonly actor: Actor
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
