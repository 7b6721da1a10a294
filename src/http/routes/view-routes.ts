import { listView } from '../../engine/read/views'
import type { ListView } from '../../engine/schema/define'
import type { Route } from './routes'

/** The one operation of a view of a record type (docs/service.md §15). */
export function viewRoute(view: ListView): Route {
  const template = `/public/${view.version}/${view.path}/`
  return {
    method: 'GET',
    template,
    key: `GET ${template}`,
    version: view.version,
    group: view.viewOf,
    takes: 'nothing',
    offer: { verb: 'view', view },
    run(context) {
      const { world, query } = context
      const { body, summary, warning } = listView(context, view, query)
      const isSent = warning !== undefined && world.assumptions.read('v3-offset-warning') === 'header'
      return { status: 200, body, summary, ...(isSent && { headers: { warning: `299 - "${warning}"` } }) }
    },
  }
}
