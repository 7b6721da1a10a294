import type { Context } from '../../engine/model/context'
import type { Query } from '../../engine/read/query'
import type { Action, Definition, ListView, Verb } from '../../engine/schema/define'
import type { UploadedPart, WireHeaders, WireRequest } from '../wire-message'

export type JsonObject = Readonly<Record<string, unknown>>

/** What an operation gets of its request. */
export interface RouteCall extends Context {
  readonly request: WireRequest
  /** The path parameters in order, as sent. */
  readonly parameters: readonly string[]
  readonly query: Query
  /** Present when the route takes JSON. */
  readonly body?: JsonObject
  /** Every part of the form, when the route takes files. */
  readonly parts?: readonly UploadedPart[]
}

export interface RouteReply {
  readonly status: number
  /** Undefined sends no body. */
  readonly body: unknown
  readonly headers?: WireHeaders
  /** One line for the traffic. */
  readonly summary: string
}

export interface Route {
  readonly method: string
  /** The path with `{name}` for what varies. */
  readonly template: string
  /** Method and template: the name of the endpoint's bucket. */
  readonly key: string
  readonly version: string
  /** The name under which subscriptions cover it. */
  readonly group: string
  readonly takes: 'nothing' | 'json' | 'files'
  /** The part of a definition that the route comes from; the OpenAPI document reads it. */
  readonly offer?: Offer
  /** The permission that a key needs for it. */
  readonly permission?: string
  /** Called inside one atomic block. */
  readonly run: (call: RouteCall) => RouteReply
}

export type Offer =
  | { readonly verb: Verb; readonly definition: Definition }
  | { readonly verb: 'act'; readonly definition: Definition; readonly action: Action }
  | { readonly verb: 'view'; readonly view: ListView }

/** A route; its name and version follow from its method and template. */
export function route(
  method: string,
  template: string,
  {
    takes = 'nothing',
    ...more
  }: Pick<Route, 'group' | 'run'> & Partial<Pick<Route, 'takes' | 'offer' | 'permission'>>,
): Route {
  const [, version = 'none'] = /^\/public\/(v\d[^/]*)\//.exec(template) ?? []
  return { method, template, key: `${method} ${template}`, version, takes, ...more }
}
