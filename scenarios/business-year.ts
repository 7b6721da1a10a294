import type { Scenario, ScenarioStep } from 'accounting-simulator'

const LAST_DAYS = ['31', '28', '31', '30', '31', '30', '31', '31', '30', '31', '30', '31']
const MONTHS = LAST_DAYS.map((_, index) => String(index + 1).padStart(2, '0'))
const noon = (month: string, day: string): string => `2026-${month}-${day}T12:00:00Z`

/** An invoice of 89.70, paid in three equal instalments. */
const instalments = (month: string): ScenarioStep[] => [
  {
    at: noon(month, '16'),
    create: {
      record: 'invoices',
      as: `sale${month}`,
      body: {
        date: `2026-${month}-16`,
        company_id: 1,
        customer_id: 3,
        items: [{ item_id: 4, quantity: 3, rate: '29.90' }],
      },
    },
  },
  ...['18', '22', '26'].map(
    (day): ScenarioStep => ({
      at: noon(month, day),
      create: {
        record: 'customerPayments',
        body: {
          date: `2026-${month}-${day}`,
          company_id: 1,
          customer_id: 3,
          account_number: 1000,
          currency_iso_4217_code: 'USD',
          exchange_rate: '1',
          check_number: '',
          memo: 'A third',
          items: [{ invoice_number: { $ref: `sale${month}.number` }, amount: '29.90' }],
        },
      },
    }),
  ),
]

/** Locks each month after its end, so that nothing can be posted to it. */
const close = (month: string, index: number): ScenarioStep => {
  const next = MONTHS[index + 1]
  return {
    at: next ? noon(next, '05') : '2027-01-05T12:00:00Z',
    admin: {
      call: 'periods.lockThrough',
      with: { companyId: 1, date: `2026-${month}-${LAST_DAYS[index]}` },
    },
  }
}

export const businessYear = {
  name: 'business-year',
  description:
    'Other people do a year of business beside yours. Support is invoiced to three customers every week. Every ' +
    'month has one invoice paid in three instalments, and every month is closed on the fifth of the next.',
  lesson:
    'After a year, lists are longer than a page, and floating-point sums are no longer exact: 89.70 less three ' +
    'times 29.90 is not zero.',
  steps: [
    ...[1, 2, 5].map(
      (customer_id): ScenarioStep => ({
        create: {
          record: 'recurringInvoices',
          body: {
            name: 'Weekly support',
            memo: '',
            date: '2026-01-19',
            rrule: 'FREQ=WEEKLY;COUNT=50',
            company_id: 1,
            status: 'active',
            recurring_type: 'automatic',
            record_payload: {
              date: '2026-01-19',
              company_id: 1,
              customer_id,
              items: [{ item_id: 5, quantity: 1, rate: '19.99' }],
            },
          },
        },
      }),
    ),
    ...MONTHS.flatMap(instalments),
    ...MONTHS.map(close),
  ],
} satisfies Scenario
