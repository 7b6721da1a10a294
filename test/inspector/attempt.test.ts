import { describe, expect, it } from 'vitest'
import { failedDeliveries, talliesOf } from '../../src/tools/inspector/attempt'
import { tallyColumns } from '../../src/tools/inspector/endpoints'

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

it('each endpoint has its attempts, those that failed, and the instant of the last one', () => {
  expect([...talliesOf(attempts('a:1 500, a:1 204, b:2 -'))]).toEqual([
    ['1', { sent: 2, failed: 1, last: '2026-01-01T00:00:01.000Z' }],
    ['2', { sent: 1, failed: 1, last: '2026-01-01T00:00:02.000Z' }],
  ])
})

it.each([
  [undefined, ['Sent', 'Failed', 'Last attempt']],
  [200, ['Sent, of the latest 200', 'Failed, of the latest 200', 'Last attempt']],
])('the columns say what they count if it is not everything: %s', (among, columns) => {
  expect(tallyColumns(among)).toEqual(columns)
})
