import type { Scenario } from 'accounting-simulator'

export const idempotencyConflict = {
  name: 'idempotency-conflict',
  description:
    'Two invoices take two minutes to be answered. A retry with the same Idempotency-Key in that time gets 409, ' +
    'because the first request is still in progress. Two payments meet such a 409 at once.',
  lesson:
    'A 409 means that the write is under way: wait and ask again with the same key. A new key creates a second ' +
    'record. Giving up reports a failure that never happened.',
  steps: [
    { inject: { on: 'POST /public/v1/invoices/', skip: 6, times: 2, then: { delay: '2 minutes' } } },
    { inject: { on: 'POST /public/v1/customer-payments/', skip: 3, times: 2, then: { status: 409 } } },
  ],
} as const satisfies Scenario
