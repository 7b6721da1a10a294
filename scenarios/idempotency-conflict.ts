import type { Scenario } from 'accounting-simulator'

export const idempotencyConflict = {
  name: 'idempotency-conflict',
  description:
    'Two invoices take two minutes to be answered. Who repeats one of them meanwhile, with the same ' +
    'Idempotency-Key, gets 409: the first request is still in progress. Two payments meet such a 409 at once.',
  lesson:
    'A 409 means that the write is under way, so the answer is to wait and ask again with the same key. A new key ' +
    'makes a second record; giving up reports a failure that is none.',
  steps: [
    { inject: { on: 'POST /public/v1/invoices/', skip: 6, times: 2, then: { delay: '2 minutes' } } },
    { inject: { on: 'POST /public/v1/customer-payments/', skip: 3, times: 2, then: { status: 409 } } },
  ],
} as const satisfies Scenario
