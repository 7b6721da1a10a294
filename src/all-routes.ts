import type { Machine } from './engine/model/registry'
import { APPROVAL_ROUTES } from './http/routes/approval-routes'
import { definitionRoutes } from './http/routes/definition-routes'
import { HEALTH_ROUTES } from './http/routes/health-routes'
import { Router } from './http/routes/router'
import { viewRoute } from './http/routes/view-routes'
import { WEBHOOK_ROUTES } from './webhooks/routes'

// Routes depend on the world of each call only, so all simulators of a machine share them.
const known = new WeakMap<Machine, Router>()

/** All operations of the service, with those of the machine's record types. */
export function allRoutes(machine: Machine): Router {
  const made = known.get(machine)
  if (made) return made
  const routes = new Router([
    ...machine.everything.flatMap(definitionRoutes),
    ...machine.views.map(viewRoute),
    ...HEALTH_ROUTES,
    ...APPROVAL_ROUTES,
    ...WEBHOOK_ROUTES,
  ])
  known.set(machine, routes)
  return routes
}
