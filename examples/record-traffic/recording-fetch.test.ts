import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSimulator } from 'accounting-simulator'
import { replay } from 'accounting-simulator/replay'
import { afterAll, expect, test } from 'vitest'
import { assumptions } from './assumptions'
import { record } from './record'
import { recordingFetch } from './recording-fetch'
import { recordingReceiver } from './recording-receiver'

const folder = mkdtempSync(join(tmpdir(), 'record-traffic-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a recording holds every exchange and no key, and names the assumptions', async () => {
  const file = join(folder, 'session.jsonl')
  const apiKey = 'a-key-that-is-secret'
  const service = createSimulator({ assumptions, apiKeys: [{ key: apiKey }] })
  await record(file, { baseUrl: service.baseUrl, apiKey, fetch: service.fetch })
  const text = readFileSync(file, 'utf8')
  expect(text).not.toContain(apiKey)
  expect(text.trim().split('\n')).toHaveLength(service.traffic.length)
  expect((await replay(text)).assumptions).toEqual(assumptions)
})

test('deliveries of webhooks stand in the same file', async () => {
  const file = join(folder, 'webhooks.jsonl')
  const service = createSimulator({ seed: 2 })
  const url = 'https://hooks.example.com/'
  service.webhooks.connect(
    url,
    recordingReceiver(file, () => new Response()),
  )
  const fetch = recordingFetch(file, service.fetch)
  const post = (path: string, body: unknown) =>
    fetch(`${service.baseUrl}/public${path}`, {
      method: 'POST',
      headers: { 'X-API-KEY': service.apiKey, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  await post('/v2/webhooks/', { url, topics: ['core.invoice/created'] })
  const items = [{ item_id: 1, quantity: 1, rate: '10.00' }]
  await post('/v1/invoices/', { date: '2026-01-15', company_id: 1, customer_id: 1, items })
  await service.webhooks.flush()
  const report = await replay(readFileSync(file, 'utf8'))
  expect(report).toMatchObject({ exchanges: 3, alike: 3, differences: [] })
})
