import type { World } from '../../engine/model/world'
import { keyOf, keysOf } from '../checks/identify'
import { PERMISSIONS } from '../checks/permissions'
import { lapseSubscription } from '../checks/subscription'
import type { Match } from '../routes/router'
import type { WireRequest } from '../wire-message'
import type { FaultHit } from './faults'

/**
 * Takes from the caller's account what a fault takes, before the request is looked at: it meets the service
 * as it is from here on. Says what was done, if it is such a fault.
 */
export function changeAccount(
  world: World,
  { effect }: FaultHit,
  { headers }: WireRequest,
  match: Match,
): string | undefined {
  const row = keyOf(world, headers)
  if (row === undefined) return undefined
  if ('revokeKey' in effect) {
    keysOf(world).put({ ...row, revoked: true })
    return 'the key was revoked just before'
  }
  if ('losePermission' in effect) {
    const lost = effect.losePermission
    const { permissions } = row
    if (lost === true) {
      keysOf(world).put({ ...row, permissions: ['READ_ONLY'] })
      return 'the key was made read-only just before'
    }
    const held = permissions === 'all' ? PERMISSIONS : permissions
    keysOf(world).put({ ...row, permissions: held.filter((name) => !lost.includes(name)) })
    return `the key lost ${lost.join(', ')} just before`
  }
  if ('lapseSubscription' in effect) {
    const own = match.kind === 'route' ? [match.route.group] : []
    const groups = effect.lapseSubscription === true ? own : effect.lapseSubscription
    for (const group of groups) lapseSubscription(world, row.organization, group)
    return `the subscription for ${groups.join(', ')} lapsed just before`
  }
  return undefined
}
