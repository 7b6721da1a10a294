import type { Simulator } from 'accounting-simulator'

const keyedBy = (s: Simulator, name: string) =>
  s.fetch('/public/v1/items/', {
    method: 'POST',
    headers: { 'X-API-KEY': 'test-api-key', [name]: 'a' },
    body: '{}',
  })

/** A header that only resembles the one of idempotency. */
export const UNREAD = {
  hint: 'unread',
  said: (s: Simulator) => keyedBy(s, 'X-Idempotency-Key'),
  text: '#1: the header x-idempotency-key is not read, perhaps Idempotency-Key',
  silent: [['the right header', (s: Simulator) => keyedBy(s, 'Idempotency-Key')]],
} as const
