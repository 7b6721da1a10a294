import { withFaults } from './faults/with-faults'
import { internalError } from './responses/internal-error'
import type { Outcome } from './responses/outcome'
import { isOffered } from './routes/route'
import type { Match } from './routes/router'
import { serve } from './serve'
import type { Wire } from './wire'
import type { WireRequest } from './wire-message'

/** Handles one request. Synchronous, so no other request can run in between. */
export function handle(wire: Wire, request: WireRequest): Outcome {
  const { world, traffic, parked } = wire
  const exchange = traffic.open(world.clock.now, request)
  const outcome = answer(wire, request)
  exchange.close(outcome)
  if (outcome.kind === 'parked') parked.report(outcome.id, exchange)
  return outcome
}

const serveWithFaults = withFaults(serve)

function answer(wire: Wire, request: WireRequest): Outcome {
  try {
    wire.scenarios?.saw(request)
    return serveWithFaults(wire, request, matchOf(wire, request))
  } catch (error) {
    return { kind: 'reply', reply: internalError(error) }
  }
}

/** Matched before the checks because faults and rate limits apply to operations. `serve` reports a missing one. */
function matchOf({ world, routes }: Wire, { method, url: { pathname } }: WireRequest): Match {
  const isBare = !pathname.endsWith('/')
  const match = routes.match(
    method,
    pathname,
    isBare && world.assumptions.read('trailing-slash') === 'accept',
  )
  return match.kind === 'route' && !isOffered(world, match.route) ? { kind: 'nothing' } : match
}
