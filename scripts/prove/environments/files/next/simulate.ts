import { createSimulator } from 'accounting-simulator'
import { handlers } from 'accounting-simulator/msw'
import { serve } from 'accounting-simulator/node'
import { setupServer } from 'msw/node'

/** The requests of the server reach a simulator, which the tests control over HTTP. */
export async function simulate(): Promise<void> {
  const simulator = createSimulator({ clock: 'live' })
  setupServer(...handlers(simulator)).listen({ onUnhandledRequest: 'bypass' })
  await serve(simulator, { port: 43118, controls: true })
}
