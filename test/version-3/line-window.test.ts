import { createSimulator, type SimulatorOptions } from 'accounting-simulator'
import { describe, expect, it } from 'vitest'
import { clientOf, itemsOf, refusal } from '../support/client'
import { given, table } from '../support/table'

/** Today is 2026-01-15, so the default window begins on 2025-01-14. Number, date and status of each invoice. */
const INVOICES = table(`
  date        | status
  2024-06-01  | posted
  2025-01-13  | posted
  2025-01-14  | posted
  2025-06-01  | draft
  2025-06-02  | archived
  2026-01-15  | posted
  2026-01-16  | posted
`)

function opened(options: SimulatorOptions = {}) {
  const simulator = createSimulator({ rateLimits: false, ...options })
  for (const { date, status } of INVOICES) {
    const body = { date, company_id: 1, customer_id: 1, items: [{ item_id: 1, quantity: 1, rate: 1 }] }
    const record_status = status === 'draft' ? 'draft' : 'posted'
    const { number } = simulator.records.invoices.create({ ...body, record_status })
    if (status === 'archived')
      simulator.records.invoices.update(number, { ...body, record_status: 'archived' })
  }
  const send = clientOf(simulator)
  return { simulator, get: (query: string) => send('GET', `/public/v3-alpha/invoices/lines/?${query}`) }
}

const numbersOf = (answer: Parameters<typeof itemsOf>[0]) =>
  itemsOf(answer).map(({ record_number }) => record_number)

const TOO_FAR = 'Date range must not exceed 366 days'
const REVERSED = 'Start date must not be after end date'

describe('the window of the invoice lines', () => {
  it.each(
    table(`
      query                                                    | invoices    refused
      -                                                        | 3 6         -
      start_date=2025-01-14                                    | 3 6         -
      start_date=2025-01-13                                    | 2 3         -
      start_date=2025-01-15                                    | 6 7         -
      start_date=2026-01-16                                    | 7           -
      start_date=9999-12-31                                    | -           -
      end_date=2026-01-15                                      | 3 6         -
      end_date=2026-01-14                                      | 2 3         -
      end_date=2024-06-01                                      | 1           -
      end_date=1900-01-01                                      | -           -
      start_date=2025-01-14&end_date=2025-01-14                | 3           -
      start_date=2025-01-13&end_date=2026-01-14                | 2 3         -
      start_date=2025-01-13&end_date=2026-01-15                | -           far
      start_date=1900-01-01&end_date=9999-12-31                | -           far
      start_date=2025-01-15&end_date=2025-01-14                | -           reversed
      updated_after=2026-01-15T09:00:00Z                       | 1 2 3 6 7   -
      updated_before=2026-01-15T09:00:00Z                      | 1 2 3 6 7   -
      updated_after=2026-01-15T09:00:00                        | 1 2 3 6 7   -
      updated_after=2026-01-15T09:00:00.001Z                   | -           -
      updated_before=2026-01-15T08:59:59Z                      | -           -
      updated_after=2026-01-15T10:00:00%2B01:00                | 1 2 3 6 7   -
      updated_after=2026-01-15&start_date=2025-01-14           | 3 6 7       -
      updated_before=2026-01-16&end_date=2025-01-13            | 1 2         -
      updated_after=2026-01-15&start_date=2025-01-13&end_date=2026-01-14  | 2 3  -
      updated_after=2026-01-15&start_date=2024-01-13&end_date=2026-01-14  | -    far
      record_status=draft                                      | 4           -
      record_status=archived                                   | 5           -
      record_status=draft&record_status=archived&record_status=posted  | 3 4 5 6  -
      record_number=1                                          | -           -
      record_number=3&record_number=6&record_number=99         | 3 6         -
      record_number_gte=4                                      | 6           -
      record_number_gte=6&record_number_lte=6                  | 6           -
      record_number_lte=5                                      | 3           -
      record_number_gte=2&updated_after=2026-01-15             | 2 3 6 7     -
      record_number_lte=2&updated_after=2026-01-15             | 1 2         -
      company_id=1                                             | 3 6         -
      company_id=2                                             | -           -
      company_id=2&company_id=1                                | 3 6         -
    `),
  )('?$query', async ({ query, invoices, refused }) => {
    const answer = await opened().get(given(query) ?? '')
    if (given(refused))
      expect([answer.status, answer.body]).toEqual([
        422,
        refusal('start_date', refused === 'far' ? TOO_FAR : REVERSED),
      ])
    else {
      const expected = (given(invoices) ?? '').split(' ').filter(Boolean).map(Number)
      expect(numbersOf(answer)).toEqual(expected)
      expect(answer.body.count).toBe(expected.length)
    }
  })

  it.each(
    table(`
      query                     | member          message
      start_date=yesterday      | start_date      Input should be a valid date in YYYY-MM-DD format
      updated_after=yesterday   | updated_after   Input should be a valid datetime
      updated_before=2026-13-01 | updated_before  Input should be a valid datetime
      record_number=x           | record_number   Input should be a valid integer
      record_number_gte=1.5     | record_number_gte  Input should be a valid integer
      company_id=one            | company_id      Input should be a valid integer
      record_status=paid        | record_status   Input should be one of: draft, posted, archived
      ordering=amount           | ordering        Unsupported ordering: amount
      ordering=record_number    | ordering        Unsupported ordering: record_number
      ordering=-due_date        | ordering        Unsupported ordering: -due_date
    `),
  )('?$query is refused', async ({ query, member, message }) => {
    const answer = await opened().get(query)
    expect([answer.status, answer.body]).toEqual([422, refusal(member, message)])
  })

  it('moves with the clock', async () => {
    const { simulator, get } = opened()
    await simulator.clock.advance('1 day')
    expect(numbersOf(await get(''))).toEqual([6, 7])
    await simulator.clock.advance('366 days')
    expect(numbersOf(await get(''))).toEqual([7])
  })

  it('is narrowed instead of refused where that is switched on', async () => {
    const { get } = opened({ assumptions: { 'v3-line-window': 'clamp' } })
    expect(numbersOf(await get('start_date=2024-01-01&end_date=2026-01-15'))).toEqual([3, 6])
    expect((await get('start_date=2025-01-15&end_date=2025-01-14')).status).toBe(422)
  })
})
