import type { Scenario } from 'accounting-simulator'

export const webhookDuplicatesAndDisorder = {
  name: 'webhook-duplicates-and-disorder',
  description:
    'For an hour a third of the webhook deliveries come twice and others come minutes late, after events that are ' +
    'younger. Which ones, the seed of the simulator decides.',
  lesson:
    'An event can come more than once and in any order. Who counts or adds up events is wrong afterwards; who ' +
    'remembers event ids and fetches the record that an event is about is right.',
  steps: [
    { inject: { on: 'DELIVERY *', probability: 0.35, during: '1 hour', then: { duplicate: true } } },
    { inject: { on: 'DELIVERY *', probability: 0.4, during: '1 hour', then: { delay: '7 minutes' } } },
  ],
} as const satisfies Scenario
