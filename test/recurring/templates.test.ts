import type { Simulator } from 'accounting-simulator'
import { describe, expect, test } from 'vitest'
import { clientOf, type Json } from '../support/client'
import { table } from '../support/table'
import { entryTemplate, setInUse, template } from '../support/worlds/template'
import { invoice, trading } from '../support/worlds/trade'

const PATH = '/public/v1/recurring/invoices/'

const datesIn = (simulator: Simulator): string[] =>
  simulator.records.invoices.list().items.map(({ date }) => date)

/** docs/service.md §11.6; §2.1 and §4.6.8 for what the records of a template show. */
test('a template on the wire lives from its creation to its end, and what it wrote stays', async () => {
  const simulator = trading()
  const send = clientOf(simulator)

  // It is created with 200 and waits for its first date.
  {
    const { status, body } = await send('POST', PATH, template())
    expect(status).toBe(200)
    expect(body).toMatchObject({ ...template(), number: 1, next_occurrence: '2026-02-01T00:00:00Z' })
    expect(body).toMatchObject({
      last_generated: null,
      records: [],
      company_name: 'Example Trading Inc.',
      company_currency: 'USD',
    })
    expect(Object.keys(body)).toHaveLength(17)
    expect(simulator.clock.pending()).toEqual([
      { due: '2026-02-01T00:00:00.000Z', kind: 'recurrence', subject: 'recurringInvoices', id: 1 },
    ])
    expect(simulator.records.invoices.count()).toBe(0)
  }

  // It is read, listed, filtered and found.
  {
    expect((await send('GET', `${PATH}1/`)).status).toBe(200)
    expect((await send('GET', `${PATH}2/`)).status).toBe(404)
    const found = async (query: string) => (await send('GET', `${PATH}?${query}`)).body.count
    expect(await found('')).toBe(1)
    expect(await found('recurring_type=automatic&recurring_type=reminder')).toBe(1)
    expect(await found('recurring_type=reminder')).toBe(0)
    expect(await found('search=retainer')).toBe(1)
    expect((await send('GET', `${PATH}?recurring_type=sometimes`)).status).toBe(422)
  }

  // It writes an invoice on each date of a year.
  {
    await simulator.clock.advanceTo('2027-01-01T00:00:00Z')
    const { body } = await send('GET', `${PATH}1/`)
    const records = body.records as Json[]
    expect(records).toHaveLength(12)
    expect(records[1]).toEqual({
      internal_id: 3,
      number: 2,
      date: '2026-03-01',
      amount: '100.00',
      record_status: 'posted',
    })
    expect(body).toMatchObject({
      last_generated: '2027-01-01T00:00:00Z',
      next_occurrence: '2027-02-01T00:00:00Z',
    })
    expect(simulator.records.invoices.get(2)).toMatchObject({
      date: '2026-03-01',
      due_date: '2026-03-31',
      company_id: 1,
      recurring_record_number: 1,
      created_by: { actor_type: 'recurrence', first_name: 'Retainer', timestamp: '2026-03-01T00:00:00Z' },
      amount_due: '100.00',
    })
    expect(simulator.books.check()).toEqual([])
  }
  expect(await send('DELETE', `${PATH}1/`)).toMatchObject({ status: 200, body: { success: true } })
  expect((await send('GET', `${PATH}1/`)).status).toBe(404)
  expect(simulator.clock.pending()).toEqual([])
  await simulator.clock.advance('1 year')
  expect(simulator.records.invoices.count()).toBe(12)
  expect(simulator.records.invoices.get(1).recurring_record_number).toBe(1)
  expect(simulator.records.recurringInvoices.create(template()).number).toBe(2)
})

/** Starts at 2026-01-15 09:00. Expects the dates of the invoices that a template has written by the end. */
const CALENDAR = table(`
  rule                          date        after     | dates
  FREQ=MONTHLY                  2026-01-31  5 months  | 2026-01-31 2026-03-31 2026-05-31
  FREQ=MONTHLY;BYMONTHDAY=-1    2026-01-01  3 months  | 2026-01-31 2026-02-28 2026-03-31
  FREQ=MONTHLY;BYMONTHDAY=1     2020-01-01  2 months  | 2026-02-01 2026-03-01
  FREQ=MONTHLY                  2026-01-15  2 months  | 2026-02-15 2026-03-15
  FREQ=MONTHLY;COUNT=3          2026-01-15  1 year    | 2026-02-15 2026-03-15
  FREQ=MONTHLY;COUNT=2          2025-12-01  1 year    | none
  FREQ=YEARLY                   2024-02-29  8 years   | 2028-02-29 2032-02-29
  FREQ=WEEKLY;UNTIL=20260201    2026-01-16  1 year    | 2026-01-16 2026-01-23 2026-01-30
  FREQ=DAILY;BYDAY=SA,SU        2026-01-16  1 week    | 2026-01-17 2026-01-18
  FREQ=DAILY;INTERVAL=7;BYDAY=MO  2026-01-20  1 year  | none
`)

