import { createSimulator } from 'accounting-simulator'
import { webhookDuplicatesAndDisorder } from 'accounting-simulator/scenarios'
import { expect, test } from 'vitest'

/** The invoices that events were about, in the order in which they came. */
async function heardWith(seed: number): Promise<number[]> {
  const simulator = createSimulator({ seed })
  await simulator.fetch('/public/v2/webhooks/', {
    method: 'POST',
    headers: { 'X-API-KEY': simulator.apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: 'https://hooks.example.com/', topics: ['core.invoice/created'] }),
  })
  const heard: number[] = []
  simulator.webhooks.connect('https://hooks.example.com/', async (request) => {
    heard.push(((await request.json()) as { object: { id: number } }).object.id)
    return new Response()
  })
  await simulator.play(webhookDuplicatesAndDisorder)
  for (let n = 0; n < 12; n += 1) {
    const items = [{ item_id: 1, quantity: 1, rate: '10.00' }]
    simulator.records.invoices.create({ date: '2026-01-15', company_id: 1, customer_id: 1, items })
    await simulator.clock.advance('1 minute')
  }
  await simulator.clock.advance('1 hour')
  return heard
}

test('duplicates and disorder come by themselves, from the seed', async () => {
  const heard = await heardWith(1)
  expect([...new Set(heard)].sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  expect(heard.length).toBeGreaterThan(12)
  expect(heard).not.toEqual([...heard].sort((a, b) => a - b))
  expect(await heardWith(1)).toEqual(heard)
  expect(await heardWith(2)).not.toEqual(heard)
})
