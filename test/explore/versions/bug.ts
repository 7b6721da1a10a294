import { handlers } from 'accounting-simulator/msw'
import { setupServer } from 'msw/node'
import { BUGS } from '../clients/all'

/** A planted bug for workers, by its number: `bug.ts?7`. Clients with a transport of their own need the server. */
const [, make] = BUGS[Number(new URL(import.meta.url).search.slice(1))] as (typeof BUGS)[number]
const experiment = {
  ...(await make()),
  budget: { runs: 1000, requests: 20_000 },
  module: import.meta.url,
}
const server = setupServer(...handlers(experiment.world))
server.listen()
export const close = (): void => server.close()
export default experiment