test.each(CALENDAR)('$rule from $date, $after later', async ({ rule, date, after, dates }) => {
  const simulator = trading()
  simulator.records.recurringInvoices.create(template({ rrule: rule, date }))
  await simulator.clock.advance(after)
  expect(datesIn(simulator).join(' ') || 'none').toBe(dates)
})

describe('what falls due', () => {
  test('exactly when a template is made is still to come, once', async () => {
    const simulator = trading({ now: '2026-02-01T00:00:00Z' })
    const { number } = simulator.records.recurringInvoices.create(template())
    await simulator.clock.advance('1 second')
    expect(datesIn(simulator)).toEqual(['2026-02-01'])
    simulator.restore(simulator.snapshot())
    simulator.records.recurringInvoices.update(number, template({ memo: 'changed' }))
    await simulator.clock.advance('1 day')
    expect(datesIn(simulator)).toEqual(['2026-02-01'])
  })

  test('while a template is inactive is lost', async () => {
    const simulator = trading()
    const { recurringInvoices } = simulator.records
    recurringInvoices.create(template())
    await simulator.clock.advanceTo('2026-02-02T00:00:00Z')
    expect(recurringInvoices.update(1, template({ status: 'inactive' })).next_occurrence).toBeNull()
    expect(simulator.clock.pending()).toEqual([])
    await simulator.clock.advanceTo('2026-05-02T00:00:00Z')
    expect(recurringInvoices.update(1, template()).next_occurrence).toBe('2026-06-01T00:00:00Z')
    await simulator.clock.advanceTo('2026-06-02T00:00:00Z')
    expect(datesIn(simulator)).toEqual(['2026-02-01', '2026-06-01'])
  })

  test('while a template is inactive is made up for by the switch', async () => {
    const simulator = trading({ assumptions: { 'recurring-inactive': 'catch-up' } })
    const { recurringInvoices } = simulator.records
    recurringInvoices.create(template({ status: 'inactive' }))
    await simulator.clock.advanceTo('2026-03-02T00:00:00Z')
    recurringInvoices.update(1, template({ status: 'inactive', memo: 'still' }))
    await simulator.clock.advanceTo('2026-04-02T00:00:00Z')
    expect(recurringInvoices.update(1, template()).next_occurrence).toBe('2026-02-01T00:00:00Z')
    expect((await simulator.clock.advance('1 day')).fired).toHaveLength(3)
    expect(datesIn(simulator)).toEqual(['2026-02-01', '2026-03-01', '2026-04-01'])
  })

  test('before a template was made, or before its rule was, is not made up for', async () => {
    const simulator = trading({ assumptions: { 'recurring-inactive': 'catch-up' } })
    const { recurringInvoices } = simulator.records
    recurringInvoices.create(template({ status: 'inactive', date: '2020-01-01' }))
    await simulator.clock.advanceTo('2026-03-02T00:00:00Z')
    recurringInvoices.update(1, template({ date: '2020-01-01' }))
    await simulator.clock.advanceTo('2026-03-15T00:00:00Z')
    expect(datesIn(simulator)).toEqual(['2026-02-01', '2026-03-01'])
    const tenth = { date: '2020-01-01', rrule: 'FREQ=MONTHLY;BYMONTHDAY=10' }
    recurringInvoices.update(1, template({ ...tenth, status: 'inactive' }))
    await simulator.clock.advanceTo('2026-04-12T00:00:00Z')
    recurringInvoices.update(1, template(tenth))
    await simulator.clock.advance('1 day')
    expect(datesIn(simulator)).toEqual(['2026-02-01', '2026-03-01', '2026-04-10'])
  })

  test('of a reminder is only noted', async () => {
    const simulator = trading()
    simulator.records.recurringInvoices.create(template({ recurring_type: 'reminder' }))
    await simulator.clock.advanceTo('2026-03-15T00:00:00Z')
    expect(simulator.records.invoices.count()).toBe(0)
    expect(simulator.records.recurringInvoices.get(1)).toMatchObject({
      last_generated: '2026-03-01T00:00:00Z',
      next_occurrence: '2026-04-01T00:00:00Z',
      records: [],
    })
  })

  test('and is refused is skipped and logged', async () => {
    const simulator = trading()
    const { recurringInvoices } = simulator.records
    recurringInvoices.create(template())
    await simulator.clock.advanceTo('2026-02-02T00:00:00Z')
    setInUse(simulator, 1, false)
    await simulator.clock.advanceTo('2026-03-02T00:00:00Z')
    expect(recurringInvoices.get(1)).toMatchObject({
      last_generated: '2026-02-01T00:00:00Z',
      next_occurrence: '2026-04-01T00:00:00Z',
    })
    expect(simulator.clock.undone()).toMatchObject([
      {
        record: { type: 'recurringInvoices', number: 1 },
        ...{ date: '2026-03-01', first: '2026-03-01T00:00:00.000Z', state: 'skipped' },
        errors: { items: ['Line 1: Item 1 is inactive'] },
      },
    ])
    setInUse(simulator, 1, true)
    await simulator.clock.advanceTo('2026-04-02T00:00:00Z')
    const made = simulator.records.invoices.list().items
    expect(made.map(({ date, number, internal_id }) => [date, number, internal_id])).toEqual([
      ['2026-02-01', 1, 2],
      ['2026-04-01', 2, 3],
    ])
  })

  test('in a locked period is skipped', async () => {
    const simulator = trading()
    simulator.records.recurringInvoices.create(template())
    simulator.admin.periods.lockThrough(1, '2026-03-31')
    await simulator.clock.advanceTo('2026-05-02T00:00:00Z')
    expect(datesIn(simulator)).toEqual(['2026-04-01', '2026-05-01'])
    expect(simulator.clock.undone()).toMatchObject([
      { date: '2026-02-01', errors: { date: ['Posting period is locked'] } },
      { date: '2026-03-01', errors: { date: ['Posting period is locked'] } },
    ])
  })

  test('makes a draft where the payload says so, or the switch', async () => {
    const draft = template({ record_payload: invoice({ record_status: 'draft' }) })
    for (const [simulator, body] of [
      [trading(), draft],
      [trading({ assumptions: { 'recurring-generation': 'draft' } }), template()],
    ] as const) {
      simulator.records.recurringInvoices.create(body)
      await simulator.clock.advance('1 month')
      expect(simulator.records.invoices.get(1)).toMatchObject({ record_status: 'draft', transaction_ids: [] })
    }
  })

  test('up to the last occurrence of several templates comes in order', async () => {
    const simulator = trading()
    const { recurringInvoices, recurringJournalEntries } = simulator.records
    recurringInvoices.create(template({ rrule: 'FREQ=WEEKLY;COUNT=2' }))
    recurringJournalEntries.create(entryTemplate({ rrule: 'FREQ=DAILY;INTERVAL=7;COUNT=2' }))
    const { fired } = await simulator.clock.advance('1 year')
    expect(fired.map(({ due }) => due.slice(0, 10))).toEqual([
      '2026-02-01',
      '2026-02-01',
      '2026-02-08',
      '2026-02-08',
    ])
    expect(recurringInvoices.get(1).next_occurrence).toBeNull()
    expect(recurringJournalEntries.get(1).records.map(({ internal_id }) => internal_id)).toEqual([4, 6])
    expect(simulator.records.journalEntries.get(1)).toMatchObject({
      recurring_record_number: 1,
      amount: '10.00',
    })
  })
})

