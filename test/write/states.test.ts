import { expect, test } from 'vitest'
import { given, table } from '../support/table'
import { type AnyRecord, type Body, recordsOf, write, writeAll } from '../support/worlds/sentences'
import { applications, itemLines, journalLines, ledgerText, posted } from '../support/worlds/shorthand'
import { balanceOf, invoice, journalEntry, outcomeOf, payment, trading } from '../support/worlds/trade'

const TYPES = ['invoices', 'customerPayments', 'journalEntries'] as const
type Type = (typeof TYPES)[number]
type Status = 'draft' | 'posted' | 'archived'

const bodies: Record<Type, (more: Body) => Body> = {
  invoices: (more) => ({ ...invoice(), ...more }),
  customerPayments: (more) => ({ ...payment({ unassigned_amount: '100.00' }), ...more }),
  journalEntries: (more) => ({
    ...journalEntry({ items: journalLines('Dr Expense 100.00, Cr Bank 100.00') }),
    ...more,
  }),
}

/** A record of a type in a state, and what can be done with it. */
function inState(type: Type, status: Status | 'new') {
  const simulator = trading()
  const records = recordsOf(simulator, type)
  const body = bodies[type]
  if (status !== 'new') {
    const { number } = records.create(body({ record_status: status === 'draft' ? 'draft' : 'posted' }))
    if (status === 'archived') records.update(number, body({ record_status: 'archived' }))
  }
  return { simulator, records, body, put: (more: Body) => records.update(1, body(more)) }
}

test.each(TYPES)('%s: a draft touches nothing, posting it writes to the ledger', (type) => {
  const { simulator, records, put } = inState(type, 'draft')
  expect(records.get(1).transaction_ids).toEqual([])
  expect(simulator.books.trialBalance()).toEqual([])
  expect(put({ record_status: 'posted' }).transaction_ids).toHaveLength(1)
  expect(simulator.books.trialBalance()).toHaveLength(2)
})

test.each(TYPES)('%s: archiving reverses the ledger on the date of the record itself', async (type) => {
  const { simulator, records, body } = inState(type, 'new')
  const { number, transaction_ids } = records.create(body({ date: '2026-01-10' }))
  await simulator.clock.advance('40 days')
  const archived = records.update(number, { record_status: 'archived' })
  const [original, reversal] = simulator.books.entries()
  expect(archived.transaction_ids).toEqual([...transaction_ids, reversal?.transaction_id])
  expect([original?.date, reversal?.date]).toEqual(['2026-01-10', '2026-01-10'])
  expect(reversal?.reverses).toBe(original?.transaction_id)
  const sides = ({ lines }: NonNullable<typeof original>) => lines.map(({ debit, credit }) => [debit, credit])
  if (original && reversal)
    expect(sides(reversal)).toEqual(sides(original).map(([debit, credit]) => [credit, debit]))
  expect(simulator.books.trialBalance().every(({ balance }) => balance === '0.00')).toBe(true)
})

test.each(TYPES)('%s: archiving ignores whatever else the body holds, as remove does without one', (type) => {
  const { records, put } = inState(type, 'posted')
  const before = records.get(1)
  const {
    updated_by: _,
    transaction_ids,
    record_status,
    ...rest
  } = put({
    record_status: 'archived',
    date: '2030-01-01',
    memo: 'other',
    company_id: 2,
    items: [],
  }) as AnyRecord & Record<string, unknown>
  expect([transaction_ids.length, record_status]).toEqual([2, 'archived'])
  for (const member of ['date', 'memo', 'company_id', 'items'])
    expect(rest[member]).toEqual((before as unknown as Record<string, unknown>)[member])
  const other = inState(type, 'posted')
  expect(other.records.remove(1)).toEqual({ success: true })
  expect(other.records.get(1).record_status).toBe('archived')
  expect(outcomeOf(() => other.records.remove(1))).toBe('422 record_status')
})

test.each(TYPES)('%s: an edit restates the ledger under the same ids', (type) => {
  const { simulator, records, body, put } = inState(type, 'posted')
  const { transaction_ids } = records.get(1)
  records.create(body({}))
  const edited = put({ date: '2026-01-20' })
  expect(edited.transaction_ids).toEqual(transaction_ids)
  expect(simulator.books.entries({ record: { type, number: 1 } }).map(({ date }) => date)).toEqual([
    '2026-01-20',
  ])
  expect(simulator.books.entries()).toHaveLength(2)
})

test('an edit that brings a transaction, takes it away and brings it back', () => {
  const simulator = trading()
  const ledger = (lines: string) => {
    const { number, transaction_ids } = simulator.records.invoices.update(
      1,
      invoice({ items: itemLines(lines) }),
    )
    return [transaction_ids.length, posted(simulator, 'invoices', number)]
  }
  simulator.records.invoices.create(invoice({ items: itemLines('1 x 0.00') }))
  expect(ledger('1 x 5.00')).toEqual([1, 'Dr AR 5.00, Cr Revenue 5.00'])
  expect(ledger('0 x 5.00')).toEqual([0, 'none'])
  expect(ledger('1 x 6.00 tax 0.50')).toEqual([1, 'Dr AR 6.50, Cr Tax 0.50, Cr Revenue 6.00'])
})

