import { createSimulator } from 'accounting-simulator'
import { allOf, explore, noDuplicates, nothingLost, toHaveSurvived } from 'accounting-simulator/explore'
import { expect, test } from 'vitest'
import { pushInvoices } from './push-invoices'

expect.extend({ toHaveSurvived })

test('the push survives production', async () => {
  const report = await explore({
    world: createSimulator(),
    start: ({ baseUrl, apiKey, fetch, sleep }) => ({
      // apiKey is a function: it gives the key that is valid now.
      run: () => pushInvoices(['R-1', 'R-2'], { baseUrl, apiKey, fetch, sleep }),
    }),
    check: allOf(
      noDuplicates('invoices', 'reference_number'),
      nothingLost('invoices', 'reference_number', ['R-1', 'R-2']),
    ),
    budget: { runs: 100 },
  })
  expect(report).toHaveSurvived()
}, 60_000)
