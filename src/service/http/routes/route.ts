import type { AssumptionId } from '../../../assumptions/index'
import type { Context } from '../../../engine/model/context'
import type { World } from '../../../engine/model/world'
import type { Query } from '../../../engine/read/query'
import type { Action, Definition, ListView, Verb } from '../../../engine/schema/define'
import type { UploadedPart, WireHeaders, WireRequest } from '../../../events/traffic/wire-message'

export type JsonObject = Readonly<Record<string, unknown>>

/** The input of an operation. */
export interface RouteCall extends Context {
  readonly request: WireRequest
  /** The path parameters in order, as sent. */
  readonly parameters: readonly string[]
  readonly query: Query
  /** Set if the route takes JSON. */
  readonly body?: JsonObject
  /** All parts of the form, if the route takes files. */
  readonly parts?: readonly UploadedPart[]
}

export interface RouteReply {
  readonly status: number
  /** Undefined sends an empty response. */
  readonly body: unknown
  readonly headers?: WireHeaders | undefined
  /** One line for the traffic. */
  readonly summary: string
  /** The identifier of the record that was created. */
  readonly id?: number | undefined
}

export interface Route {
  readonly method: string
  /** The path, with `{name}` for parameters. */
  readonly template: string
  /** Method and template; also the name of the endpoint's bucket. */
  readonly key: string
  readonly version: string
  /** The name of the subscription that covers it. */
  readonly group: string
  readonly takes: 'nothing' | 'json' | 'files'
  /** The definition and the verb behind the route; a route without them is written by hand. */
  readonly operation?: RouteOperation
  readonly permission?: string
  /** The assumptions that have to have these values for the operation to exist. */
  readonly requires?: Requirements
  /** Runs inside one atomic block. */
  readonly run: (call: RouteCall) => RouteReply
}

export type Requirements = Readonly<Partial<Record<AssumptionId, unknown>>>

/** The assumptions that say whether the service has the operation. */
export const requirementsOf = ({ requires = {} }: Route): AssumptionId[] =>
  Object.keys(requires) as AssumptionId[]

/** Tells whether the service has the operation (§5). */
export function isOffered({ assumptions }: Pick<World, 'assumptions'>, route: Route): boolean {
  return requirementsOf(route).every((id) => assumptions.peek(id) === route.requires?.[id])
}

export type RouteOperation =
  | { readonly verb: Verb; readonly definition: Definition }
  | { readonly verb: 'act'; readonly definition: Definition; readonly action: Action }
  | { readonly verb: 'view'; readonly view: ListView }

/** Builds a route; its key and version follow from method and template. */
export function route(
  method: string,
  template: string,
  {
    takes = 'nothing',
    ...more
  }: Pick<Route, 'group' | 'run'> & Partial<Pick<Route, 'takes' | 'operation' | 'permission' | 'requires'>>,
): Route {
  const [, version = 'none'] = /^\/public\/(v\d[^/]*)\//.exec(template) ?? []
  return { method, template, key: `${method} ${template}`, version, takes, ...more }
}
