import { expect, test } from 'vitest'
import { OptionError } from '../../src/errors/option-error'
import type { FaultOptions } from '../../src/service/http/faults/fault-options'
import { tinyWire } from './tiny-wire'

/** A slip is told at once: a fault that can never hit would only sit there. */
test.each([
  ['on', { on: 'invoices' }],
  ['on', { on: 'GET invoices/' }],
  ['on', { on: 'DELIVERY core.invoise/*' }],
  ['on', { on: 3 }],
  ['skip', { skip: -1 }],
  ['skip', { skip: 1.5 }],
  ['times', { times: 0 }],
  ['times', { times: Number.NaN }],
  ['probability', { probability: -0.1 }],
  ['probability', { probability: 1.1 }],
  ['during', { during: 'soon' }],
  ['during', { during: '0 seconds' }],
  ['time', { time: 3 }],
  ['then', { then: undefined }],
  ['then', { then: {} }],
  ['then', { then: { status: 500, delay: '1 s' } }],
  ['then.status', { then: { status: 101 } }],
  ['then.status', { then: { status: 600 } }],
  ['then.status', { then: { status: '503' } }],
  ['then.retryAfter', { then: { status: 429, retryAfter: 0.5 } }],
  ['then.headers', { then: { status: 503, headers: { 'x-a': 'b\r\nc' } } }],
  ['then.headers', { then: { status: 503, headers: { 'x a': 'b' } } }],
  ['then.headers', { then: { status: 503, headers: { 'x-a': '\u20ac' } } }],
  ['then.headers', { then: { status: 503, headers: { 'x-a': 1 } } }],
  ['then.body', { then: { status: 503, body: 10n } }],
  ['then.body', { then: { status: 204, body: 'x' } }],
  ['then.delay', { then: { delay: '-1 s' } }],
  ['then.delay', { then: { delay: {} } }],
  ['then.truncateBody', { then: { truncateBody: -1 } }],
  ['then.networkError', { then: { networkError: false } }],
  ['on', { on: 'DELIVERY' }],
  ['on', { on: 'DELIVERY /public/*' }],
  ['on', { on: 'DELIVERY invoices' }],
  ['on', { on: 'POST /public/*', then: { timeout: true } }],
  ['on', { on: 'POST /public/*', then: { staleRead: true } }],
  ['on', { on: 'PUT /public/*', then: { pageDrift: { create: 1 } } }],
  ['then', { on: 'DELIVERY *', then: { staleRead: true } }],
  ['then', { on: 'DELIVERY *', then: { maintenance: true } }],
  ['when', { when: 'later' }],
  ['when.records', { when: {} }],
  ['when.records', { when: { records: 'notes' } }],
  ['when.atLeast', { when: { records: 'invoices', atLeast: -1 } }],
  ['when.atMost', { when: { records: 'invoices', atMost: '3' } }],
  ['when.exactly', { when: { records: 'invoices', exactly: 3 } }],
  ['when.atMost', { when: { records: 'invoices', atLeast: 5, atMost: 2 } }],
  ['after', { after: 'soon' }],
  ['after', { after: '0 s' }],
  ['then.contentType', { then: { contentType: '' } }],
  ['then.contentType', { then: { contentType: 'text/html\r\nx-a: b' } }],
  ['then.staleRead', { then: { staleRead: 1 } }],
  ['then.pageDrift', { then: { pageDrift: true } }],
  ['then.pageDrift', { then: { pageDrift: {} } }],
  ['then.pageDrift', { then: { pageDrift: { create: 0 } } }],
  ['then.pageDrift', { then: { pageDrift: { create: 1, remove: 1 } } }],
  ['then.pageDrift', { then: { pageDrift: { move: 1 } } }],
  ['then.revokeKey', { then: { revokeKey: 'test-api-key' } }],
  ['then.losePermission', { then: { losePermission: 'INTEGRATION' } }],
  ['then.losePermission', { then: { losePermission: [] } }],
  ['then.lapseSubscription', { then: { lapseSubscription: ['notes'] } }],
  ['then.maintenance', { then: { maintenance: '10 minutes' } }],
  ['then.maintenance.for', { then: { maintenance: { for: 'long' } } }],
  ['then.maintenance.retryAfter', { then: { maintenance: { for: '1 min', retryAfter: -1 } } }],
  ['then.maintenance.for', { then: { maintenance: { retryAfter: 5 } } }],
  ['then.maintenance.for', { then: { maintenance: { for: undefined } } }],
  ['then.maintenance.until', { then: { maintenance: { for: '1 min', until: 'noon' } } }],
  ['then.timeout', { then: { timeout: 10 } }],
  ['then.duplicate', { then: { duplicate: 2 } }],
  ['then.body', { then: { networkError: true, body: 'x' } }],
])('%s is refused in %o', (option, options) => {
  const { wire, world } = tinyWire()
  let error: unknown
  try {
    wire.faults.inject({ then: { status: 503 }, ...options } as unknown as FaultOptions)
  } catch (thrown) {
    error = thrown
  }
  expect(error).toBeInstanceOf(OptionError)
  expect((error as OptionError).option).toBe(option)
  expect(world.store.table('', 'faults').size).toBe(0)
})
