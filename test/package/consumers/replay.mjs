import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createSimulator } from 'accounting-simulator'
import { replay, toHar } from 'accounting-simulator/replay'

/** A service that answers lists otherwise, and whose texts nobody knew. */
const answers = { texts: { '<Model> matching query does not exist': 'no such <Model>' } }
const service = createSimulator({ assumptions: { 'list-body': 'bare-array' }, answers })
const headers = { 'X-API-KEY': service.apiKey }
for (const path of ['invoices/', 'invoices/99/', 'customers/'])
  await service.fetch(`${service.baseUrl}/public/v1/${path}`, { headers })

const { options, left } = await replay(service.traffic)
const found = JSON.stringify({ options, left })
const expected = JSON.stringify({
  options: { assumptions: { 'list-body': 'bare-array' }, answers },
  left: [],
})
if (found !== expected) throw new Error(`found ${found}`)

writeFileSync('session.har', JSON.stringify(toHar(service.traffic)))
writeFileSync('options.json', JSON.stringify(options))
const statusOf = (...more) =>
  spawnSync('npx', ['accounting-simulator', 'replay', 'session.har', ...more], { stdio: 'ignore' }).status
const statuses = [statusOf(), statusOf('--options', 'options.json'), statusOf('--nothing')]
if (statuses.join() !== '1,0,2') throw new Error(`ended with ${statuses}`)
