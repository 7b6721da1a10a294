import { explore, type Plan, toHaveSurvived } from 'accounting-simulator/explore'
import { expect, test } from 'vitest'
import { readBatch } from '../../examples/invoice-sync/batch'
import { nights } from '../../examples/invoice-sync/experiment'
import { fresh, printedBlock } from '../docs/fresh'
import { isThorough } from '../support/thorough'

expect.extend({ toHaveSurvived })

const batch = await readBatch(new URL('../../examples/invoice-sync/data/', import.meta.url))
const ROUTES = ['customers', 'invoices', 'customer-payments'].map((name) => `POST /public/v1/${name}/`)

/** What exploring found in earlier versions of the example. */
const KEPT: Plan[] = ROUTES.map((on) => [
  { on, request: 1, attempt: 1, do: 'lose' },
  { on, request: 1, attempt: 2, do: 'revoke' },
])

test('the naive integration has a story, as the README tells it', async () => {
  const report = await explore(nights('naive', batch))
  expect(report.survived).toBe(false)
  fresh('README.md', 'explored', printedBlock(String(report), [JSON.stringify(report.failure?.plan)]))
}, 60_000)

test('the careful one survives', async () => {
  const budget = { runs: isThorough ? 2000 : 15, time: '2 hours' }
  expect(await explore({ ...nights('careful', batch), budget, kept: KEPT })).toHaveSurvived()
}, 7_200_000)
