import type { Scenario } from 'accounting-simulator'

export const lostResponse = {
  name: 'lost-response',
  description:
    'Three invoices and two payments are written, but their responses never arrive. The client sees a broken ' +
    'connection.',
  lesson:
    'After a lost response the client cannot know whether the write happened. Without an Idempotency-Key a retry ' +
    'writes twice. Giving up leaves a record that the client believes is missing.',
  steps: [
    { inject: { on: 'POST /public/v1/invoices/', skip: 4, times: 3, then: { loseResponse: true } } },
    { inject: { on: 'POST /public/v1/customer-payments/', skip: 7, times: 2, then: { loseResponse: true } } },
  ],
} as const satisfies Scenario
