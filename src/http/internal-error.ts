import { respondErrors } from './respond'
import type { WireResponse } from './wire'
import { WIRE_TEXTS } from './wire-texts'

/**
 * A bug, of the simulator or of a predicate given to it: the client sees the service's own 500, the traffic
 * the error.
 */
export function internalError(error: unknown): WireResponse {
  const told = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return respondErrors(500, { __all__: [WIRE_TEXTS.internal] }, `500: unexpected ${told}`)
}
