import type { Scenario } from 'accounting-simulator'

export const maintenanceWindow = {
  name: 'maintenance-window',
  description:
    'In the middle of a run the service closes for twenty minutes: every request gets 503 with Retry-After.',
  lesson:
    'A 503 is temporary. A client that gives up after a few quick repetitions drops everything that was still to ' +
    'be sent.',
  steps: [
    { at: '30 seconds', admin: { call: 'maintenance.start', with: { for: '20 minutes', retryAfter: 120 } } },
  ],
} as const satisfies Scenario
