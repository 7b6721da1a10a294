import type { Scenario } from 'accounting-simulator'

export const staleReads = {
  name: 'stale-reads',
  description:
    'Reads are served from a copy that lags behind. For twenty minutes the lists of invoices and payments show ' +
    'the state before the run.',
  lesson:
    'A record that a list does not show may have been written a moment ago. A client that believes the list ' +
    'reports wrong sums, or writes everything a second time.',
  steps: [
    { inject: { on: 'GET /public/v1/invoices/', during: '20 minutes', then: { staleRead: true } } },
    { inject: { on: 'GET /public/v1/customer-payments/', during: '20 minutes', then: { staleRead: true } } },
  ],
} as const satisfies Scenario
