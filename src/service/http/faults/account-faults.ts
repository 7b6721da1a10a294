import type { World } from '../../../engine/model/world'
import type { FaultChange } from '../../../events/traffic/reason'
import type { WireRequest } from '../../../events/traffic/wire-message'
import { keyOf, keysOf } from '../checks/identify'
import { withoutPermissions } from '../checks/permissions'
import { lapseSubscription } from '../checks/subscription'
import type { Match } from '../routes/router'
import type { FaultHit } from './faults'

/** Changes the caller's account before the request is served. Undefined if the fault changes none. */
export function changeAccount(
  world: World,
  { effect }: FaultHit,
  { headers }: WireRequest,
  match: Match,
): FaultChange | undefined {
  const row = keyOf(world, headers)
  if (row === undefined) return undefined
  if ('revokeKey' in effect) {
    keysOf(world).put({ ...row, revoked: true })
    return { what: 'the key was revoked just before' }
  }
  if ('losePermission' in effect) {
    const lost = effect.losePermission
    const { permissions } = row
    if (lost === true) {
      keysOf(world).put({ ...row, permissions: ['READ_ONLY'] })
      return { what: 'the key was made read-only just before' }
    }
    keysOf(world).put({ ...row, permissions: withoutPermissions(permissions, lost) })
    return { what: `the key lost ${lost.join(', ')} just before` }
  }
  if ('lapseSubscription' in effect) {
    const own = match.kind === 'route' ? [match.route.group] : []
    const groups = effect.lapseSubscription === true ? own : effect.lapseSubscription
    for (const group of groups) lapseSubscription(world, row.organization, group)
    return {
      what: `the subscription for ${groups.join(', ')} lapsed just before`,
      reason: { lapsed: groups },
    }
  }
  return undefined
}
