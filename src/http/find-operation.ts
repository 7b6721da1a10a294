import type { World } from '../engine/model/world'
import { nearestRoute } from './routes/nearest-route'
import { grammarOf } from './routes/path-parameter'
import type { Match, Route, Routes } from './routes/routes'
import type { WireRequest } from './wire'
import { WireRefusal } from './wire-refusal'
import { WIRE_TEXTS } from './wire-texts'

/** The operation that was matched, or 404 or 405 (docs/service.md §5.1). */
export function findOperation(
  { assumptions }: World,
  routes: Routes,
  match: Match,
  { method, url }: WireRequest,
): Extract<Match, { kind: 'route' }> {
  if (match.kind === 'route') return match
  assumptions.read('operations-closed')
  switch (match.kind) {
    case 'other-methods': {
      const allow = match.allow.join(', ')
      const rule = `${match.template} takes ${allow}, not ${method}`
      const why = `${rule}${elsewhere(routes, method, match.template)} (docs/service.md §5.1)`
      throw new WireRefusal(405, WIRE_TEXTS.methodNotAllowed, why, { allow })
    }
    case 'nothing':
      throw new WireRefusal(
        404,
        WIRE_TEXTS.notFound,
        `no operation has this path${hint(routes, method, url.pathname)}`,
      )
  }
}

/** Where the group of a path takes the method that the path does not: the shortest path first. */
function elsewhere({ all }: Routes, method: string, template: string): string {
  const known = all.find((route) => route.template === template)
  const [other] = all
    .filter(({ group, version }) => group === known?.group && version === known.version)
    .filter((route) => route.method === method)
    .sort((one, another) => one.template.length - another.template.length)
  return other ? `; the nearest is ${other.key}` : ''
}

function hint(routes: Routes, method: string, pathname: string): string {
  if (!pathname.endsWith('/') && routes.match(method, pathname, true).kind !== 'nothing') {
    return '; it lacks its final slash (docs/service.md §5.1)'
  }
  const nearest: Route | undefined = nearestRoute(routes.all, method, pathname)
  if (nearest === undefined) return ' (docs/service.md §5)'
  return `; the nearest is ${nearest.key}${misfit(nearest, pathname)} (docs/service.md §5)`
}

/** Where all but the values of its parameters agrees with the template: which of them does not fit. */
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
