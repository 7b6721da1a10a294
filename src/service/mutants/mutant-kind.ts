import type { Field } from '../../engine/schema/fields'
import type { WireRequest } from '../../events/traffic/wire-message'
import type { JsonObject, Route } from '../http/routes/route'

/** The facts that a mutant needs beside the request. */
export interface MutationContext {
  readonly route: Route
  /** The member or parameter that the mutant is about. */
  readonly member: string
  /** The number of the try with its Idempotency-Key, from 1. */
  readonly attempt: number
  /** The record that the request names, as the service would show it. */
  current(): JsonObject | undefined
  /** Values that name other records of a type. */
  others(resource: string, by: string): readonly unknown[]
}

export interface MutantTarget {
  /** Empty for the whole request. */
  readonly member: string
}

/** Tells whether a mutant is about members such as this one. `name` is the member's own. */
export type ChangeableMember = (field: Field, value: unknown, name: string) => boolean

/** A kind of bug that a client could have, as what it does to a request. */
export interface MutantKind {
  /**
   * 'unsent': the write is answered and not carried out. 'twice': a copy follows. 'unhandled': a delivery. 'at once':
   * what is refused for some time is sent again before that time is over.
   */
  readonly plays: 'changed' | 'unsent' | 'twice' | 'unhandled' | 'at once'
  /** The parts of a request that it can be about; none if it is not about such requests. */
  readonly targets: (asked: WireRequest, route: Route) => readonly MutantTarget[]
  /**
   * The requests that may be sent instead; the first that the service accepts is. Undefined if the change leaves the
   * request as it is.
   */
  readonly change: (asked: WireRequest, context: MutationContext) => readonly WireRequest[] | undefined
}
