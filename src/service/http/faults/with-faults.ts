import type { RequestOutcome } from '../../../events/traffic/outcome'
import type { WireRequest, WireResponse } from '../../../events/traffic/wire-message'
import type { Store } from '../../../kernel/store'
import { issuedKey } from '../checks/caller'
import type { Match } from '../routes/route'
import type { ServiceContext } from '../service-context'
import type { ChangedReply, ServedReply } from './fault-kind'
import { faultKindOf } from './read-effect'
import { wouldShow } from './would-show'

/** Wraps the service with the fault that hits: it acts in its place, before it, or on its response. */
export const withFaults =
  (serve: (context: ServiceContext, request: WireRequest, match: Match, past?: Store) => WireResponse) =>
  (context: ServiceContext, request: WireRequest, match: Match): RequestOutcome => {
    const { world, faults, held } = context
    const hit = faults.hit(request, match)
    if (!hit) return { kind: 'reply', reply: serve(context, request, match) }
    const { id: fault, effect } = hit
    const { requests = {}, damage } = faultKindOf(effect)
    const scene = { ...hit, world, held, request, match }
    const instead = requests.instead?.(effect, scene)
    if (instead) return { ...instead, fault }
    if (requests.around) {
      const served = (): WireResponse => serve(context, request, match, hit.past)
      const { around } = requests
      const played = (): ServedReply => around(effect, scene, served)
      if (faults.isChoosy(fault)) {
        const shows = wouldShow(world, () => played().what !== undefined)
        if (!shows || !faults.isNext(fault)) return { kind: 'reply', reply: served() }
      }
      const change = played()
      if (change.what === undefined) return { kind: 'reply', reply: change.reply }
      faults.countHit(fault)
      return withNote(fault, change)
    }
    const key = requests.before && issuedKey(world, request.headers)
    const before = key && requests.before?.(effect, scene, key)
    const reply = serve(context, request, match, hit.past)
    const change = before ?? damage?.(effect, reply) ?? requests.after?.(effect, scene, reply)
    if (!change || 'kind' in change)
      return { ...(change ?? { kind: 'reply', reply }), answered: reply, fault }
    const { what, reason, ...changed } = change
    return withNote(fault, { reply: { ...reply, ...changed }, what, ...(reason && { reason }) }, reply)
  }

function withNote(
  fault: number,
  { what, reason, reply }: ChangedReply,
  answered: WireResponse = reply,
): RequestOutcome {
  const why = `${reply.why}; fault ${fault}: ${what}`
  const reasons = reason && reply.reason && { reason: { ...reply.reason, ...reason } }
  return { kind: 'reply', reply: { ...reply, ...reasons, why }, answered, fault }
}
