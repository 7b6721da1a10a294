import { createSimulator } from 'accounting-simulator'
import { expect, test } from 'vitest'
import { internalsOf } from '../../src/simulator/internals-of'
import { JoinedFacts } from '../../src/tools/coverage/joined-facts'
import { offerOf } from '../../src/tools/coverage/operations'
import { coverageReport } from '../../src/tools/coverage/report'
import { coverageText } from '../../src/tools/coverage/report-text'
import { fresh } from './fresh'

const CUSTOMERS = '/public/v1/customers/'
const HEADERS = { 'X-API-KEY': 'test-api-key', 'Content-Type': 'application/json', 'Idempotency-Key': 'c-1' }

test('docs/coverage.md shows a report (UPDATE=1 rewrites it)', async () => {
  const lists = createSimulator().forkFor('test', { test: 'customers.test.ts > lists the customers' })
  await lists.fetch(CUSTOMERS, { headers: HEADERS })
  const simulator = lists.forkFor('test', { test: 'customers.test.ts > creates a customer once' })
  const create = () =>
    simulator.fetch(CUSTOMERS, {
      method: 'POST',
      headers: HEADERS,
      body: JSON.stringify({
        name: 'Acme',
        unique_id: 'ACME',
        customer_type: 'company',
        email: 'a@acme.example',
        is_active: true,
        address: '1 Market Street',
        country: 'US',
        phone: '555-0100',
        website: 'https://acme.example',
      }),
    })
  simulator.faults.inject({ then: { loseResponse: true } })
  await expect(create()).rejects.toThrow()
  await create()
  expect(simulator.traffic.at(-1)?.replayed).toBe(true)

  const joined = new JoinedFacts()
  for (const { times, last: _, ...fact } of internalsOf(simulator).recorder.coverage.facts.all().facts)
    joined.add(fact, times)
  fresh(
    'docs/coverage.md',
    'coverage-report',
    `\`\`\`\n${coverageText(coverageReport(joined, offerOf(simulator), []))}\`\`\``,
  )
})
