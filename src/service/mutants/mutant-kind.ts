import type { Field } from '../../engine/schema/fields'
import type { WireRequest } from '../../events/traffic/wire-message'
import type { JsonObject, Route } from '../http/routes/route'

/** The data that a mutant needs besides the request. */
export interface MutationContext {
  readonly route: Route
  /** The member or parameter that the mutant changes. */
  readonly member: string
  /** The number of the try with this Idempotency-Key, from 1. */
  readonly attempt: number
  /** The record that the request names, as the service would return it. */
  current(): JsonObject | undefined
  /** Values that refer to other records of a type. */
  others(resource: string, by: string): readonly unknown[]
}

export interface MutantTarget {
  /** Empty for the whole request. */
  readonly member: string
}

/** True if a mutant can change a member like this. `name` is the member's own name. */
export type ChangeableMember = (field: Field, value: unknown, name: string) => boolean

/** A kind of client bug, defined by its effect on a request. */
export interface MutantKind {
  /**
   * 'unsent': the write is answered but not carried out. 'twice': a copy follows. 'unhandled': a delivery.
   * 'at once': a request that is refused for some time is repeated before that time is over.
   */
  readonly plays: 'changed' | 'unsent' | 'twice' | 'unhandled' | 'at once'
  /** The parts of a request that it can change; empty if it cannot change the request. */
  readonly targets: (asked: WireRequest, route: Route) => readonly MutantTarget[]
  /**
   * The requests to try instead; the first that the service accepts is sent. Undefined if the change makes no
   * difference to the request.
   */
  readonly change: (asked: WireRequest, context: MutationContext) => readonly WireRequest[] | undefined
}
