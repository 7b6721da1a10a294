import type { Scenario } from 'accounting-simulator'

export const subscriptionLapsed = {
  name: 'subscription-lapsed',
  description:
    'The subscription for payments lapses in the middle of a run. Payments get 402, everything else works. Two ' +
    'days later it is renewed.',
  lesson:
    'A 402 must be resolved by people, not by a retry loop. Keep what was refused and send it when the ' +
    'subscription is back.',
  steps: [
    {
      inject: {
        on: 'POST /public/v1/customer-payments/',
        skip: 5,
        then: { lapseSubscription: ['customerPayments'] },
      },
    },
    { at: '2 days', admin: { call: 'subscriptions.renew', with: { group: 'customerPayments' } } },
  ],
} as const satisfies Scenario
