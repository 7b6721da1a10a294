import { refuseSurplus } from './errors/at-caller'
import { having } from './errors/reader'
import type { OpenapiDocument, Simulator } from './index'
import { documentOf } from './openapi/document'

export type { OpenapiDocument }

/**
 * The OpenAPI 3.1 document of a simulator, the same as `simulator.openapi()` gives in Node. Bundles for browsers
 * have it only if they import this entry (docs/browser.md).
 *
 * @example
 * const { paths } = openapi(simulator)
 */
export function openapi(simulator: Simulator): OpenapiDocument {
  refuseSurplus(openapi, arguments, 1)
  return readSimulator(simulator, 'simulator').describe(documentOf)
}

const readSimulator = having<Simulator>('a simulator, such as createSimulator()', 'fork', 'describe')
