import type { Scenario } from 'accounting-simulator'

export const maintenanceWindow = {
  name: 'maintenance-window',
  description:
    'In the middle of a run the service closes for twenty minutes. Every request gets 503 with Retry-After.',
  lesson:
    'A 503 is temporary. A client that gives up after a few quick retries drops everything that it still had to ' +
    'send.',
  steps: [
    { at: '30 seconds', admin: { call: 'maintenance.start', with: { for: '20 minutes', retryAfter: 120 } } },
  ],
} as const satisfies Scenario
