import type { Scenario } from 'accounting-simulator'

export const apiEvolution = {
  name: 'api-evolution',
  description:
    'Overnight the service is a newer one. Objects in answers have one member more, members come in another order, ' +
    'new records have numbers above 2147483648, somebody writes a long text and an invoice of twelve digits, and ' +
    'events carry a later api_version.',
  lesson:
    'A service adds things without notice and without a new version. A client that compares versions, counts ' +
    'members or keeps numbers in 32 bits stops working one morning. A client that takes what it needs and leaves the ' +
    'rest notices nothing.',
  steps: [
    { inject: { on: 'POST /public/v1/customers/', then: { evolve: 'large-id' } } },
    { inject: { on: 'GET /public/v1/items/', then: { evolve: 'long-text' } } },
    { inject: { on: 'GET /public/v1/invoices/', then: { evolve: 'large-amount' } } },
    { inject: { on: 'GET /public/*', during: '30 days', then: { evolve: 'member' } } },
    { inject: { on: 'POST /public/*', during: '30 days', then: { evolve: 'order' } } },
    { inject: { on: 'DELIVERY *', during: '30 days', then: { evolve: 'envelope' } } },
  ],
} as const satisfies Scenario
