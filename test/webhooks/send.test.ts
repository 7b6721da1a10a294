import { describe, expect, it } from 'vitest'
import { send } from '../../src/service/webhooks/send'
import { type Receiver, Targets } from '../../src/service/webhooks/targets'

const REQUEST = { url: 'https://hooks.example.com/in', headers: {}, body: '{}' }
const HEADERS_AT_MOST = 64 * 1024

/** What comes of one request to a receiver. */
function sent(receiver: Receiver, tooLate = new AbortController().signal) {
  const targets = new Targets()
  targets.connect('https://hooks.example.com/', receiver)
  return send(REQUEST, targets.find(REQUEST.url), tooLate)
}
const throws = (error: unknown) => () => {
  throw error
}
const withHeader = (length: number) => () => new Response('', { headers: { a: 'x'.repeat(length) } })
const withStatus = (status: number) => () =>
  Object.defineProperty(new Response(''), 'status', { value: status }) as Response

/** What counts as no answer (docs/service.md §14.4). */
describe('a receiver', () => {
  it('that is not connected refuses the connection', async () => {
    expect(await send(REQUEST, undefined, new AbortController().signal)).toStrictEqual({
      kind: 'network-error',
      text: 'connection refused: nothing is connected to https://hooks.example.com/in',
    })
  })

  it.each([
    ['an error', new Error('out of memory'), 'out of memory'],
    ['an error with a code', new Error('failed', { cause: { code: 'ECONNRESET' } }), 'failed (ECONNRESET)'],
    ['an error with a number as code', new Error('failed', { cause: { code: 5 } }), 'failed'],
    ['a text', 'out of order', 'out of order'],
    ['nothing', undefined, 'undefined'],
    ['null', null, 'null'],
  ])('that throws %s fails', async (_, error, text) => {
    expect(await sent(throws(error))).toStrictEqual({ kind: 'network-error', text, error })
  })

  it('that fails after its time was up has timed out', async () => {
    expect(await sent(throws(new Error('aborted')), AbortSignal.abort())).toStrictEqual({ kind: 'time-out' })
  })

  it.each([
    [100, 'response'],
    [99, 'network-error'],
    [599, 'response'],
    [600, 'network-error'],
    [200.5, 'network-error'],
  ])('that answers with the status %d: %s', async (status, kind) => {
    expect(await sent(withStatus(status))).toMatchObject({ kind })
  })

  it('that answers with a status out of range has given a malformed answer', async () => {
    expect(await sent(withStatus(600))).toStrictEqual({
      kind: 'network-error',
      text: 'the answer is malformed: its status is 600',
    })
  })

  it('may answer with headers as long as the limit, and no longer', async () => {
    const around = JSON.stringify({ a: '', 'content-type': 'text/plain;charset=UTF-8' }).length
    expect(await sent(withHeader(HEADERS_AT_MOST - around))).toMatchObject({ kind: 'response', status: 200 })
    expect(await sent(withHeader(HEADERS_AT_MOST - around + 1))).toStrictEqual({
      kind: 'network-error',
      text: 'the answer is malformed: its headers are too long',
    })
  })

  it('whose time is up while its body arrives has answered with what has arrived', async () => {
    const late = new AbortController()
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('thank')),
    })
    setTimeout(() => late.abort(), 20)
    expect(await sent(() => new Response(body), late.signal)).toMatchObject({
      kind: 'response',
      status: 200,
      body: 'thank… [cut]',
    })
  })
})
