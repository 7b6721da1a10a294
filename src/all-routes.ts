import type { Machine } from './engine/compile'
import { execute } from './engine/execute'
import { approvalRoutes } from './http/approval-routes'
import { HEALTH_ROUTES } from './http/health-routes'
import { machineRoutes } from './http/machine-routes'
import type { Routes } from './http/routes'
import { WEBHOOK_ROUTES } from './webhooks/routes'

/** Every operation that the wire offers for the record types of a machine. */
export const allRoutes = (machine: Machine): Routes =>
  machineRoutes(machine, execute, [...HEALTH_ROUTES, ...approvalRoutes(execute), ...WEBHOOK_ROUTES])