test('a PUT changes what comes, not what came', async () => {
  const simulator = trading()
  const { recurringInvoices, invoices } = simulator.records
  recurringInvoices.create(template())
  await simulator.clock.advanceTo('2026-03-10T00:00:00Z')
  const before = invoices.list().items
  const changed = template({
    rrule: 'FREQ=MONTHLY;BYMONTHDAY=15',
    record_payload: invoice({ items: [{ item_id: 2, quantity: '2', rate: '7.50', position: 1 }] }),
  })
  expect(recurringInvoices.update(1, changed)).toMatchObject({ next_occurrence: '2026-03-15T00:00:00Z' })
  expect(invoices.list().items).toEqual(before)
  await simulator.clock.advanceTo('2026-04-20T00:00:00Z')
  expect(invoices.list().items.map(({ date, amount }) => `${date} ${amount}`)).toEqual([
    '2026-02-01 100.00',
    '2026-03-01 100.00',
    '2026-03-15 15.00',
    '2026-04-15 15.00',
  ])
  expect(recurringInvoices.get(1).records.map(({ amount }) => amount)).toEqual([
    '100.00',
    '100.00',
    '15.00',
    '15.00',
  ])
})

test('a PUT that changes nothing leaves the template and its timer alone', async () => {
  const simulator = trading()
  simulator.records.recurringInvoices.create(template())
  await simulator.clock.advance('1 month')
  const before = simulator.export()
  simulator.records.recurringInvoices.update(1, template())
  expect(simulator.export()).toEqual(before)
})

test('all dates of a payload keep their distance', async () => {
  const simulator = trading()
  const dated = entryTemplate(
    {},
    { date: '2026-01-15', transaction_date: '2026-01-14', reversal_date: '2026-02-01' },
  )
  simulator.records.recurringJournalEntries.create(dated)
  await simulator.clock.advance('2 months')
  const [, second] = simulator.records.journalEntries.list().items
  expect(second).toMatchObject({
    date: '2026-03-01',
    transaction_date: '2026-02-28',
    reversal_date: '2026-03-18',
  })
})
