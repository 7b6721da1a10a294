import type { World } from '../../../engine/model/context'
import { dryRun } from '../../../engine/write/all-or-nothing'
import type { RequestOutcome } from '../../../events/traffic/outcome'
import type { WireRequest, WireResponse } from '../../../events/traffic/wire-message'
import type { Store } from '../../../kernel/store'
import { issuedKey } from '../checks/caller'
import type { Match } from '../routes/route'
import type { ServiceContext } from '../service-context'
import type { ChangedReply, HitRequest, ServedReply } from './fault-kind'
import type { FaultHit } from './fault-rows'
import { faultKindOf } from './read-effect'

/** Wraps the service with the fault that hits: it acts in its place, before it, or on its response. */
export const withFaults =
  (serve: (context: ServiceContext, request: WireRequest, match: Match, past?: Store) => WireResponse) =>
  (context: ServiceContext, request: WireRequest, match: Match): RequestOutcome => {
    const { world, faults, held } = context
    const sceneOf = (hit: FaultHit): HitRequest => ({ ...hit, world, held, request, match })
    const around = (hit: FaultHit): ServedReply | undefined => {
      const { effect, past } = hit
      const served = (): WireResponse => serve(context, request, match, past)
      return faultKindOf(effect).requests?.around?.(effect, sceneOf(hit), served)
    }
    const shows = (hit: FaultHit): boolean => wouldShow(world, () => around(hit)?.what !== undefined)
    const hit = faults.hit(request, match, shows)
    if (!hit) return { kind: 'reply', reply: serve(context, request, match) }
    const { id: fault, effect } = hit
    const { requests = {}, damage } = faultKindOf(effect)
    const scene = sceneOf(hit)
    const instead = requests.instead?.(effect, scene)
    if (instead) return { ...instead, fault }
    const changed = around(hit)
    if (changed) return changed.what === undefined ? { kind: 'reply', ...changed } : withNote(fault, changed)
    const key = requests.before && issuedKey(world, request.headers)
    const before = key && requests.before?.(effect, scene, key)
    const reply = serve(context, request, match, hit.past)
    const change = before ?? damage?.(effect, reply) ?? requests.after?.(effect, scene, reply)
    if (!change || 'kind' in change)
      return { ...(change ?? { kind: 'reply', reply }), answered: reply, fault }
    const { what, reason, ...message } = change
    return withNote(fault, { reply: { ...reply, ...message }, what, ...(reason && { reason }) }, reply)
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

/** Tells whether something would show, and leaves nothing of what was done to find out, nor what it rested on. */
function wouldShow(world: World, look: () => boolean): boolean {
  let shows = false
  world.assumptions.withoutNoting(() =>
    dryRun(world, () => {
      shows = look()
    }),
  )
  return shows
}
