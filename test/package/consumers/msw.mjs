import { createSimulator } from 'accounting-simulator'
import { handlers } from 'accounting-simulator/msw'
import { setupServer } from 'msw/node'
import { sell } from './sell.cjs'

const simulator = createSimulator()
const server = setupServer(...handlers(simulator))
server.listen()
await sell(simulator, fetch)
server.close()
