import { grammarOf, type ParameterGrammar } from './path-parameter'
import type { Route } from './route'

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

  /** @param bare accepts a path without its final slash */
  match(method: string, pathname: string, bare: boolean): Match<R> {
    let here = this.#root
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
