import type { World } from '../../engine/model/world'
import { WIRE_MESSAGES } from '../responses/wire-messages'
import { WireRefusal } from '../responses/wire-refusal'
import type { Route } from '../routes/route'
import type { Caller } from './identify'

/** The permissions that operations ask for by name; a key for everything holds them all. */
export const PERMISSIONS: readonly string[] = ['INTEGRATION']

const READ_ONLY = /^(read|view)([-_ ]?only)?$/i

/**
 * Any key does everything but what asks for a permission of its own; a read-only key only reads
 * (docs/service.md §6).
 */
export function checkPermission(world: World, { permissions }: Caller, route: Route): void {
  if (permissions === 'all') return
  world.assumptions.restOn('permissions')
  if (route.permission !== undefined && !permissions.includes(route.permission)) {
    throw refusal(`${route.key} needs the permission ${route.permission}`)
  }
  if (route.method !== 'GET' && permissions.some((name) => READ_ONLY.test(name))) {
    throw refusal(`the key only reads and ${route.method} writes`)
  }
}

const refusal = (rule: string): WireRefusal =>
  new WireRefusal(403, WIRE_MESSAGES.permission, `${rule} (docs/service.md §6)`)
