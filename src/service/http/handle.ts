import { LASTING } from '../../events/changes/areas'
import { isPreflight } from '../../events/headers/is-preflight'
import type { RequestOutcome } from '../../events/traffic/outcome'
import type { WireRequest, WireResponse } from '../../events/traffic/wire-message'
import { keyNameOf } from './checks/caller'
import { withFaults } from './faults/with-faults'
import { internalError } from './responses/internal-error'
import { type Match, matchOf } from './routes/route'
import { serveRequest } from './serve'
import type { ServiceContext } from './service-context'

/** Handles one request. Synchronous, so no other request can run in between. */
export function handle(context: ServiceContext, request: WireRequest) {
  const { world, routes, traffic, held, changes } = context
  // The route is matched before the checks, because faults and limits apply to operations.
  const { match, restsOn } = matchOf(world, routes, request)
  const exchange = traffic.open(world.clock.now, request, {
    route: match.kind === 'route' ? match.route.key : null,
    key: keyNameOf(world, request.headers),
  })
  const before = changes.revision
  const { sequence } = exchange.entry
  const { result: outcome, ids } = world.assumptions.collect(() =>
    world.store.history.causedBy({ sequence }, () => {
      world.assumptions.noteUse(...restsOn)
      return answer(context, request, match)
    }),
  )
  exchange.close(outcome, { assumptions: ids, changed: changes.haveChanged(LASTING, before) })
  if (outcome.kind === 'held') held.listenTo(outcome.id, exchange)
  return { outcome, entry: exchange.entry }
}

const serveWithFaults = withFaults(serveRequest)

function answer(context: ServiceContext, request: WireRequest, match: Match): RequestOutcome {
  try {
    if (request.body.kind === 'broken-off') return { kind: 'network-error', why: brokenOff(request.body) }
    if (request.body.kind !== 'none') context.world.assumptions.noteUse('size-limits')
    if (!request.url.pathname.endsWith('/')) context.world.assumptions.noteUse('trailing-slash')
    // The browser sends the real request after its preflight. Faults and scenarios are left for that request.
    if (isPreflight(request))
      return { kind: 'reply', reply: refusedPreflight(serveRequest(context, request, match)) }
    context.scenarios.saw(request)
    return serveWithFaults(context, request, match)
  } catch (error) {
    return { kind: 'reply', reply: internalError(context.onThrown, error) }
  }
}

/** A request that broke off gets no response, because the connection has ended. */
const brokenOff = ({ problem }: { readonly problem: string }): string =>
  `the body of the request broke off, and the service did nothing: ${problem}`

/** The service has no CORS. A browser hides the cause from the page, so the reason in the traffic says it. */
const refusedPreflight = (reply: WireResponse): WireResponse => ({
  ...reply,
  why: `${reply.why}; it is a preflight of a browser, and serve(simulator, { cors: true }) answers browsers`,
})
