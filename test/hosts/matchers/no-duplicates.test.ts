import { createSimulator, type Simulator } from 'accounting-simulator'
import { matchers } from 'accounting-simulator/matchers'
import { describe, expect, test } from 'vitest'
import { fixedAsset } from '../../support/worlds/fixed-asset'
import { cases } from './cases'
import { INVOICES, invoice, post, send } from './send'

expect.extend(matchers)

describe('nothing made twice', () => {
  const losing = (simulator: Simulator) =>
    simulator.faults.inject({ on: `POST ${INVOICES}`, then: { loseResponse: true } })

  const CUSTOMERS = '/public/v1/customers/'
  const FACTS = { address: '', country: '', email: '', website: '', phone: '' }
  const customer = (s: Simulator, name: string) => send(s, `POST ${CUSTOMERS}`, { name, ...FACTS })
  const remove = (s: Simulator, id: number) => send(s, `DELETE ${CUSTOMERS}${id}/`)

  cases('toHaveNoDuplicates', 'traffic', [
    ['no request at all', () => {}, undefined],
    ['two different invoices', async (s) => [await post(s, 'A'), await post(s, 'B')], undefined],
    [
      'the same one twice',
      async (s) => [await post(s, 'A'), await post(s, 'A')],
      'made 2 times:\n    #1 at 2026-01-15T09:00:00.000Z: POST',
    ],
    [
      'the same one, written in another order',
      async (s) => [
        await post(s, 'A'),
        await send(s, `POST ${INVOICES}`, Object.fromEntries(Object.entries(invoice('A')).reverse())),
      ],
      'made 2 times',
    ],
    [
      'the same one again, after it was removed',
      async (s) => [await customer(s, 'A'), await remove(s, 6), await customer(s, 'A')],
      undefined,
    ],
    [
      'the same one twice, of which one is removed afterwards',
      async (s) => [await customer(s, 'A'), await customer(s, 'A'), await remove(s, 6)],
      'made 2 times',
    ],
    [
      'the same one again, after another was removed',
      async (s) => [
        await customer(s, 'A'),
        await customer(s, 'B'),
        await remove(s, 7),
        await customer(s, 'A'),
      ],
      'made 2 times',
    ],
    [
      'a lost answer and no key',
      async (s) => [losing(s), await post(s, 'A'), await post(s, 'A')],
      '(no response; the service answered 200)',
    ],
    [
      'two without a key: says so',
      async (s) => [await post(s, 'A'), await post(s, 'A')],
      '(200)\n    neither carried an Idempotency-Key',
    ],
    [
      'three without a key',
      async (s) => [await post(s, 'A'), await post(s, 'A'), await post(s, 'A')],
      '(200)\n    none carried an Idempotency-Key',
    ],
    [
      'two with keys of their own',
      async (s) => [await post(s, 'A', 'k-1'), await post(s, 'A', 'k-2')],
      '(200)\n    each carried another Idempotency-Key',
    ],
    [
      'a lost answer and its key',
      async (s) => [losing(s), await post(s, 'A', 'key-000001'), await post(s, 'A', 'key-000001')],
      undefined,
    ],
    [
      'a lost answer and another key',
      async (s) => [losing(s), await post(s, 'A', 'key-000001'), await post(s, 'A', 'key-000002')],
      'made 2 times',
    ],
    [
      'an answer cut short and its key',
      async (s) => {
        s.faults.inject({ on: `POST ${INVOICES}`, then: { truncateBody: 20 } })
        await post(s, 'A', 'key-000001')
        await post(s, 'A', 'key-000001')
      },
      undefined,
    ],
    [
      'an answer held back for too long and no key',
      async (s) => {
        s.faults.inject({ on: `POST ${INVOICES}`, then: { delay: '1 hour' } })
        void post(s, 'A')
        await new Promise(setImmediate)
        await post(s, 'A')
      },
      'made 2 times',
    ],
    [
      'a key that is 48 hours old',
      async (s) => [
        await post(s, 'A', 'key-000001'),
        await s.clock.advance('49 hours'),
        await post(s, 'A', 'key-000001'),
      ],
      'made 2 times',
    ],
    [
      'a request that never arrived',
      async (s) => {
        s.faults.inject({ on: `POST ${INVOICES}`, then: { networkError: true } })
        await post(s, 'A')
        await post(s, 'A')
      },
      undefined,
    ],
    [
      'a refused one, sent again',
      async (s) => [await send(s, `POST ${INVOICES}`, {}), await send(s, `POST ${INVOICES}`, {})],
      undefined,
    ],
    [
      'reading twice',
      async (s) => [await send(s, `GET ${INVOICES}`), await send(s, `GET ${INVOICES}`)],
      undefined,
    ],
  ])

  test('of one with a key and one without: of keys nothing is said', async () => {
    const simulator = createSimulator()
    await post(simulator, 'A', 'k-1')
    await post(simulator, 'A')
    expect(matchers.toHaveNoDuplicates(simulator).message()).toMatch(/made 2 times:[\s\S]*\(200\)$/)
  })

  test('of a write that a restore took back and that came again, also twice', async () => {
    const simulator = createSimulator()
    const empty = simulator.snapshot()
    await post(simulator, 'A')
    simulator.restore(empty)
    await post(simulator, 'A')
    expect(simulator).toHaveNoDuplicates()
    const one = simulator.snapshot()
    await post(simulator, 'A')
    expect(() => expect(simulator).toHaveNoDuplicates()).toThrow('made 2 times')
    simulator.restore(one)
    expect(simulator).toHaveNoDuplicates()
    const kept = simulator.snapshot()
    simulator.restore(kept)
    await post(simulator, 'A')
    expect(() => expect(simulator).toHaveNoDuplicates()).toThrow('made 2 times')
  })

  test('by a member of a record type of which the test made none', async () => {
    const simulator = createSimulator()
    await post(simulator, 'A')
    for (const received of [simulator, simulator.traffic])
      expect(received).toHaveNoDuplicates({ by: 'unique_id' })
  })

  test('of writes that differ only in what does not name them', async () => {
    const simulator = createSimulator()
    await post(simulator, 'A')
    await send(simulator, `POST ${INVOICES}`, { ...invoice('A'), memo: 'again' })
    await send(simulator, `POST ${INVOICES}`, { ...invoice('B') })
    expect(simulator).toHaveNoDuplicates()
    expect(() => expect(simulator).toHaveNoDuplicates({ by: 'reference_number' })).toThrow('made 2 times')
    expect(() => expect(simulator).toHaveNoDuplicates({ by: ['reference_number', 'memo'] })).not.toThrow()
  })

  test('of records', () => {
    const { records } = createSimulator()
    const [one] = ['A', 'B'].map((reference) => records.invoices.create(invoice(reference)))
    expect(records.invoices).toHaveNoDuplicates()
    const again = records.invoices.create(invoice('A'))
    const alike = `record ${one?.number} and record ${again.number}`
    expect(() => expect(records.invoices).toHaveNoDuplicates()).toThrow(`${alike} are alike`)
    expect(() => expect(records.invoices).toHaveNoDuplicates({ by: 'reference_number' })).toThrow(
      `${alike} have the same reference_number "A"`,
    )
    expect(records.invoices.list({ limit: 2 }).items).toHaveNoDuplicates({ by: 'reference_number' })
    expect(records.invoices).toHaveNoDuplicates({ by: 'term_id' })
  })

  test('of records to one of which something has happened since', async () => {
    const simulator = createSimulator()
    const { records } = simulator
    const { company_id, currency_iso_4217_code, exchange_rate, date } = invoice('A')
    const head = { company_id, currency_iso_4217_code, exchange_rate, date, memo: '' }
    const reversed = {
      ...head,
      reversal_date: '2026-01-31',
      items: [
        { account_number: 6000, debit: '5.00', credit: '0', memo: '', position: 1 },
        { account_number: 1000, debit: '0', credit: '5.00', memo: '', position: 2 },
      ],
    }
    const items = invoice('A').items.map((line) => ({ ...line, memo: '' }))
    const template = {
      ...{ name: 'Rent', memo: '', company_id, date, rrule: 'FREQ=MONTHLY', record_payload: invoice('A') },
      ...{ status: 'active' as const, recurring_type: 'automatic' as const },
    }
    for (const days of [60, 0]) {
      records.journalEntries.create(reversed)
      records.salesOrders.create({ ...head, customer_id: 1, items })
      records.fixedAssets.create(fixedAsset({ useful_life: 1 }))
      records.recurringInvoices.create(template)
      await simulator.clock.advance({ days })
    }
    records.invoices.create({ ...invoice('A'), sales_order_id: records.salesOrders.get(1).internal_id })
    expect(records.salesOrders.get(1).invoiced_status).toBe('invoiced')
    for (const set of ['journalEntries', 'salesOrders', 'fixedAssets', 'recurringInvoices'] as const)
      expect(() => expect(records[set]).toHaveNoDuplicates(), set).toThrow('record 1 and record 2 are alike')
  })

  test('of more records than one page holds', () => {
    const { records } = createSimulator()
    for (let n = 0; n < 120; n += 1) records.invoices.create(invoice(`R${n % 119}`))
    expect(() => expect(records.invoices).toHaveNoDuplicates({ by: 'reference_number' })).toThrow('"R0"')
  })
})

/** A member that nothing has would let everything pass. */
describe('what cannot find a duplicate is refused', () => {
  test.each([
    [
      { by: ['refrence_number'] },
      'by names "refrence_number", which no record has, perhaps reference_number',
    ],
    [{ by: 'colour' }, 'by names "colour", which no record has'],
    [{ by: [] }, "by names at least one member, such as 'reference_number'"],
    [{ By: 'memo' } as object, 'By is not a known member, perhaps by; known members: by'],
  ])('%o', async (options, message) => {
    const simulator = createSimulator()
    await post(simulator, 'A')
    await post(simulator, 'A')
    for (const received of [simulator, simulator.traffic, simulator.records.invoices])
      expect(() => expect(received).toHaveNoDuplicates(options)).toThrow(message)
    expect(() => expect(simulator).not.toHaveNoDuplicates({ by: 'reference_number' })).not.toThrow()
  })

  test('a member that clients leave out is known from the response', async () => {
    const simulator = createSimulator()
    const { reference_number: _, ...anonymous } = invoice('A')
    await send(simulator, `POST ${INVOICES}`, anonymous)
    expect(simulator).toHaveNoDuplicates({ by: 'reference_number' })
  })
})
