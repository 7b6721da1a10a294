import { isRefusal, type Refusal } from '../engine/model/errors'
import type { Message } from '../engine/model/messages'
import type { World } from '../engine/model/world'
import { keepReply } from './idempotency/keep-reply'
import type { ReplyClaim } from './idempotency/reply-rows'
import { respond, respondErrors } from './responses/respond'
import type { Route, RouteCall } from './routes/route'
import { unknownNames } from './traffic/unknown-names'
import type { WireResponse } from './wire-message'

/**
 * Runs the operation. Its writes and the stored reply are committed together. A refusal is rolled back first,
 * then its reply is stored (docs/service.md §10).
 */
export function runOperation(
  world: World,
  route: Route,
  call: RouteCall,
  claim: ReplyClaim | undefined,
): WireResponse {
  const { history } = world.store
  try {
    return history.atomically(() => {
      const { status, body, summary, headers } = route.run(call)
      const why = [summary, ...unknownNames(route, call)].join('; ')
      return keepReply(world, claim, respond(status, body, why, headers))
    })
  } catch (error) {
    if (!isRefusal(error)) throw error
    world.assumptions.restOn('error-texts')
    const errors =
      world.assumptions.read('order-of-checks') === 'first-error' ? firstOf(error.errors) : error.errors
    const why = [reasonOf(error), ...unknownNames(route, call)].join('; ')
    const reply = respondErrors(error.status, errors, why)
    return claim ? history.atomically(() => keepReply(world, claim, reply)) : reply
  }
}

/** The first message of the first member (docs/service.md §7.5). */
const firstOf = (errors: Refusal['errors']): Refusal['errors'] =>
  Object.fromEntries(
    Object.entries(errors)
      .slice(0, 1)
      .map(([member, texts]) => [member, texts.slice(0, 1)]),
  )

/** The messages of a refusal with their details and the sections of the rules. */
function reasonOf({ status, message, messages, detail }: Refusal): string {
  const more = detail.split('; ').filter((part) => part !== '' && !message.includes(part))
  if (!detail.includes(DOCUMENT)) more.push(rulesBehind(Object.values(messages).flat()))
  return `${status}: ${message} (${more.join('; ')})`
}

const DOCUMENT = 'docs/service.md §'

const rulesBehind = (messages: readonly Message[]): string =>
  DOCUMENT + [...new Set(messages.map(({ section }) => section))].join(', §')
