import type { Scenario } from 'accounting-simulator'

export const tightInvoiceCap = {
  name: 'tight-invoice-cap',
  description:
    'Creating invoices is capped at two at once and two a minute. Version 2 of the service always has this cap; ' +
    'here version 1 has it, too. All other requests are as fast as ever.',
  lesson:
    'A client that was fast enough on its test data meets the cap on the third invoice. Retry-After is then up to' +
    ' 30 seconds, and thirty invoices take a quarter of an hour.',
  steps: [
    {
      admin: {
        call: 'rateLimits.override',
        with: { route: 'POST /public/v1/invoices/', burst: 2, refillPerSecond: 1 / 30 },
      },
    },
  ],
} as const satisfies Scenario