test('the reversal of a journal entry comes and goes with its date, the first transaction keeps its id', () => {
  const simulator = trading()
  const { journalEntries } = simulator.records
  const items = journalLines('Dr Expense 40.00, Cr Bank 40.00')
  const [first] = journalEntries.create(journalEntry({ items })).transaction_ids
  const both = journalEntries.update(1, journalEntry({ items, reversal_date: '2026-02-01' }))
  expect(both.transaction_ids).toEqual([first, expect.any(Number)])
  expect(balanceOf(simulator, 1000)).toBe('0.00')
  const one = journalEntries.update(1, journalEntry({ items }))
  expect([one.transaction_ids, one.reversal_items]).toEqual([[first], []])
  expect(balanceOf(simulator, 1000)).toBe('-40.00')
  journalEntries.update(1, journalEntry({ items, reversal_date: '2026-02-01' }))
  const archived = journalEntries.update(1, { record_status: 'archived' })
  expect(archived.transaction_ids).toHaveLength(4)
  expect(simulator.books.entries().map((entry) => `${entry.date} ${ledgerText([entry])}`)).toEqual([
    '2026-01-15 Dr Expense 40.00, Cr Bank 40.00',
    '2026-02-01 Dr Bank 40.00, Cr Expense 40.00',
    '2026-01-15 Dr Bank 40.00, Cr Expense 40.00',
    '2026-02-01 Dr Expense 40.00, Cr Bank 40.00',
  ])
})

/** docs/service.md §11.2: what others rely on stays as it is while something is applied. */
test.each(
  table(`
    change                            | paid                        unpaid
    -                                 | ok                          ok
    memo other                        | ok                          ok
    date 2026-01-01                   | ok                          ok
    reference_number R-1              | ok                          ok
    due_date 2026-03-01               | ok                          ok
    lines 2 x 50.00                   | ok                          ok
    lines 1 x 90.00 tax 10.00         | ok                          ok
    lines 1 x 100.01                  | 422 amount                  ok
    lines 1 x 10.00                   | 422 amount                  ok
    customer_id 2                     | 422 customer_id             ok
    exchange_rate 1.2                 | 422 exchange_rate           ok
    currency_iso_4217_code GBP        | 422 currency_iso_4217_code  ok
    record_status archived            | 422 record_status           ok
    record_status draft               | 422 record_status           422 record_status
  `),
)('an invoice with $change', ({ change, paid, unpaid }) => {
  for (const [isPaid, outcome] of [
    [true, paid],
    [false, unpaid],
  ] as const) {
    const simulator = trading()
    const euros = { currency_iso_4217_code: 'EUR' as const, exchange_rate: '1.1' }
    simulator.records.invoices.create(invoice(euros))
    if (isPaid)
      simulator.records.customerPayments.create(payment({ ...euros, items: applications('30.00 on 1') }))
    const before = simulator.records.invoices.get(1)
    expect(
      outcomeOf(() => simulator.records.invoices.update(1, invoice({ ...euros, ...changed(change) }))),
      String(isPaid),
    ).toBe(outcome)
    const after = simulator.records.invoices.get(1)
    expect(after.transaction_ids.slice(0, 1)).toEqual(before.transaction_ids)
    if (outcome !== 'ok') expect(after).toEqual(before)
    if (isPaid) expect([after.paid_total, after.amount_due]).toEqual(['30.00', '70.00'])
    expect(simulator.books.check()).toEqual([])
  }
})

test('the company of an invoice with something applied is fixed, too', () => {
  const simulator = trading()
  const euros = { currency_iso_4217_code: 'EUR' as const, exchange_rate: '1.1' }
  simulator.records.invoices.create(invoice(euros))
  const move = () =>
    simulator.records.invoices.update(1, invoice({ ...euros, company_id: 2, exchange_rate: '1' }))
  const { number } = simulator.records.customerPayments.create(
    payment({ ...euros, items: applications('30.00 on 1') }),
  )
  expect(outcomeOf(move)).toBe('422 exchange_rate company_id')
  simulator.records.customerPayments.update(number, { record_status: 'archived' })
  expect(outcomeOf(move)).toBe('ok')
  expect([balanceOf(simulator, 1100, 1), balanceOf(simulator, 1100, 2)]).toEqual(['0.00', '100.00'])
})

function changed(text: string): object {
  const [member = '', ...rest] = (given(text) ?? '').split(' ')
  if (member === '') return {}
  if (member === 'lines') return { items: itemLines(rest.join(' ')) }
  return { [member]: member === 'customer_id' ? Number(rest[0]) : rest[0] }
}

