import type { World } from '../../../engine/model/world'
import type { Outcome } from '../../../events/traffic/outcome'
import type { FaultChange } from '../../../events/traffic/reason'
import type { WireRequest, WireResponse } from '../../../events/traffic/wire-message'
import type { Store } from '../../../kernel/store'
import { keyOf, keysOf } from '../checks/identify'
import { withoutPermissions } from '../checks/permissions'
import { lapseSubscription } from '../checks/subscription'
import type { Match } from '../routes/router'
import type { Wire } from '../wire'
import { answerAfter, answerInstead } from './fault-effects'
import type { FaultHit } from './faults'

type Serve = (wire: Wire, request: WireRequest, match: Match, past?: Store) => WireResponse

/**
 * Wraps the service with the fault that hits the request. The fault replaces the response, acts before the
 * service, or changes its response (docs/faults.md).
 */
export const withFaults =
  (serve: Serve) =>
  (wire: Wire, request: WireRequest, match: Match): Outcome => {
    const { world, faults } = wire
    const hit = faults.hit(request, match)
    if (!hit) return { kind: 'reply', reply: serve(wire, request, match) }
    const instead = answerInstead(world, hit)
    if (instead) return { ...instead, fault: hit.id }
    const change = changeAccount(world, hit, request, match)
    const reply = serve(wire, request, match, hit.past)
    return { ...answerAfter(wire, hit, { request, match, change, reply }), answered: reply, fault: hit.id }
  }

/** Changes the caller's account before the request is served. Undefined if the fault changes none. */
function changeAccount(
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
