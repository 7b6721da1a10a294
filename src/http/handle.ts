import type { World } from '../engine/model/world'
import { carryOut } from './carry-out'
import { changeAccount } from './faults/account-faults'
import { answerAfter, answerInstead } from './faults/fault-effects'
import type { Faults, Strike } from './faults/faults'
import { findOperation } from './find-operation'
import type { Handled } from './handled'
import { identify } from './identify'
import { internalError } from './internal-error'
import { maintenanceReply } from './maintenance'
import type { ParkedResponses } from './parked-responses'
import { checkPermission } from './permissions'
import type { RateLimits } from './rate-limits/rate-policy'
import { throttle } from './rate-limits/throttle'
import { readCommand } from './read-command'
import { findReplay, type ReplyClaim, type ReplyRow } from './replay'
import type { Routes } from './routes/routes'
import { checkSubscription } from './subscription'
import type { Traffic } from './traffic/traffic'
import type { WireHeaders, WireRequest, WireResponse } from './wire'
import { WireRefusal } from './wire-refusal'

/** What a request needs to be answered. */
export interface Wire {
  readonly world: World
  readonly routes: Routes
  readonly rateLimits: RateLimits
  readonly faults: Faults
  readonly parked: ParkedResponses
  readonly traffic: Traffic
}

/**
 * The way of one request, in the order of its checks (docs/service.md §7.5). Synchronous: nothing can come
 * between.
 */
export function handle(wire: Wire, request: WireRequest): Handled {
  const { world, routes, rateLimits, faults, parked, traffic } = wire
  const exchange = traffic.open(world.clock.now, request)
  const limitHeaders: WireHeaders = {}
  // Looked up early because faults and buckets are for operations; that there is none is said after them.
  const match = routes.match(request.method, request.url.pathname, isBarePathAccepted(world, request.url))
  let fault: Strike | undefined
  let change: string | undefined
  let claim: ReplyClaim | undefined
  let reply: WireResponse
  try {
    fault = faults.strike(request, match)
    const instead = fault && answerInstead(world, fault)
    if (instead) return exchange.close(instead)
    const maintenance = maintenanceReply(world)
    if (maintenance) return exchange.close({ kind: 'reply', reply: maintenance })

    change = fault && changeAccount(world, fault, request, match)
    const caller = identify(world, request.headers)
    throttle(world, rateLimits, caller, match.kind === 'route' ? match.route : undefined, limitHeaders)
    const { route, parameters } = findOperation(world, routes, match, request)
    checkPermission(world, caller, route)
    checkSubscription(world, caller, route)
    const replay = findReplay(world, caller, request)
    claim = replay.claim
    const asked = fault?.past ? { ...world, store: fault.past } : world
    reply =
      replay.stored ?? carryOut(asked, route, readCommand(asked, caller, request, route, parameters), claim)
  } catch (error) {
    for (const id of ['check-order', 'error-texts'] as const) world.assumptions.read(id)
    reply = error instanceof WireRefusal ? error.reply : internalError(error)
  }
  Object.assign(reply.headers, limitHeaders)
  if (!fault) return exchange.close({ kind: 'reply', reply })

  const keptReply = claim && world.store.table<ReplyRow>('', 'replies').has(claim.id) ? claim.id : null
  return exchange.close(
    answerAfter(world, parked, fault, reply, { request, match, change, keptReply, exchange }),
    reply,
  )
}

const isBarePathAccepted = ({ assumptions }: World, { pathname }: URL): boolean =>
  !pathname.endsWith('/') && assumptions.read('trailing-slash') === 'accept'
