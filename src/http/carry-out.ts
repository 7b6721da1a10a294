import { isRefusal, type Refusal } from '../engine/refusal'
import type { World } from '../engine/world'
import { isKept, keepReply, type ReplyClaim } from './replay'
import { respond, respondErrors } from './respond'
import type { Route, RouteCall } from './routes'
import type { WireResponse } from './wire'

/**
 * Runs the operation. What it wrote and the reply kept for its idempotency key are committed together, so
 * neither exists without the other; a refusal is kept after its rollback (docs/service.md §10).
 */
export function carryOut(
  world: World,
  route: Route,
  call: RouteCall,
  claim: ReplyClaim | undefined,
): WireResponse {
  const { history } = world.store
  try {
    return history.atomically(() => {
      const { status, body, summary } = route.run(call)
      const reply = respond(status, body, summary)
      if (claim && isKept(world, status)) keepReply(world, claim, reply)
      return reply
    })
  } catch (error) {
    if (!isRefusal(error)) throw error
    const reply = respondErrors(error.status, error.errors, reasonOf(error))
    if (claim && isKept(world, error.status)) history.atomically(() => keepReply(world, claim, reply))
    return reply
  }
}

/** The messages, and of the details what they do not say already. */
function reasonOf({ status, message, detail }: Refusal): string {
  const more = detail.split('; ').filter((part) => part !== '' && !message.includes(part))
  return `${status}: ${message}${more.length > 0 ? ` (${more.join('; ')})` : ''}`
}
