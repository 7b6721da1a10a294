import { listView } from '../../../engine/read/views'
import type { ListView } from '../../../engine/schema/define'
import { type Route, route } from './route'

/** The list operation of a view (§15). */
export function viewRoute(view: ListView): Route {
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
