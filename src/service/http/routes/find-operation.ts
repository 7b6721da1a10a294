import type { World } from '../../../engine/model/context'
import type { WireRequest } from '../../../events/traffic/wire-message'
import { WIRE_MESSAGES, WireRefusal } from '../responses/wire-refusal'
import { isNear, nearestRoute } from './nearest-route'
import { grammarOf, type Match, type Route, type Router } from './route'

/** The matched operation. @throws WireRefusal with 404 or 405 (§5.1) */
export function findOperation(
  { assumptions }: World,
  routes: Router,
  match: Match,
  { method, url }: WireRequest,
): Extract<Match, { kind: 'route' }> {
  if (match.kind === 'route') return match
  const isHidden = assumptions.read('operations-closed') === '404'
  switch (match.kind) {
    case 'other-methods': {
      if (isHidden)
        throw new WireRefusal(
          404,
          WIRE_MESSAGES.notFound,
          'no operation has this method and path (docs/service.md §5.1)',
        )
      const allow = match.allow.join(', ')
      const rule = `${match.template} takes ${allow}, not ${method}`
      const why = `${rule}${elsewhere(routes, method, match.template)} (docs/service.md §5.1)`
      throw new WireRefusal(405, WIRE_MESSAGES.methodNotAllowed, why, { allow })
    }
    case 'nothing':
      throw new WireRefusal(
        404,
        WIRE_MESSAGES.notFound,
        `no operation has this path${hint(routes, method, url.pathname)}`,
      )
  }
}

/** The shortest path of the same group that supports the method. */
function elsewhere({ all }: Router, method: string, template: string): string {
  const known = all.find((route) => route.template === template)
  const [other] = all
    .filter(({ group, version }) => group === known?.group && version === known.version)
    .filter((route) => route.method === method)
    .sort((one, another) => one.template.length - another.template.length)
  return other ? `; the nearest is ${other.key}` : ''
}

function hint(routes: Router, method: string, pathname: string): string {
  if (!pathname.endsWith('/') && routes.match(method, pathname, true).kind !== 'nothing') {
    return '; it lacks its final slash (docs/service.md §5.1)'
  }
  const exact = elsewhereInPath(routes, method, pathname)
  if (exact !== undefined) return `; ${exact} (docs/service.md §5)`
  const nearest: Route | undefined = nearestRoute(routes.all, method, pathname)
  if (nearest === undefined || !isNear(nearest, pathname)) return ' (docs/service.md §5)'
  return `; the nearest is ${nearest.key}${misfit(nearest, pathname)} (docs/service.md §5)`
}

/** Finds the operation under another version, or after a prefix that the base URL must not have. */
function elsewhereInPath(routes: Router, method: string, pathname: string): string | undefined {
  const has = (path: string): boolean => routes.match(method, path, true).kind === 'route'
  const begin = pathname.lastIndexOf('/public/')
  const rest = pathname.slice(begin)
  if (begin > 0 && has(rest))
    return `${method} ${rest} is one: the base URL ends before /public/, so ${pathname.slice(0, begin)} is too much`
  const versions = [...new Set(routes.all.map(({ version }) => version))]
  const other = versions
    .map((version) => pathname.replace(/^\/public\/v\d[^/]*\//, `/public/${version}/`))
    .find(has)
  return other === undefined ? undefined : `another version has it: ${method} ${other}`
}

/** The path parameter with the wrong form, if the rest of the path matches the template. */
function misfit({ template }: Route, pathname: string): string {
  const wanted = template.split('/')
  const given = pathname.split('/')
  const agrees = wanted.every((segment, at) => segment.startsWith('{') || segment === given[at])
  if (!agrees || wanted.length !== given.length) return ''
  const at = wanted.findIndex(
    (segment, place) => segment.startsWith('{') && !grammarOf(segment)(given[place] ?? ''),
  )
  return at < 0 ? '' : `, where ${given[at] || 'nothing'} is no ${wanted[at]?.slice(1, -1)}`
}
