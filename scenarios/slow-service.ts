import type { Scenario } from 'accounting-simulator'

export const slowService = {
  name: 'slow-service',
  description:
    'For an hour the service is slow: a third of its answers take 20 seconds and some take a minute and a half. ' +
    'All requests are carried out.',
  lesson:
    'A request whose answer is late was carried out all the same. A client that waits too briefly reports ' +
    'failures that are none; one that waits without end hangs.',
  steps: [
    { inject: { probability: 0.08, during: '1 hour', then: { delay: '90 seconds' } } },
    { inject: { probability: 0.33, during: '1 hour', then: { delay: '20 seconds' } } },
  ],
} as const satisfies Scenario
