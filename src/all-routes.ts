import { execute } from './engine/execute'
import type { Registry } from './engine/model/registry'
import { approvalRoutes } from './http/routes/approval-routes'
import { HEALTH_ROUTES } from './http/routes/health-routes'
import { machineRoutes } from './http/routes/machine-routes'
import type { Routes } from './http/routes/routes'
import { WEBHOOK_ROUTES } from './webhooks/routes'

/** Every operation that the wire offers for the record types of a machine. */
export const allRoutes = (registry: Registry): Routes =>
  machineRoutes(registry, execute, [...HEALTH_ROUTES, ...approvalRoutes(execute), ...WEBHOOK_ROUTES])
