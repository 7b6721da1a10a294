import type { Outcome } from '../../../events/traffic/outcome'
import type { WireRequest, WireResponse } from '../../../events/traffic/wire-message'
import type { Store } from '../../../kernel/store'
import type { Match } from '../routes/router'
import type { Wire } from '../wire'
import { changeAccount } from './account-faults'
import { answerAfter, answerInstead } from './fault-effects'

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
