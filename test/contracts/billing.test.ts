import type { InvoiceInput } from 'accounting-simulator'
import { expect, test } from 'vitest'
import { table } from '../support/table'
import { bills, type ContractInput, contract, obligation, recognitions } from '../support/worlds/contract'
import { posted } from '../support/worlds/shorthand'
import { balanceOf, trading } from '../support/worlds/trade'

const CUSTOMER_DEPOSITS = 2200
const DEFERRED_REVENUE = 2400

/** docs/service.md §13.5 */
test('an invoice is what the contract says it is', () => {
  const simulator = trading()
  const { contracts, invoices, classifications } = simulator.records
  const [classification] = classifications.list().items
  const entry = { id: classification?.id as number, line_id: classification?.selections[0]?.id as number }
  const address = { street: '1 High Street', city: 'York', postal_code: 'YO1' }
  const made = contracts.create(
    contract({
      status: 'active',
      term_id: 3,
      billing_address: address,
      payment: { link: 'https://pay.example/1' },
      obligations: [
        obligation({ memo: 'seats', position: 2 }),
        obligation({
          item_id: 5,
          quantity: 3,
          rate: '333.335',
          discount_type: 'PERCENTAGE',
          discount_value: 10,
          position: 1,
          classifications: [entry],
        }),
      ],
    }),
  )
  const [shown] = made.invoices
  expect(shown).toEqual({
    id: invoices.get(1).internal_id,
    number: 1,
    date: '2026-01-15',
    due_date: '2026-02-14',
    amount: '1900.01',
    tax_amount: '0.00',
    paid_total: '0.00',
    record_status: 'posted',
    term_id: 3,
    source: 'contract',
  })
  const invoice = invoices.get(1)
  expect(invoice).toMatchObject({
    customer_id: 1,
    memo: 'Plan',
    contracted: true,
    record_status: 'posted',
    term_id: 3,
    due_date: '2026-02-14',
    billing_address: address,
    payment: { link: 'https://pay.example/1' },
    created_by: { actor_type: 'contract', first_name: 'Plan' },
  })
  expect(invoice.items?.map(({ item_id, quantity, rate, memo }) => [item_id, quantity, rate, memo])).toEqual([
    [5, '1', '900.01', ''],
    [4, '1', '1000', 'seats'],
  ])
  expect(invoice.items?.[0]?.classifications).toMatchObject([entry])
})

/** docs/service.md §13.5: one invoice for each date and term; skipped and synchronised obligations; usage. */
test.each(
  table(`
    obligations                                                                       | billed
    [{}]                                                                              | 01-15 500.00, 02-15 500.00
    [{},{"rate":"200.00"}]                                                            | 01-15 600.00, 02-15 600.00
    [{},{"rate":"200.00","term_id":3}]                                                | 01-15 500.00, 01-15 100.00, 02-15 500.00, 02-15 100.00
    [{},{"rate":"200.00","billing_start_date":"2026-02-15"}]                          | 01-15 500.00, 02-15 700.00
    [{},{"rate":"200.00","skip_invoice_generation":true}]                             | 01-15 500.00, 02-15 500.00
    [{"sync_billing_with_recognition":true}]                                          | 01-31 274.19, 02-28 500.00, 03-14 225.81
    [{"sync_billing_with_recognition":true,"skip_invoice_generation":true}]           | nothing
    [{"sync_billing_with_recognition":true,"standalone_selling_price":2},{"standalone_selling_price":1,"rate":500,"billing_frequency":"annually"}]  | 01-15 500.00, 01-31 274.19, 02-28 500.00, 03-14 225.81
    [{"sync_billing_with_recognition":true,"standalone_selling_price":1},{"standalone_selling_price":1,"rate":500,"billing_frequency":"annually"}]  | 01-15 500.00, 01-31 274.19, 02-28 500.00, 03-14 225.81
    [{"recognition_strategy":"usage","rate":1},{}]                                    | 01-15 500.00, 02-15 500.00
    [{"rate":0},{"rate":"0.01"}]                                                      | 01-15 0.01
  `),
)('$obligations: $billed', async ({ obligations, billed }) => {
  const simulator = trading()
  const { contracts } = simulator.records
  const lines = (JSON.parse(obligations) as object[]).map(obligation)
  const { id } = contracts.create(
    contract({ status: 'active', billing_frequency: 'monthly', obligations: lines }),
  )
  await simulator.clock.advanceTo('2026-04-01T00:00:00Z')
  expect(bills(contracts.get(id))).toBe(billed)
})

/** docs/service.md §13.2, §13.5: what skips invoices stays on the deferral account until it is billed by hand. */
test.each([
  ['completed', '2026-03-14', '1000.00'],
  ['terminated', '2026-01-31', '274.19'],
])('a contract that is %s with `skip_invoice_generation`', async (status, last, earned) => {
  const simulator = trading()
  const { contracts, invoices } = simulator.records
  const skipped = obligation({ skip_invoice_generation: true })
  const { id } = contracts.create(contract({ status: 'active', obligations: [skipped] }))
  await simulator.clock.advanceTo(`${last}T12:00:00Z`)
  if (status === 'terminated') simulator.admin.contracts.terminate(id, last)
  expect([contracts.get(id).status, balanceOf(simulator, DEFERRED_REVENUE)]).toEqual([status, earned])
  const [{ item_id = 0 } = {}] = contracts.get(id).obligations
  const items = [{ item_id, quantity: 1, rate: earned, position: 1 }]
  invoices.create({ date: last, company_id: 1, customer_id: 1, contracted: true, items })
  expect(balanceOf(simulator, DEFERRED_REVENUE)).toBe('0.00')
  expect(simulator.books.check()).toEqual([])
})

