const { createSimulator } = require('accounting-simulator')
const { serve } = require('accounting-simulator/node')
const { sell } = require('./sell.cjs')

async function main() {
  const simulator = createSimulator()
  await sell(simulator, (url, init) => simulator.fetch(new Request(url, init)))

  const server = await serve(simulator)
  await sell({ baseUrl: server.url, apiKey: simulator.apiKey }, fetch)
  await server.close()
}

main()
