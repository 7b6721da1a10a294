import type { Scenario } from 'accounting-simulator'

export const flakyNetwork = {
  name: 'flaky-network',
  description:
    'For an hour the network is bad: some requests never arrive, some answers never come back, and some come back ' +
    'cut off in the middle or as the error page of a proxy.',
  lesson:
    'Whether a request or its answer was lost looks the same to the client. Repeating with the same ' +
    'Idempotency-Key is right in both cases, and half an answer is no answer.',
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
