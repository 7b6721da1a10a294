import { fileURLToPath } from 'node:url'
import type * as main from 'accounting-simulator'
import type * as msw from 'accounting-simulator/msw'

/** Where the benchmark keeps the package as it would be published; made anew by each run. */
export const BUILT = fileURLToPath(new URL('.built/', import.meta.url))

/** The bundled package, not its sources: the figures are those that a user gets. */
export const { createSimulator } = (await import(`${BUILT}index.js`)) as typeof main
export const { handlers } = (await import(`${BUILT}msw.js`)) as typeof msw
