import type { AssumptionId } from '../../../assumptions'
import type { Context, World } from '../../../engine/model/context'
import type { Query } from '../../../engine/read/query'
import type { Action, Definition, ListView, Verb } from '../../../engine/schema/define'
import type { UploadedPart, WireHeaders, WireRequest } from '../../../events/traffic/wire-message'
import { memberNames } from '../../../kernel/member-names'
import { isUuid } from '../../../kernel/uuid'

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
  /** The name of the subscription that covers the operation. */
  readonly group: string
  readonly takes: 'nothing' | 'json' | 'files'
  /** The definition and the verb behind the route; a route without them is written by hand. */
  readonly operation?: RouteOperation
  readonly permission?: string
  /** The operation exists only under these values of assumptions. */
  readonly requires?: Requirements
  /** Runs inside one atomic block. */
  readonly run: (call: RouteCall) => RouteReply
}

export type Requirements = Readonly<Partial<Record<AssumptionId, unknown>>>

/** The assumptions that decide whether the service has the operation. */
const requirementsOf = ({ requires = {} }: Route): AssumptionId[] => memberNames(requires)

/** True if the service has the operation (§5). */
export const isOffered = ({ assumptions }: Pick<World, 'assumptions'>, route: Route): boolean =>
  requirementsOf(route).every((id) => assumptions.peek(id) === route.requires?.[id])

export type RouteOperation =
  | { readonly verb: Verb; readonly definition: Definition }
  | { readonly verb: 'act'; readonly definition: Definition; readonly action: Action }
  | { readonly verb: 'view'; readonly view: ListView }

/** True if the service accepts paths without their final slash (§5.1). */
export const acceptsNoSlash = ({ assumptions }: Pick<World, 'assumptions'>): boolean =>
  assumptions.peek('trailing-slash') === 'accept'

/** The operation that a request matches. `restsOn` names the assumptions that decide whether it exists. */
export function matchOf(
  world: Pick<World, 'assumptions'>,
  routes: Router,
  { method, url }: WireRequest,
): { readonly match: Match; readonly restsOn: readonly AssumptionId[] } {
  const match = routes.match(method, url.pathname, acceptsNoSlash(world))
  if (match.kind !== 'route') return { match, restsOn: NONE }
  return { match: isOffered(world, match.route) ? match : NOTHING, restsOn: requirementsOf(match.route) }
}

const NONE: readonly AssumptionId[] = []

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

type ParameterGrammar = (segment: string) => boolean

const WHOLE = /^-?(?:0|[1-9][0-9]{0,15})$/

const isIdentifier: ParameterGrammar = (segment) =>
  WHOLE.test(segment) && Math.abs(Number(segment)) <= Number.MAX_SAFE_INTEGER

/** Path parameters are integers, except `{uuid}`. Other texts match no route (§5.1). */
export const grammarOf = (parameter: string): ParameterGrammar =>
  parameter === '{uuid}' ? isUuid : isIdentifier

/** Anything found by method and path; `{name}` in the template matches one segment. */
interface Routable {
  readonly method: string
  readonly template: string
}

export type Match<R extends Routable = Route> =
  | { readonly kind: 'route'; readonly route: R; readonly parameters: readonly string[] }
  | { readonly kind: 'other-methods'; readonly template: string; readonly allow: readonly string[] }
  | { readonly kind: 'nothing' }

interface Junction<R> {
  readonly literals: Map<string, Junction<R>>
  readonly parameters: { readonly grammar: ParameterGrammar; readonly next: Junction<R> }[]
  readonly methods: Map<string, R>
}

const junction = <R>(): Junction<R> => ({ literals: new Map(), parameters: [], methods: new Map() })
const NOTHING = { kind: 'nothing' } as const

/** Finds routes by path segments. Paths are compared as sent, without decoding (§5.1). */
export class Router<R extends Routable = Route> {
  readonly all: readonly R[]
  readonly #root = junction<R>()

  /** Templates end with a slash. */
  constructor(
    routes: readonly R[],
    private readonly grammar: (parameter: string) => ParameterGrammar = grammarOf,
  ) {
    this.all = routes
    for (const route of routes) this.#add(route)
  }

  match(method: string, pathname: string, acceptsNoSlash: boolean): Match<R> {
    let here = this.#root
    let parameters: string[] | undefined
    for (let start = 1; start < pathname.length; ) {
      let end = pathname.indexOf('/', start)
      if (end < 0) {
        if (!acceptsNoSlash) return NOTHING
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

  #add(route: R): void {
    let here = this.#root
    for (const segment of route.template.split('/').slice(1, -1)) {
      here = segment.startsWith('{')
        ? parameterAfter(here, this.grammar(segment))
        : literalAfter(here, segment)
    }
    here.methods.set(route.method, route)
  }
}

function literalAfter<R>(here: Junction<R>, segment: string): Junction<R> {
  let next = here.literals.get(segment)
  if (next === undefined) {
    next = junction()
    here.literals.set(segment, next)
  }
  return next
}

function parameterAfter<R>(here: Junction<R>, grammar: ParameterGrammar): Junction<R> {
  const known = here.parameters.find((parameter) => parameter.grammar === grammar)
  if (known) return known.next
  const next = junction<R>()
  here.parameters.push({ grammar, next })
  return next
}
