import { isRefusal, type Refusal } from '../engine/model/errors'
import { ruleSection } from '../engine/model/rule-section'
import type { World } from '../engine/model/world'
import { isKept, keepReply, type ReplyClaim } from './replay'
import { respond, respondErrors } from './respond'
import type { Route, RouteCall } from './routes/routes'
import { strangeNames } from './traffic/strange-names'
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
      const { status, body, summary, headers } = route.run(call)
      const reply = respond(status, body, [summary, ...strangeNames(route, call)].join('; '))
      Object.assign(reply.headers, headers)
      if (claim && isKept(world, status)) keepReply(world, claim, reply)
      return reply
    })
  } catch (error) {
    if (!isRefusal(error)) throw error
    world.assumptions.read('error-texts')
    const why = [reasonOf(error), ...strangeNames(route, call)].join('; ')
    const reply = respondErrors(error.status, error.errors, why)
    if (claim && isKept(world, error.status)) history.atomically(() => keepReply(world, claim, reply))
    return reply
  }
}

/** The messages, of the details what they do not say already, and the sections with the rules. */
function reasonOf({ status, message, errors, detail }: Refusal): string {
  const more = detail.split('; ').filter((part) => part !== '' && !message.includes(part))
  if (!detail.includes(DOCUMENT)) more.push(rulesBehind(Object.values(errors).flat()))
  return `${status}: ${message} (${more.join('; ')})`
}

const DOCUMENT = 'docs/service.md §'

const rulesBehind = (messages: readonly string[]): string =>
  DOCUMENT + [...new Set(messages.map(ruleSection))].join(', §')
