import { createSimulator } from 'accounting-simulator'
import { serve } from 'accounting-simulator/node'
import { sell } from './sell.cjs'

const simulator = createSimulator()
await sell(simulator, (url, init) => simulator.fetch(new Request(url, init)))

const server = await serve(simulator)
await sell({ baseUrl: server.url, apiKey: simulator.apiKey }, fetch)
await server.close()
