import type { Scenario } from 'accounting-simulator'

export const rateLimitStorm = {
  name: 'rate-limit-storm',
  description:
    'Another client of the same organisation uses up the buckets. For five minutes half of all requests get 429, ' +
    'each with the seconds to wait in Retry-After.',
  lesson:
    'A 429 says when to come back. Clients that treat it as an error lose the row. Clients that retry early ' +
    'prolong the storm.',
  steps: [
    {
      at: '10 seconds',
      inject: { probability: 0.5, during: '5 minutes', then: { status: 429, retryAfter: 15 } },
    },
  ],
} as const satisfies Scenario
