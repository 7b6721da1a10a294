import { describe, expect, it } from 'vitest'
import { failedDeliveries } from '../../src/tools/inspector/attempt'

/** 'a:1 500' is an attempt to send event a to webhook 1 that was answered with 500; - has no answer. */
const attempts = (text: string) =>
  text.split(', ').map((one, at) => {
    const [name = '', status = ''] = one.split(' ')
    const [event_id = '', webhook_uuid = ''] = name.split(':')
    const response = status === '-' ? null : { status: Number(status), body: '' }
    return { event_id, webhook_uuid, at: `2026-01-01T00:00:0${at}.000Z`, response }
  })

const queued = (text: string) =>
  text.split(', ').map((name) => {
    const [event_id = '', webhook_uuid = ''] = name.split(':')
    return { event_id, webhook_uuid }
  })

describe('failed deliveries, which are sent again to their own endpoints', () => {
  it.each([
    // attempts                             queue       sent again
    ['a:1 500', '', ['a:1']],
    ['a:1 -', '', ['a:1']],
    ['a:1 302', '', ['a:1']],
    ['a:1 500, a:1 204', '', []],
    ['a:1 204, a:1 500', '', ['a:1']],
    ['a:1 500', 'a:1', []],
    ['a:1 500, b:1 500', 'a:1', ['b:1']],
    ['a:1 500, a:2 204', '', ['a:1']],
    ['a:1 500, a:2 500', '', ['a:1', 'a:2']],
    ['a:1 500, a:2 500', 'a:2', ['a:1']],
    ['a:1 500, a:2 500', 'a:1, a:2', []],
  ])('%s, of which %s waits: %j', (given, queue, deliveries) => {
    const failed = failedDeliveries(attempts(given), queued(queue))
    expect(failed.map(({ event_id, webhook_uuid }) => `${event_id}:${webhook_uuid}`)).toEqual(deliveries)
  })
})
