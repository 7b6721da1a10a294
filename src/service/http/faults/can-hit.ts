import type { World } from '../../../engine/model/world'
import type { WireRequest } from '../../../events/traffic/wire-message'
import { keyOf } from '../checks/identify'
import type { Match } from '../routes/router'
import type { FaultEffect } from './fault-options'
import { listedBy } from './page-drift'

/** Whether the effect can show on the request. A fault skips requests on which it cannot. */
export function canHit(world: World, effect: FaultEffect, request: WireRequest, match: Match): boolean {
  if ('staleRead' in effect) return request.method === 'GET' && match.kind === 'route'
  if ('pageDrift' in effect) return match.kind === 'route' && listedBy(match.route) !== undefined
  if ('revokeKey' in effect || 'losePermission' in effect) return keyOf(world, request.headers) !== undefined
  if ('lapseSubscription' in effect)
    return keyOf(world, request.headers) !== undefined && match.kind === 'route'
  return true
}