test('numbers of errors come from the first stage that fails only', () => {
  const simulator = trading()
  const body = payment({ items: applications('0.00 on 1'), account_number: 6000, exchange_rate: '2' })
  expect(
    outcomeOf(() => simulator.records.customerPayments.create(body)),
    'references',
  ).toBe('422 items')
  simulator.records.invoices.create(invoice({ date: '2026-02-01' }))
  expect(
    outcomeOf(() => simulator.records.customerPayments.create(body)),
    'state',
  ).toBe('422 account_number')
  expect(
    outcomeOf(() => simulator.records.customerPayments.create({ ...body, account_number: 1000 })),
    'dates',
  ).toBe('422 items')
  expect(
    outcomeOf(() =>
      simulator.records.customerPayments.create({ ...body, account_number: 1000, date: '2026-02-01' }),
    ),
    'amounts',
  ).toBe('422 exchange_rate items')
})

/** Switches of docs/service.md §16. */
test('archived records can be restored where the switch says so', () => {
  const simulator = trading({ assumptions: { 'archived-terminal': 'restore' } })
  simulator.records.invoices.create(invoice())
  simulator.records.invoices.update(1, { record_status: 'archived' })
  const restored = simulator.records.invoices.update(1, invoice({ record_status: 'posted' }))
  expect([restored.amount_due, restored.transaction_ids.length]).toEqual(['100.00', 3])
  expect(balanceOf(simulator, 1100)).toBe('100.00')
  const again = simulator.records.invoices.update(1, { record_status: 'archived' })
  expect([again.amount_due, again.transaction_ids.length]).toEqual(['0.00', 4])
  expect(balanceOf(simulator, 1100)).toBe('0.00')
})

test('posted records stay as they are where the switch says so', () => {
  const simulator = trading({ assumptions: { 'posted-edit': 'immutable' } })
  simulator.records.invoices.create(invoice())
  expect(outcomeOf(() => simulator.records.invoices.update(1, invoice({ memo: 'x' })))).toBe(
    '422 record_status',
  )
  expect(outcomeOf(() => simulator.records.invoices.update(1, { record_status: 'archived' }))).toBe('ok')
})

test('archiving changes nothing but the status: a customer that the lines now would name stays away', () => {
  const simulator = trading()
  const { invoices, customerPayments } = simulator.records
  const draft = { record_status: 'draft' as const }
  invoices.create(invoice({ ...draft, customer_id: null }))
  customerPayments.create(payment({ ...draft, customer_id: null, items: applications('5.00 on 1') }))
  invoices.update(1, invoice({ ...draft, customer_id: 1 }))
  expect(customerPayments.update(1, { record_status: 'archived' }).customer_id).toBe(null)
})

/** docs/service.md §11.1, `draft-effect`. */
test.each(
  table(`
    draft                       type               | shows
    invoice 10.00               invoices           | amount_due 10.00, paid_total 0.00
    bill 10.00                  bills              | amount_due 10.00, paid_total 0.00
    customer credit 10.00       customerCredits    | remaining_amount 10.00, used_amount 0.00
    vendor credit 10.00         vendorCredits      | remaining_amount 10.00, used_amount 0.00
    customer prepayment 10.00   customerPrepayments  | remaining_amount 10.00, used_amount 0.00
    vendor prepayment 10.00     vendorPrepayments  | remaining_amount 10.00, used_amount 0.00
  `),
)('a draft shows its full amount as open: $draft', ({ draft, type, shows }) => {
  const simulator = trading()
  const record = write(simulator, `${draft}; status draft`)
  const told = shows.split(', ').map((one) => one.split(' ')[0] ?? '')
  expect(told.map((member) => `${member} ${record[member]}`).join(', ')).toBe(shows)
  expect([record.record_status, record.transaction_ids]).toEqual(['draft', []])
  expect(record.type).toBe(type)
})

/** docs/service.md §11.2: a credit or a prepayment of which something was used keeps what others rely on. */
test.each(
  table(`
    records                                                                                   type                 | before  after
    customer credit 10.00 > invoice 9.00 > customer application of credit 1: 1.00 on invoice 1        customerCredits      | ok      422
    vendor credit 10.00 > bill 9.00 > vendor application of credit 1: 1.00 on bill 1                  vendorCredits        | ok      422
    customer prepayment 10.00 > invoice 9.00 > customer application of prepayment 1: 1.00 on invoice 1  customerPrepayments  | ok      422
    vendor prepayment 10.00 > bill 9.00 > vendor application of prepayment 1: 1.00 on bill 1          vendorPrepayments    | ok      422
  `),
)('something is applied of a $type when it is used', ({ records, type, before, after }) => {
  const [first = '', ...rest] = records.split(' > ')
  const archived = (simulator: ReturnType<typeof trading>): string =>
    outcomeOf(() => recordsOf(simulator, type as Type).update(1, { record_status: 'archived' }))
  const unused = trading()
  writeAll(unused, first)
  expect(archived(unused)).toBe(before)
  const used = trading()
  writeAll(used, [first, ...rest].join(' > '))
  expect(archived(used)).toContain(after)
})
