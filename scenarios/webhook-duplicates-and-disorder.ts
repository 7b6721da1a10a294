import type { Scenario } from 'accounting-simulator'

export const webhookDuplicatesAndDisorder = {
  name: 'webhook-duplicates-and-disorder',
  description:
    'For an hour a third of the webhook deliveries come twice. Others come minutes late, after newer events. The ' +
    "simulator's seed decides which.",
  lesson:
    'An event can come more than once and in any order. Clients that count or add up events go wrong. Clients ' +
    'that remember event ids and fetch the record of each event are right.',
  steps: [
    { inject: { on: 'DELIVERY *', probability: 0.35, during: '1 hour', then: { duplicate: true } } },
    { inject: { on: 'DELIVERY *', probability: 0.4, during: '1 hour', then: { delay: '7 minutes' } } },
  ],
} as const satisfies Scenario
