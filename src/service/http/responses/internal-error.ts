import type { WireResponse } from '../../../events/traffic/wire-message'
import type { ServiceContext } from '../service-context'
import { respondErrors } from './respond'
import { WIRE_MESSAGES } from './wire-refusal'

/** A bug of the simulator or of a user's predicate. The client gets 500; the traffic and the test name it. */
export function internalError(onThrown: ServiceContext['onThrown'], error: unknown): WireResponse {
  onThrown('what answered a request with 500', error)
  const problem = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const { text, rule, section } = WIRE_MESSAGES.internal
  return respondErrors(500, { __all__: [text] }, `500: unexpected ${problem}`, { reason: { rule, section } })
}
