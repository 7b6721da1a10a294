import type { Scenario } from 'accounting-simulator'

export const revokedKey = {
  name: 'revoked-key',
  description:
    'Keys are rotated while a run is under way: the old one is revoked with its twenty-first request, which gets ' +
    '403 as do all that follow.',
  lesson:
    'Sending the rest with a dead key fails row by row. A client asks for the current key, once, and goes on ' +
    'where it stood.',
  steps: [{ inject: { skip: 20, then: { revokeKey: true } } }],
} as const satisfies Scenario
