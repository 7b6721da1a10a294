import type { Actor } from '../../engine/model/context'
import type { World } from '../../engine/model/world'
import type { Query } from '../../engine/read/query'
import type { Action, Definition, ListView, Verb } from '../../engine/schema/define'
import type { UploadedPart, WireHeaders, WireRequest } from '../wire'
import { grammarOf, type ParameterGrammar } from './path-parameter'

export type JsonObject = Readonly<Record<string, unknown>>

/** Everything an operation may know of the request that asked for it. */
export interface RouteCall {
  readonly world: World
  readonly request: WireRequest
  readonly organization: string
  readonly actor: Actor
  /** The path parameters in order, as sent. */
  readonly parameters: readonly string[]
  readonly query: Query
  /** Present when the route takes JSON. */
  readonly body?: JsonObject
  /** Present when the route takes files: every part of the form. */
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
  /** What subscriptions and permissions are granted by. */
  readonly group: string
  readonly takes: 'nothing' | 'json' | 'files'
  /** What it does with a record type, where it follows from a definition; the document of the interface reads it. */
  readonly offer?: Offer
  /** A permission that the key must hold for itself. */
  readonly permission?: string
  /** Called inside one atomic block. */
  readonly run: (call: RouteCall) => RouteReply
}

export type Offer =
  | { readonly verb: Verb; readonly definition: Definition }
  | { readonly verb: 'act'; readonly definition: Definition; readonly action: Action }
  | { readonly verb: 'view'; readonly view: ListView }

export type Match =
  | { readonly kind: 'route'; readonly route: Route; readonly parameters: readonly string[] }
  | { readonly kind: 'other-methods'; readonly template: string; readonly allow: readonly string[] }
  | { readonly kind: 'nothing' }

interface Junction {
  readonly literals: Map<string, Junction>
  readonly parameters: { readonly grammar: ParameterGrammar; readonly next: Junction }[]
  readonly methods: Map<string, Route>
}

const junction = (): Junction => ({ literals: new Map(), parameters: [], methods: new Map() })
const NOTHING: Match = { kind: 'nothing' }

/** All operations by path segment; paths are compared as sent, nothing is decoded (docs/service.md §5.1). */
export class Routes {
  readonly all: readonly Route[]
  readonly #root = junction()

  constructor(routes: readonly Route[]) {
    this.all = routes
    for (const route of routes) this.#add(route)
  }

  /** `bare` lets a path go without its final slash. */
  match(method: string, pathname: string, bare: boolean): Match {
    let here: Junction = this.#root
    let parameters: string[] | undefined
    for (let start = 1; start < pathname.length; ) {
      let end = pathname.indexOf('/', start)
      if (end < 0) {
        if (!bare) return NOTHING
        end = pathname.length
      }
      const segment = pathname.slice(start, end)
      let next = here.literals.get(segment)
      if (next === undefined) {
        next = here.parameters.find((parameter) => parameter.grammar(segment))?.next
        if (next === undefined) return NOTHING
        parameters = parameters === undefined ? [segment] : [...parameters, segment]
      }
      here = next
      start = end + 1
    }
    const route = here.methods.get(method)
    if (route) return { kind: 'route', route, parameters: parameters ?? [] }
    const [other] = here.methods.values()
    if (other === undefined) return NOTHING
    return { kind: 'other-methods', template: other.template, allow: [...here.methods.keys()].sort() }
  }

  #add(route: Route): void {
    let here = this.#root
    for (const segment of route.template.split('/').slice(1, -1)) {
      here = segment.startsWith('{') ? parameterAfter(here, segment) : literalAfter(here, segment)
    }
    here.methods.set(route.method, route)
  }
}

function literalAfter(here: Junction, segment: string): Junction {
  let next = here.literals.get(segment)
  if (next === undefined) {
    next = junction()
    here.literals.set(segment, next)
  }
  return next
}

function parameterAfter(here: Junction, segment: string): Junction {
  const grammar = grammarOf(segment)
  const known = here.parameters.find((parameter) => parameter.grammar === grammar)
  if (known) return known.next
  const next = junction()
  here.parameters.push({ grammar, next })
  return next
}
