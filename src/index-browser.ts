/** The public face in bundles for browsers (decisions/0031-what-a-bundle-holds.md). */

export * from './index'
export { createSimulator } from './simulator/create-in-browser'
