import type { Scenario } from 'accounting-simulator'

export const flakyNetwork = {
  name: 'flaky-network',
  description:
    'For an hour the network is bad. Some requests never arrive and some responses never come back. Others are ' +
    'cut off in the middle or replaced by the error page of a proxy.',
  lesson:
    'A client cannot tell a lost request from a lost response. Repeating with the same Idempotency-Key is right ' +
    'in both cases. Half a response is no response.',
  steps: [
    { inject: { probability: 0.12, during: '1 hour', then: { networkError: true } } },
    { inject: { probability: 0.1, during: '1 hour', then: { loseResponse: true } } },
    { inject: { probability: 0.05, during: '1 hour', then: { truncateBody: 40 } } },
    {
      inject: {
        probability: 0.05,
        during: '1 hour',
        then: { status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway</h1>' },
      },
    },
  ],
} as const satisfies Scenario
