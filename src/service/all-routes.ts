import type { Registry } from '../engine/model/registry'
import { APPROVAL_ROUTES } from './http/routes/approval-routes'
import { definitionRoutes } from './http/routes/definition-routes'
import { HEALTH_ROUTES } from './http/routes/health-routes'
import { Router } from './http/routes/router'
import { viewRoute } from './http/routes/view-routes'
import { WEBHOOK_ROUTES } from './webhooks/routes'

// Routes keep no state of a world, so all simulators with the same registry share them.
const known = new WeakMap<Registry, Router>()

/** All operations of the service, including those of the registry's record types. */
export function allRoutes(registry: Registry): Router {
  const made = known.get(registry)
  if (made) return made
  const routes = new Router([
    ...registry.everything.flatMap(definitionRoutes),
    ...registry.views.map(viewRoute),
    ...HEALTH_ROUTES,
    ...APPROVAL_ROUTES,
    ...WEBHOOK_ROUTES,
  ])
  known.set(registry, routes)
  return routes
}
