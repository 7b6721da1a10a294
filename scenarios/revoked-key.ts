import type { Scenario } from 'accounting-simulator'

export const revokedKey = {
  name: 'revoked-key',
  description:
    'Keys are rotated during a run. The old key is revoked with its twenty-first request; this request and all ' +
    'later ones get 403.',
  lesson:
    'Sending the rest with a revoked key fails row by row. Fetch the current key once and continue where the run ' +
    'stopped.',
  steps: [{ inject: { skip: 20, then: { revokeKey: true } } }],
} as const satisfies Scenario
