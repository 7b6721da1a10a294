import { describe, expect, test } from 'vitest'
import { clientOf } from '../support/client'
import { template } from '../support/worlds/template'
import { invoice, trading } from '../support/worlds/trade'

const PATH = '/public/v1/recurring/invoices/'

describe('a payload is tried out at every write', () => {
  const line = { item_id: 1, quantity: '1', rate: '100.00', position: 1 }
  const wrong: [string, unknown, string][] = [
    ['no object', 'invoice', 'Input should be a valid object'],
    ['a list', [invoice()], 'Input should be a valid object'],
    ['null', null, 'Input should be a valid object'],
    ['no date', { ...invoice(), date: undefined }, 'date: Field required'],
    [
      'no such date',
      invoice({ date: '2026-02-30' }),
      'date: Input should be a valid date in YYYY-MM-DD format',
    ],
    ['no such customer', invoice({ customer_id: 99 }), 'customer_id: Customer with id 99 does not exist'],
    ['no customer', invoice({ customer_id: null }), 'customer_id: Field required'],
    ['no lines', invoice({ items: [] }), 'lines: At least one line item is required'],
    ['a wrong type', { ...invoice(), memo: 1 }, 'memo: Input should be a valid string'],
    [
      'a wrong line',
      invoice({ items: [{ ...line, rate: 'x' }] }),
      'items: Line 1: Input should be a valid decimal',
    ],
    [
      'due too early',
      invoice({ due_date: '2026-01-14' }),
      'due_date: Input should be greater than or equal to 2026-02-01',
    ],
    [
      'archived',
      invoice({ record_status: 'archived' }),
      'record_status: Cannot change record status from new to archived',
    ],
    ['another company', invoice({ company_id: 2 }), "Company 2 does not match the record's company"],
  ]
  const simulator = trading()
  const send = clientOf(simulator)
  simulator.records.recurringInvoices.create(template())

  test.each(wrong)('%s', async (_, record_payload, text) => {
    const before = simulator.export()
    for (const [method, path] of [
      ['POST', PATH],
      ['PUT', `${PATH}1/`],
    ] as const) {
      const answer = await send(method, path, { ...template(), record_payload })
      if (text.startsWith('due_date')) expect(Object.keys(answer.errors)).toEqual(['record_payload'])
      else expect([answer.status, answer.errors]).toEqual([422, { record_payload: [text] }])
    }
    expect(simulator.export().tables['org-1']).toEqual(before.tables['org-1'])
  })

  test("its company is the template's unless it says so, and members that nobody knows are dropped", async () => {
    const easy = trading({ strict: false })
    const { company_id: _, ...payload } = invoice()
    const { body } = await clientOf(easy)('POST', PATH, {
      ...template(),
      record_payload: { ...payload, colour: 'red', number: 7 },
    })
    expect(body.record_payload).toEqual(payload)
    await easy.clock.advance('1 month')
    expect(easy.records.invoices.get(1)).toMatchObject({ number: 1, company_id: 1 })
  })

  test('a strict world refuses such members', () => {
    const strict = trading({ strict: false, assumptions: { 'unknown-members': 'reject' } })
    const body = { ...template(), record_payload: { ...invoice(), colour: 'red' } }
    expect(() => strict.records.recurringInvoices.create(body)).toThrow(
      'colour: Extra inputs are not permitted',
    )
  })

  test('its dates keep their distance, and texts that look like dates stay; the template is the author', async () => {
    const simulator = trading()
    const payload = { date: '2026-02-01', due_date: '2026-02-14', memo: '2026-02-14' }
    simulator.records.recurringInvoices.create(template({ record_payload: invoice(payload) }))
    await simulator.clock.advanceTo('2026-03-01')
    expect(simulator.records.invoices.get(2)).toMatchObject({
      ...{ date: '2026-03-01', due_date: '2026-03-14', memo: '2026-02-14' },
      created_by: { actor_type: 'recurrence', first_name: 'Retainer', last_name: null, email: null },
    })
  })

  test('near the end of the calendar', async () => {
    const late = trading({ now: '9999-12-01T00:00:00Z' })
    late.records.recurringInvoices.create(template({ date: '9999-12-31', rrule: 'FREQ=DAILY' }))
    await late.clock.advanceTo('9999-12-31T12:00:00Z')
    expect(late.records.invoices.get(1)).toMatchObject({ date: '9999-12-31', due_date: '9999-12-31' })
    expect(late.records.recurringInvoices.get(1).next_occurrence).toBeNull()
  })
})