test('a given schedule is billed on its dates where billing follows recognition', async () => {
  const simulator = trading()
  const made = simulator.records.contracts.create(
    contract({
      status: 'active',
      obligations: [obligation({ sync_billing_with_recognition: true })],
      revenue_recognitions: [
        { date: '2026-01-05', amount: '400.00' },
        { date: '2026-01-10', amount: '600.00', performance_obligation_id: 1 },
      ],
    }),
  )
  expect(bills(made)).toBe('01-05 400.00, 01-10 600.00')
})

test('prepared invoices stand in for billing', async () => {
  const simulator = trading()
  const { contracts, invoices } = simulator.records
  const items = (rate: string, tax?: object) => [
    { item_id: 4, quantity: 1, rate, position: 1, ...(tax && { tax }) },
  ]
  const { id } = contracts.create(
    contract({
      status: 'active',
      prepared_invoices: [
        { date: '2026-02-01', memo: 'second', contracted: false, items: items('400.00') },
        { date: '2026-01-10', items: items('600.00', { code: 'VAT', rate: 10 }) },
      ],
    } as Partial<ContractInput>),
  )
  expect(bills(contracts.get(id))).toBe('01-10 660.00')
  expect(contracts.get(id).invoices[0]?.tax_amount).toBe('60.00')
  await simulator.clock.advanceTo('2026-02-01T00:00:00Z')
  expect(bills(contracts.get(id))).toBe('01-10 660.00, 02-01 400.00')
  expect([invoices.get(1).memo, invoices.get(2).memo]).toEqual(['Plan', 'second'])
  await simulator.clock.advanceTo('2026-03-14T00:00:00Z')
  expect(balanceOf(simulator, DEFERRED_REVENUE)).toBe('0.00')
})

/** docs/service.md §12.1 */
test('a deposit is billed to Customer Deposits, from where it is released', async () => {
  const simulator = trading({ strict: false })
  const { contracts, invoices } = simulator.records
  const { id } = contracts.create(
    contract({
      status: 'active',
      obligations: [obligation(), obligation({ recognition_strategy: 'deposit_release', rate: '300.00' })],
    }),
  )
  expect(posted(simulator, 'invoices', 1)).toBe('Dr AR 1300.00, Cr 2200 300.00, Cr Deferred 1000.00')
  const invoice = invoices.get(1)
  invoices.update(1, { ...(invoice as InvoiceInput), memo: 'edited' })
  expect(posted(simulator, 'invoices', 1)).toBe('Dr AR 1300.00, Cr 2200 300.00, Cr Deferred 1000.00')
  await simulator.clock.advanceTo('2026-03-14T00:00:00Z')
  expect(posted(simulator, 'revenueRecognitions', 4)).toBe('Dr 2200 300.00, Cr Revenue 300.00')
  expect(balanceOf(simulator, CUSTOMER_DEPOSITS)).toBe('0.00')
  expect(balanceOf(simulator, DEFERRED_REVENUE)).toBe('0.00')
  expect(contracts.get(id).status).toBe('completed')
})

test('the switch takes deposits to Deferred Revenue', () => {
  const simulator = trading({ assumptions: { 'deposit-release-billing': 'deferred-revenue' } })
  simulator.records.contracts.create(
    contract({ status: 'active', obligations: [obligation({ recognition_strategy: 'deposit_release' })] }),
  )
  expect(posted(simulator, 'invoices', 1)).toBe('Dr AR 1000.00, Cr Deferred 1000.00')
})

test('a day that is locked when it comes is billed on the first open one', async () => {
  const simulator = trading()
  const { contracts } = simulator.records
  const { id } = contracts.create(contract({ status: 'active', billing_frequency: 'monthly' }))
  simulator.admin.periods.lockThrough(1, '2026-02-20')
  await simulator.clock.advanceTo('2026-02-20T23:59:59Z')
  expect(bills(contracts.get(id))).toBe('01-15 500.00')
  await simulator.clock.advanceTo('2026-02-21T00:00:00Z')
  expect(bills(contracts.get(id))).toBe('01-15 500.00, 02-21 500.00')
})

/** docs/service.md §13.5: switches. */
test.each(
  table(`
    assumption             value              | status  recognised
    billing-invoices       posted             | posted  01-31 274.19 draft
    billing-invoices       draft              | draft   01-31 274.19 draft
    recognition-timing     all-at-activation  | posted  01-31 274.19 posted
  `),
)('$assumption $value', ({ assumption, value, status, recognised }) => {
  const simulator = trading({ assumptions: { [assumption]: value } })
  const made = simulator.records.contracts.create(
    contract({ status: 'active', billing_frequency: 'monthly' }),
  )
  expect(made.invoices[0]?.record_status).toBe(status)
  expect(recognitions(made).split(', ')[0]).toBe(recognised)
  expect(made.is_locked).toBe(status === 'posted')
})

test('a contract is changed by each day that bills it, also where nothing is recognised', async () => {
  const simulator = trading()
  const terms = { status: 'active', billing_frequency: 'monthly', end_date: '2026-06-14' } as const
  const obligations = [obligation({ recognition_strategy: 'immediate' })]
  simulator.records.contracts.create(contract({ ...terms, obligations }))
  const told: unknown[] = []
  for (const month of ['01', '02', '03', '04']) {
    await simulator.clock.advanceTo(`2026-${month}-15T12:00:00Z`)
    const [row] = simulator.export().tables['org-1']?.contracts ?? []
    told.push([row?.revision, String(row?.updated_at).slice(0, 10)])
  }
  expect(told).toEqual([
    [1, '2026-01-15'],
    [2, '2026-02-15'],
    [3, '2026-03-15'],
    [4, '2026-04-15'],
  ])
})
