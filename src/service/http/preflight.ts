import type { WireResponse } from '../../events/traffic/wire-message'

/** The service has no CORS. The browser hides that from the page, so the reason tells. */
export const refusedPreflight = (reply: WireResponse): WireResponse => ({
  ...reply,
  why: `${reply.why}; it is a preflight of a browser, and serve(simulator, { cors: true }) answers browsers`,
})
