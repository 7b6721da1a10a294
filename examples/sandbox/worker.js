import { sandboxes } from 'accounting-simulator/worker'

export { SandboxObject, Team } from 'accounting-simulator/worker'

/** Sandboxes are reached at `<id>.sandbox.example.com`, and by their keys at any address of the worker. */
export default sandboxes({ domain: 'sandbox.example.com' })
