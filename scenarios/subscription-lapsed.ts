import type { Scenario } from 'accounting-simulator'

export const subscriptionLapsed = {
  name: 'subscription-lapsed',
  description:
    'The subscription that payments belong to lapses in the middle of a run: 402 for payments, everything else ' +
    'works. Two days later it is renewed.',
  lesson:
    'A 402 is for people to mend, not for a retry loop. What was refused has to be kept and brought once the ' +
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
