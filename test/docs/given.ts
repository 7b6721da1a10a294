/** What the fragments of a page take for granted: the reader's own client, data and imports. */
const BASICS = `import { createSimulator, defineScenario } from 'accounting-simulator'
import { linkFakeTimers } from 'accounting-simulator/time'
import { useSimulator } from 'accounting-simulator/vitest'
import assert from 'node:assert'
import { writeFileSync } from 'node:fs'
import ky from 'ky'
import { beforeAll, describe, expect, test, vi } from 'vitest'

const simulator = createSimulator()
const headers = { 'X-API-KEY': 'test-api-key' }
const url = 'https://accounting.test/public/v1/invoices/'
const acme = { name: 'Acme', email: '', address: '', country: '', phone: '', website: '' }
const invoice = {
  date: '2026-01-15',
  company_id: 1,
  customer_id: 1,
  items: [{ item_id: 1, quantity: 1, rate: '80.00' }],
}
const pushInvoices = async (baseUrl: string): Promise<void> => {
  for (let count = 0; count < 3; count += 1)
    await simulator
      .fetch(\`\${baseUrl}/public/v1/invoices/\`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify(invoice),
      })
      .catch(() => undefined)
}
`

const SLEEPING = `import assert from 'node:assert'
import { createSimulator } from 'accounting-simulator'
import { linkFakeTimers } from 'accounting-simulator/time'
import { withVirtualTime } from 'accounting-simulator/time'
import { useSimulator } from 'accounting-simulator/vitest'
import plain from 'ky'
import { describe, expect, test, vi } from 'vitest'

const simulator = useSimulator()
const headers = { 'X-API-KEY': 'test-api-key' }
const url = 'https://accounting.test/public/v1/invoices/'
const ky = plain.create({ headers })
const invoice = {
  date: '2026-01-15',
  company_id: 1,
  customer_id: 1,
  items: [{ item_id: 1, quantity: 1, rate: '80.00' }],
}
class Client {
  constructor(private readonly given: { fetch?: typeof fetch; sleep?: (ms: number) => Promise<void> }) {}
  async create(body: object): Promise<Response> {
    await this.given.sleep?.(1000)
    const send = this.given.fetch ?? fetch
    return send(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  }
}
const client = new Client({ sleep: (ms) => simulator.clock.sleep(ms) })
`

const SCENARIOS = `import { scenarios } from 'accounting-simulator/scenarios'
${BASICS}`

/** Pages of fragments, each with what it takes for granted. */
export const GIVEN: Readonly<Record<string, string>> = {
  'docs/controls.md': BASICS,
  'docs/faults.md': BASICS,
  'docs/scenarios.md': SCENARIOS,
  'docs/test-runners.md': BASICS,
  'docs/timeline.md': BASICS,
  'docs/your-client-sleeps.md': SLEEPING,
}
