import type * as main from 'accounting-simulator'
import type * as exploring from 'accounting-simulator/explore'
import type * as msw from 'accounting-simulator/msw'
import type * as node from 'accounting-simulator/node'
import type * as time from 'accounting-simulator/time'
import { BUILT } from './built-path'

/** The bundled package, not its sources: the figures are those that a user gets. */
export const { createSimulator } = (await import(`${BUILT}index.js`)) as typeof main
export const { handlers } = (await import(`${BUILT}msw.js`)) as typeof msw
export const { withVirtualTime } = (await import(`${BUILT}time.js`)) as typeof time
export const { explore } = (await import(`${BUILT}explore.js`)) as typeof exploring
export const { serve, serveMany } = (await import(`${BUILT}node.js`)) as typeof node
