import type { Registry } from '../../engine/model/registry'
import { definitionRoutes, type Execute } from './definition-routes'
import { type Route, Routes } from './routes'
import { viewRoute } from './view-routes'

const known = new WeakMap<Registry, Routes>()

/**
 * The routes of a machine, made once: what they do depends on the world of the call, not on the one they were
 * made for. So a machine must always be asked with the same further routes.
 */
export function machineRoutes(registry: Registry, execute: Execute, further: readonly Route[]): Routes {
  const made = known.get(registry)
  if (made) return made
  const routes = new Routes([
    ...registry.everything.flatMap((definition) => definitionRoutes(definition, execute)),
    ...registry.views.map(viewRoute),
    ...further,
  ])
  known.set(registry, routes)
  return routes
}
