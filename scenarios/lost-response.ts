import type { Scenario } from 'accounting-simulator'

export const lostResponse = {
  name: 'lost-response',
  description:
    'Three invoices and two payments are written, and the answer that says so never arrives: the client sees a ' +
    'broken connection.',
  lesson:
    'After a lost answer nobody can know whether the write happened. Without an Idempotency-Key a repetition ' +
    'writes twice, and giving up leaves a record that the client believes is not there.',
  steps: [
    { inject: { on: 'POST /public/v1/invoices/', skip: 4, times: 3, then: { loseResponse: true } } },
    { inject: { on: 'POST /public/v1/customer-payments/', skip: 7, times: 2, then: { loseResponse: true } } },
  ],
} as const satisfies Scenario
