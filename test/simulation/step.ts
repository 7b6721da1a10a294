import fc from 'fast-check'

/** How much of an invoice a payment line takes: a share of the open amount, or a fixed amount. */
export type Portion = 'all' | 'half' | 'cent' | 'too much' | 'nothing'

export interface InvoiceStep {
  do: 'invoice'
  edits: number | null
  company: 1 | 2
  customer: number | null
  currency: string
  rate: string
  day: number
  status: 'draft' | 'posted' | 'archived' | undefined
  contracted: boolean
  lines: { item: number; quantity: string; rate: string; tax: number | null; percent: number | null }[]
}
export interface PaymentStep {
  do: 'payment'
  edits: number | null
  /** The invoice whose company, customer and currency the payment takes over, unless it strays. */
  after: number
  strays: 'company' | 'customer' | 'currency' | 'rate' | 'document' | null
  customer: 'own' | 'none'
  rate: string
  day: number
  status: 'draft' | 'posted' | 'archived' | undefined
  account: number | null
  funds: string | null
  validates: boolean
  unassigned: string
  lines: { invoice: number; portion: Portion }[]
  fee: string | null
}
export interface JournalStep {
  do: 'journal entry'
  edits: number | null
  company: 1 | 2
  currency: string
  rate: string
  day: number
  reversal: number | null
  status: 'draft' | 'posted' | 'archived' | undefined
  amounts: string[]
  balances: boolean
}
export type Step = (InvoiceStep | PaymentStep | JournalStep) & { wire: boolean }
export type Move =
  | Step
  | { do: 'advance'; hours: number }
  | { do: 'snapshot' | 'fork' | 'export and import' }
  | { do: 'restore' | 'go to another fork'; slot: number }
  | { do: 'send back'; type: number; record: number }

const edits = fc.option(fc.nat({ max: 30 }), { freq: 2 })
const status = fc.constantFrom<InvoiceStep['status'][]>(
  undefined,
  undefined,
  'posted',
  'posted',
  'draft',
  'archived',
)
const company = fc.constantFrom<(1 | 2)[]>(1, 1, 2)
const currency = fc.constantFrom('USD', 'EUR', 'EUR', 'KWD')
const rate = fc.constantFrom(
  ...['1', '1.1', '1.1', '1.1045', '1.1045', '0.0067123456789012', '3.333333', '0.5', '1.2345678901234567'],
  ...['1', '1.1', '1.1', '1.1045', '1.1045', '0.9999999999999999', '3.333333', '0.5', '0'],
)
const digits = (places: number, max: number) =>
  fc
    .tuple(fc.nat({ max }), fc.nat({ max: 10 ** places - 1 }))
    .map(([whole, part]) => `${whole}.${String(part).padStart(places, '0')}`)
const quantity = fc.oneof(
  fc.constantFrom('1', '1', '2', '3', '0', '-1', '0.000001', '0.1', '0.333333'),
  digits(6, 20),
)
const price = fc.oneof(
  fc.constantFrom('0.01', '0.005', '10.01', '33.333333', '100', '0', '-5'),
  digits(2, 500),
)

const invoice: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('invoice' as const),
  wire: fc.boolean(),
  edits,
  company,
  customer: fc.constantFrom(1, 1, 1, 1, 2, 2, null),
  currency,
  rate,
  day: fc.nat({ max: 4 }),
  status,
  contracted: fc.boolean(),
  lines: fc.array(
    fc.record({
      item: fc.constantFrom(1, 1, 4, 6),
      quantity,
      rate: price,
      tax: fc.option(fc.constantFrom(0, 0.01, 4.95, 19)),
      percent: fc.option(fc.constantFrom(5, 8.25, 7.125)),
    }),
    { maxLength: 4, size: 'max' },
  ),
})

const payment: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('payment' as const),
  wire: fc.boolean(),
  edits,
  after: fc.nat({ max: 30 }),
  strays: fc.constantFrom<PaymentStep['strays'][]>(
    null,
    null,
    null,
    'company',
    'customer',
    'currency',
    'rate',
    'rate',
  ),
  customer: fc.constantFrom('own' as const, 'none' as const),
  rate,
  day: fc.constantFrom(2, 4, 4, 5, 6),
  status,
  account: fc.constantFrom(null, null, null, null, null, 1000, 1000, 1010, 6000),
  funds: fc.constantFrom(null, null, null, 'USD', 'EUR', 'GBP'),
  validates: fc.boolean(),
  unassigned: fc.oneof(
    { weight: 3, arbitrary: fc.constant('0.00') },
    fc.constantFrom('0.01', '25.00', '-1.00', '99.99'),
  ),
  lines: fc.array(
    fc.record({
      invoice: fc.nat({ max: 30 }),
      portion: fc.constantFrom<Portion[]>('all', 'all', 'half', 'half', 'cent', 'too much', 'nothing'),
    }),
    { maxLength: 3 },
  ),
  fee: fc.constantFrom(null, null, null, '-2.50', '1.25', '0.00', '-1000.00'),
})

const journalEntry: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('journal entry' as const),
  wire: fc.boolean(),
  edits,
  company,
  currency,
  rate,
  day: fc.nat({ max: 4 }),
  reversal: fc.constantFrom(null, null, 1, 6, 9),
  status,
  amounts: fc.array(digits(2, 999), { maxLength: 3 }),
  balances: fc.constantFrom(true, true, true, false),
})

export const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 8, arbitrary: invoice },
  { weight: 10, arbitrary: payment },
  { weight: 4, arbitrary: journalEntry },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('advance' as const), hours: fc.nat({ max: 72 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('send back' as const),
      type: fc.nat({ max: 50 }),
      record: fc.nat({ max: 50 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('snapshot' as const, 'fork' as const, 'export and import' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('restore' as const, 'go to another fork' as const),
      slot: fc.nat({ max: 5 }),
    }),
  },
)
