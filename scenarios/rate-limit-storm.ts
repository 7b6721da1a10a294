import type { Scenario } from 'accounting-simulator'

export const rateLimitStorm = {
  name: 'rate-limit-storm',
  description:
    'A neighbour of the same organisation uses up the buckets: for five minutes half of all requests get 429, ' +
    'each with the seconds to wait in Retry-After.',
  lesson:
    'A 429 says when to come back. Who takes it for an error loses the row; who repeats at once, or after a ' +
    'pause of their own that is shorter, makes the storm longer.',
  steps: [
    {
      at: '10 seconds',
      inject: { probability: 0.5, during: '5 minutes', then: { status: 429, retryAfter: 15 } },
    },
  ],
} as const satisfies Scenario
