import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { agents } from '../support/agents'

const { folder, connected } = agents()

const INVOICE = {
  date: '2026-01-15',
  company_id: 1,
  customer_id: 1,
  currency_iso_4217_code: 'USD',
  exchange_rate: '1',
  reference_number: 'R-1',
  items: [{ item_id: 1, quantity: '2', rate: '10.50', position: 1 }],
}

it('tells what tests have met, and what they would notice', { timeout: 90_000 }, async () => {
  const { call } = await connected()
  const suite = join(folder, 'suite.mjs')
  const serve = JSON.stringify([join(folder, 'dist/node-command.js'), 'serve', '--port', '0', '--json'])
  writeFileSync(
    suite,
    `import { spawn } from 'node:child_process'
     import { once } from 'node:events'
     const service = spawn(process.execPath, ${serve}, { stdio: ['ignore', 'pipe', 'inherit'] })
     const { url, apiKey } = JSON.parse(String((await once(service.stdout, 'data'))[0]))
     const headers = { 'X-API-KEY': apiKey, 'Content-Type': 'application/json' }
     const body = ${JSON.stringify(JSON.stringify(INVOICE))}
     const { ok } = await fetch(url + '/public/v1/invoices/', { method: 'POST', headers, body })
     console.log('{ what a test prints')
     service.kill()
     process.exitCode = ok ? 0 : 1`,
  )
  const command = [process.execPath, suite]
  expect((await call('coverage', { command })).data).toMatchObject({
    missing: [{ paste: expect.any(String) }, {}, {}],
    shares: { statuses: { met: 1 } },
  })
  const only = ['write-sent-twice']
  expect(await call('mutate', { command, only })).toMatchObject({
    summary: expect.stringMatching(/^0 of 1 bugs that a client could have are found by /),
    data: { survivors: [{ id: 'write-sent-twice', add: expect.stringContaining('matchers/') }] },
  })
})
