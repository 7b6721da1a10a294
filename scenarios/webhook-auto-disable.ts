import type { Scenario } from 'accounting-simulator'

export const webhookAutoDisable = {
  name: 'webhook-auto-disable',
  description:
    'The webhook receiver is unreachable for six days. The service retries with growing delays and disables the ' +
    'webhook on the fifth day. Invoices are written meanwhile and afterwards; events of the outage are never ' +
    'sent.',
  lesson:
    'A disabled webhook stays silent even when the receiver is back. Somebody must check is_active, activate the ' +
    'webhook again and read the missed records from the lists.',
  steps: [
    { at: '1 hour', inject: { on: 'DELIVERY *', during: '6 days', then: { networkError: true } } },
    {
      at: '2 hours',
      repeat: { every: '2 days', times: 4 },
      create: {
        record: 'invoices',
        body: {
          date: '2026-01-15',
          company_id: 1,
          customer_id: 1,
          items: [{ item_id: 1, quantity: 1, rate: '75.00' }],
        },
      },
    },
  ],
} as const satisfies Scenario
