/** The public face in bundles for browsers (decisions/0031-what-a-bundle-holds.md). */

export { createSimulator } from './create-in-browser'
export * from './index'
