const { createSimulator } = require('accounting-simulator')
const { handlers } = require('accounting-simulator/msw')
const { setupServer } = require('msw/node')
const { sell } = require('./sell.cjs')

async function main() {
  const simulator = createSimulator()
  const server = setupServer(...handlers(simulator))
  server.listen()
  await sell(simulator, fetch)
  server.close()
}

main()
