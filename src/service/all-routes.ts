import type { Registry } from '../engine/model/compiled-type'
import { listView } from '../engine/read/views'
import type { ListView } from '../engine/schema/define'
import { memoize } from '../kernel/memoize'
import { APPROVAL_ROUTES } from './http/routes/approval-routes'
import { definitionRoutes } from './http/routes/definition-routes'
import { HEALTH_ROUTES } from './http/routes/health-routes'
import { type Route, Router, route } from './http/routes/route'
import { WEBHOOK_ROUTES } from './webhooks/routes'

/** All operations of the service, including those of the registry's record types. */
export const allRoutes = memoize(
  (registry: Registry): Router =>
    new Router([
      ...registry.everything.flatMap(definitionRoutes),
      ...registry.views.map(viewRoute),
      ...HEALTH_ROUTES,
      ...APPROVAL_ROUTES,
      ...WEBHOOK_ROUTES,
    ]),
)

/** The list operation of a view (§15). */
function viewRoute(view: ListView): Route {
  return route('GET', `/public/${view.version}/${view.path}/`, {
    group: view.viewOf,
    operation: { verb: 'view', view },
    run(context) {
      const { world, query } = context
      const { body, summary, warning } = listView(context, view, query)
      const isSent = warning !== undefined && world.assumptions.read('v3-offset-warning') === 'header'
      return { status: 200, body, summary, ...(isSent && { headers: { warning: `299 - "${warning}"` } }) }
    },
  })
}
