import type { Scenario } from 'accounting-simulator'

export const webhookAutoDisable = {
  name: 'webhook-auto-disable',
  description:
    'The receiver of the webhooks cannot be reached for six days. The service tries again, ever more slowly, and ' +
    'disables the webhook on the fifth day. Invoices are written meanwhile and afterwards; what fell into the ' +
    'outage is never sent.',
  lesson:
    'Once disabled, a webhook stays silent although the receiver is back. Somebody has to look at is_active, turn ' +
    'it on again and read from the lists what was missed.',
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
