import { createSimulator } from 'accounting-simulator'
import { handlers } from 'accounting-simulator/msw'
import { setupServer } from 'msw/node'

async function main(): Promise<void> {
  const simulator = createSimulator()
  const server = setupServer(...handlers(simulator))
  server.listen()
  const response = await fetch(`${simulator.baseUrl}/public/health/`, {
    headers: { 'x-api-key': simulator.apiKey },
  })
  server.close()
  if (response.status !== 200) throw new Error(`Health answered ${response.status}.`)
}

main()
