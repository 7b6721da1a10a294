import type { World } from './world'

/** One organisation of one world. Enough for reading. */
export interface Scope {
  readonly world: World
  readonly organization: string
}

/** A scope with the actor in whose name records are written. */
export interface Context extends Scope {
  readonly actor: Actor
}

/** The author of a write, as the audit members of a record show it (§2.1). */
export interface Actor {
  readonly actor_type: string | null
  readonly email: string | null
  readonly first_name: string | null
  readonly last_name: string | null
  /** The person that the actor writes for, if any; not shown. */
  readonly person_id?: number
  /** The host itself, who may write what no request can; not shown. */
  readonly is_host?: true
}
