import type { World } from '../engine/world'
import { nearestRoute } from './nearest-route'
import type { Match, Route, Routes } from './routes'
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
      const rule = `${match.template} takes ${allow}, not ${method} (docs/service.md §5.1)`
      throw new WireRefusal(405, WIRE_TEXTS.methodNotAllowed, rule, { allow })
    }
    case 'nothing':
      throw new WireRefusal(
        404,
        WIRE_TEXTS.notFound,
        `no operation has this path${hint(routes, method, url.pathname)}`,
      )
  }
}

function hint(routes: Routes, method: string, pathname: string): string {
  if (!pathname.endsWith('/') && routes.match(method, pathname, true).kind !== 'nothing') {
    return '; it lacks its final slash (docs/service.md §5.1)'
  }
  const nearest: Route | undefined = nearestRoute(routes.all, method, pathname)
  return nearest ? `; the nearest is ${nearest.key} (docs/service.md §5)` : ' (docs/service.md §5)'
}
