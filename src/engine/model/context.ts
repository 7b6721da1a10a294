import type { Assumptions } from '../../assumptions'
import type { WorldClock } from '../../kernel/clock'
import type { Random } from '../../kernel/random'
import type { Row, Store } from '../../kernel/store'
import type { Registry } from './compiled-type'

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

/** An author that is no person: the service itself, a key, or a record that generates others. */
export const namedAuthor = (actor_type: string, first_name: string | null): Actor => ({
  actor_type,
  email: null,
  first_name,
  last_name: null,
})

/** One simulated service. All of its mutable state is in the store. */
export interface World {
  readonly store: Store
  readonly clock: WorldClock
  readonly random: Random
  readonly assumptions: Assumptions
  readonly registry: Registry
  /** True if the simulator refuses what the service ignores. */
  readonly isStrict?: boolean
  /** Answers that the host has changed; undefined if there are none. */
  readonly answers?: CustomAnswers | undefined
}

/** Answers of the service that the host knows to differ from every assumption (§17). */
export interface CustomAnswers {
  /** The wording of a message; undefined if no message has another one. */
  readonly reword?: (text: string) => string
  /** Members that records show besides their own, by the name of the record type. */
  readonly members: ReadonlyMap<string, Row>
  /** Headers of every response. */
  readonly headers: Readonly<Record<string, string>>
  /** The statuses of successful responses, by operation with `{}` for each parameter. */
  readonly statuses: ReadonlyMap<string, number>
  /** The form of successful bodies; undefined for the simulator's usual form. */
  readonly form?: AnswerForm
}

/** A JSON number, or a text with at least this many decimal places. */
export type DecimalForm = 'number' | number

export interface AnswerForm {
  readonly amounts?: DecimalForm
  readonly rates?: DecimalForm
  readonly nulls: 'shown' | 'absent'
  /** Paths of members that are left out, such as `items.rate`, by the name of the record type. */
  readonly absent: Readonly<Record<string, readonly string[]>>
}
