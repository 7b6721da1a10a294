import type { Registry } from '../engine/model/registry'
import { allRoutes } from './all-routes'
import type { Reach } from './http/faults/check-pattern'
import { topicsOf } from './webhooks/topics'

/** The operations and topics that faults can name. */
export const faultReach = (registry: Registry): Reach => ({
  routes: allRoutes(registry),
  topics: () => topicsOf(registry),
})
