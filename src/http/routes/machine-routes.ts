import type { Machine } from '../../engine/model/registry'
import { definitionRoutes, type Execute } from './definition-routes'
import { type Route, Routes } from './routes'
import { viewRoute } from './view-routes'

const known = new WeakMap<Machine, Routes>()

/**
 * The routes of a machine, made once: what they do depends on the world of the call, not on the one they were
 * made for. So a machine must always be asked with the same further routes.
 */
export function machineRoutes(machine: Machine, execute: Execute, further: readonly Route[]): Routes {
  const made = known.get(machine)
  if (made) return made
  const routes = new Routes([
    ...machine.everything.flatMap((definition) => definitionRoutes(definition, execute)),
    ...machine.views.map(viewRoute),
    ...further,
  ])
  known.set(machine, routes)
  return routes
}
