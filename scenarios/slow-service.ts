import type { Scenario } from 'accounting-simulator'

export const slowService = {
  name: 'slow-service',
  description:
    'For an hour the service is slow. A third of its responses take 20 seconds and some take a minute and a half.' +
    ' All requests are carried out.',
  lesson:
    'A request with a late response was still carried out. A client with a short time-out reports failures that ' +
    'never happened. A client without a time-out hangs.',
  steps: [
    { inject: { probability: 0.08, during: '1 hour', then: { delay: '90 seconds' } } },
    { inject: { probability: 0.33, during: '1 hour', then: { delay: '20 seconds' } } },
  ],
} as const satisfies Scenario
