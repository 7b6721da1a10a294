import { expect, test } from 'vitest'
import { clientOf } from '../support/client'
import { trading } from '../support/worlds/trade'

/** docs/service.md §4.6.15 */
test('budgets are read on the wire and written by the host', async () => {
  const simulator = trading()
  const send = clientOf(simulator)
  const { budgets } = simulator.records
  const body = {
    name: 'Plan',
    budget_type: 'income_statement' as const,
    calendar_year: 2026,
    start_date: '2026-01-01',
    end_date: '2026-12-31',
  }
  const made = budgets.create({ ...body, company_id: 1, classifications: [{ id: 1, line_id: 2 }] })
  budgets.create({ ...body, name: 'Balance', budget_type: 'balance_sheet', calendar_year: 2027 })
  expect(made).toEqual({
    ...body,
    id: 1,
    company_id: 1,
    company_name: 'Example Trading Inc.',
    record_status: 'posted',
    actuals_offset_in_months: null,
    classifications: [expect.objectContaining({ id: 1, line_id: 2 })],
    updated_at: '2026-01-15T09:00:00Z',
  })
  expect((await send('GET', '/public/v1/budgets/1/')).body).toEqual(made)
  expect(budgets.get(2)).toMatchObject({ company_id: null, company_name: '', classifications: null })
  for (const [query, count] of [
    ['', 2],
    ['budget_type=balance_sheet', 1],
    ['calendar_year=2026&calendar_year=2027', 2],
    ['calendar_year=2025', 0],
    ['record_status=draft', 0],
    ['company_id=1', 1],
  ] as const)
    expect.soft((await send('GET', `/public/v1/budgets/?${query}`)).body.count, query).toBe(count)
  expect((await send('POST', '/public/v1/budgets/', body)).status).toBe(405)
  expect((await send('DELETE', '/public/v1/budgets/1/')).status).toBe(405)
  expect(budgets.update(1, { ...body, name: 'Revised', record_status: 'archived' }).record_status).toBe(
    'archived',
  )
  budgets.remove(2)
  expect(budgets.count()).toBe(1)
})
