import type { Scenario } from 'accounting-simulator'

export const pageDrift = {
  name: 'page-drift',
  description:
    'There are more invoices than a page holds. While a client reads them page by page, others archive five that ' +
    'were on the first page. The rest of the list moves up, so the next page skips five invoices.',
  lesson:
    'An offset counts from the start of the list, and the start moves. A client that only adds up pages misses ' +
    'records without noticing. A client that checks how its pages join notices and reads again.',
  steps: [
    {
      repeat: { every: '1 millisecond', times: 130 },
      create: {
        record: 'invoices',
        body: {
          date: '2026-01-02',
          company_id: 1,
          customer_id: 2,
          memo: 'Brought over from the old system',
          items: [{ item_id: 1, quantity: 1, rate: '12.50' }],
        },
      },
    },
    { inject: { on: 'GET /public/v1/invoices/', times: 4, then: { pageDrift: { remove: 5 } } } },
  ],
} as const satisfies Scenario
