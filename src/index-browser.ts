/** The public face in bundles for browsers (decisions/0031-what-a-bundle-holds.md). */

export * from './index'
export { createInBrowser as createSimulator } from './simulator/create-in-browser'
