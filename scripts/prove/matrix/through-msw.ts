import { handlers } from 'accounting-simulator/msw'
import { setupServer } from 'msw/node'
import { digest } from './traffic'

/** The same traffic by the global fetch, which msw hands to the simulator. */
export const digestThroughMsw = (): Promise<string> =>
  digest((simulator) => {
    const server = setupServer(...handlers(simulator))
    server.listen({ onUnhandledRequest: 'error' })
    return { send: (url, init) => fetch(url, init), end: () => server.close() }
  })
