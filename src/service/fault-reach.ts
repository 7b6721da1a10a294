import type { Registry } from '../engine/model/compiled-type'
import { allRoutes } from './all-routes'
import type { KnownOperations } from './http/faults/check-pattern'
import { topicsOf } from './webhooks/topics'

export const faultReach = (registry: Registry): KnownOperations => ({
  routes: allRoutes(registry),
  topics: () => topicsOf(registry),
})
