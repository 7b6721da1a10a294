import { createSimulator, type Simulator } from 'accounting-simulator'
import { describe, expect, it, test } from 'vitest'
import type { UploadedPart, WireBody, WireRequest } from '../../src/events/traffic/wire-message'
import {
  logicalRequest,
  logicalText,
  requestFingerprint,
} from '../../src/service/http/idempotency/fingerprint'
import { INVOICE } from '../support/worlds/shop'

const INVOICES = '/public/v1/invoices/'
const SENT = JSON.stringify(INVOICE)

const sending =
  (simulator: Simulator) =>
  (to: string, body: string, key: string | null = 'once') =>
    simulator.fetch(to, {
      method: 'POST',
      headers: {
        'X-API-KEY': 'test-api-key',
        'Content-Type': 'application/json',
        ...(key !== null && { 'Idempotency-Key': key }),
      },
      body,
    })

/** The sentence about a used key with what is told of the first request. */
const used = (first: string, since = '2026-01-15') =>
  `422: idempotency key "once" is that of another request since ${since}T09:00:00.000Z${first} (docs/service.md §10)`

/** docs/service.md §5.1: a write accepts a key. */
describe('a request under the key of another one', () => {
  const other = { ...INVOICE, memo: 'other', items: [{ ...INVOICE.items[0], rate: '7.00' }] }
  const three = { ...other, date: '2026-01-11' }
  const five = { ...three, terms: 'Net 30', due_date: '2026-02-12' }
  it.each([
    [INVOICES, JSON.stringify(other), ', which differs in items[0].rate, memo'],
    [INVOICES, JSON.stringify(three), ', which differs in date, items[0].rate, memo'],
    [INVOICES, JSON.stringify(five), ', which differs in date, items[0].rate, memo and 2 more'],
    [INVOICES, JSON.stringify(INVOICE, null, 2), ', whose body has the same content in other bytes'],
    ['/public/v1/bills/', SENT, ''],
    [INVOICES, 'no json', ', which differs in the whole body'],
  ])('is told in what it differs: %s', async (path, body, differs) => {
    const simulator = createSimulator()
    const send = sending(simulator)
    await send(INVOICES, SENT)
    await send(path, body)
    expect(simulator.traffic[1]?.why).toBe(used(`: #1 POST ${INVOICES}${differs}`))
  })

  it('is told what it can be told of a body that the traffic keeps in part', async () => {
    const simulator = createSimulator()
    const send = sending(simulator)
    const long = (end: string) => JSON.stringify({ ...INVOICE, memo: 'm'.repeat(2_000_000) + end })
    await send(INVOICES, long('a'))
    await send(INVOICES, long('b'))
    expect(simulator.traffic[1]?.why).toBe(
      used(`: #1 POST ${INVOICES}, which differs in bytes that the traffic does not keep`),
    )
  })

  it.each(['two', 'longer'])('is told that the form differs: %s', async (other) => {
    const simulator = createSimulator()
    const { number } = simulator.records.invoices.create(INVOICE)
    const upload = (text: string) => {
      const body = new FormData()
      body.append('files', new File([text], 'a.txt'))
      return simulator.fetch(`${INVOICES}${number}/attachments/`, {
        method: 'POST',
        headers: { 'X-API-KEY': 'test-api-key', 'Idempotency-Key': 'once' },
        body,
      })
    }
    await upload('one')
    await upload(other)
    expect(simulator.traffic[1]?.why).toBe(
      used(`: #2 POST ${INVOICES}${number}/attachments/, which differs in a file or a field of its form`),
    )
  })

  it('is told the one whose answer is kept, among others that are like it', async () => {
    const simulator = createSimulator()
    const send = sending(simulator)
    await send(INVOICES, SENT)
    await simulator.clock.advance('48 hours')
    await send(INVOICES, '[')
    simulator.faults.inject({ then: { networkError: true } })
    await send(INVOICES, '{}').catch(() => undefined)
    await send(INVOICES, SENT, 'another')
    await send(INVOICES, SENT, null)
    await send(INVOICES, SENT)
    await simulator.clock.advance('1 minute')
    await send(INVOICES, SENT)
    await send(INVOICES, JSON.stringify(other))
    expect(simulator.traffic.at(-1)?.why).toBe(
      used(`: #7 POST ${INVOICES}, which differs in items[0].rate, memo`, '2026-01-17'),
    )
  })

  it('is told of the answer that the client did not get', async () => {
    const simulator = createSimulator()
    const send = sending(simulator)
    simulator.faults.inject({ then: { loseResponse: true } })
    await send(INVOICES, SENT).catch(() => undefined)
    await send(INVOICES, JSON.stringify(other))
    expect(simulator.traffic[1]?.why).toBe(
      used(`: #1 POST ${INVOICES}, which differs in items[0].rate, memo`),
    )
  })

  it('is told only the time where the traffic lacks the other one', async () => {
    const simulator = createSimulator()
    await sending(simulator)(INVOICES, SENT)
    const twin = simulator.fork()
    await sending(twin)(INVOICES, JSON.stringify(other))
    expect(twin.traffic.at(-1)?.why).toBe(used(''))
  })
})

/** docs/service.md §10 */
describe('requests are the same', () => {
  const bytesOf = (text: string) => new TextEncoder().encode(text)
  const text = (body: string): WireBody => ({ kind: 'bytes', bytes: bytesOf(body), text: body })
  const binary = (...bytes: number[]): WireBody => ({
    ...{ kind: 'bytes', bytes: Uint8Array.from(bytes), text: undefined },
  })
  const form = (...parts: Partial<UploadedPart>[]): WireBody => ({
    kind: 'multipart',
    parts: parts.map((part) => ({
      ...{ name: 'files', filename: 'a.txt', type: 'text/plain', bytes: bytesOf('a') },
      ...part,
    })),
  })
  const large = (limit: number, beginning = 'abc'): WireBody => ({
    ...{ kind: 'too-large', limit, beginning: bytesOf(beginning) },
  })
  const unreadable = (problem: string): WireBody => ({ kind: 'unreadable', problem })
  const request = (
    body: WireBody,
    more: { method?: string; to?: string; key?: string } = {},
  ): WireRequest => ({
    method: more.method ?? 'POST',
    url: new URL(more.to ?? '/a/', 'https://accounting.test') as never,
    headers: more.key === undefined ? {} : { 'idempotency-key': more.key },
    body,
  })
  const none: WireBody = { kind: 'none' }

  // biome-ignore format: a table
  test.each<[what: string, one: WireRequest, other: WireRequest, isSameForKey: boolean, isSameTry: boolean]>([
    ['nothing differs',        request(text('a')),            request(text('a')),                   true,  true],
    ['another body',           request(text('a')),            request(text('b')),                   false, false],
    ['a longer body',          request(text('a')),            request(text('ab')),                  false, false],
    ['no bodies',              request(none),                 request(none),                        true,  true],
    ['another method',         request(none),                 request(none, { method: 'DELETE' }),  false, false],
    ['another path',           request(none),                 request(none, { to: '/b/' }),         false, false],
    ['another query',          request(none),                 request(none, { to: '/a/?b=1' }),     true,  false],
    ['another key',            request(none, { key: 'a' }),   request(none, { key: 'b' }),          true,  false],
    ['the same key',           request(none, { key: 'a' }),   request(none, { key: 'a' }),          true,  true],
    ['a key and none',         request(none, { key: 'a' }),   request(none),                        true,  false],
    ['other bytes, no text',   request(binary(255, 1)),       request(binary(255, 2)),              false, false],
    ['the same bytes, no text', request(binary(255, 1)),      request(binary(255, 1)),              true,  true],
    ['the same form',          request(form({})),             request(form({})),                    true,  true],
    ['another name of a part', request(form({})),             request(form({ name: 'other' })),     false, false],
    ['another file name',      request(form({})),             request(form({ filename: 'b.txt' })), false, false],
    ['a file and a field',     request(form({})),             request(form({ filename: undefined })), false, false],
    ['two fields',             request(form({ filename: undefined })), request(form({ filename: undefined })), true, true],
    ['another type',           request(form({})),             request(form({ type: 'text/csv' })),  false, false],
    ['other bytes of a part',  request(form({})),             request(form({ bytes: bytesOf('b') })), false, false],
    ['a part more',            request(form({})),             request(form({}, {})),                false, false],
    ['too large alike',        request(large(3)),             request(large(3)),                    true,  true],
    ['another limit',          request(large(3)),             request(large(4)),                    false, false],
    ['another beginning',      request(large(3)),             request(large(3, 'abd')),             false, false],
    ['unreadable alike',       request(unreadable('length')), request(unreadable('length')),        true,  true],
    ['unreadable in two ways', request(unreadable('length')), request(unreadable('charset')),       false, false],
    ['unreadable and none',    request(unreadable('length')), request(none),                        false, false],
    ['too large and none',     request(large(3)),             request(none),                        false, false],
  ])('%s', (_, one, other, isSameForKey, isSameTry) => {
    const isSame = (of: (request: WireRequest) => string) => of(one) === of(other)
    expect([isSame(requestFingerprint), isSame(logicalRequest)]).toEqual([isSameForKey, isSameTry])
    expect(isSame(logicalText)).toBe(isSameTry)
  })
})

/** docs/service.md §10: 2xx, 404 and 422 are kept. */
test('a refusal with another status is not kept: the same request is carried out later', async () => {
  const simulator = createSimulator({ assumptions: { 'delete-referenced': 409 } })
  const invoice = simulator.records.invoices.create(INVOICE)
  const remove = () =>
    simulator.fetch(`/public/v1/customers/${INVOICE.customer_id}/`, {
      method: 'DELETE',
      headers: { 'X-API-KEY': 'test-api-key', 'Idempotency-Key': 'once' },
    })
  const refused = await remove()
  simulator.records.invoices.update(invoice.number, { ...INVOICE, customer_id: INVOICE.customer_id + 1 })
  const [done, again] = [await remove(), await remove()]
  expect([refused.status, done.status, again.status]).toEqual([409, 200, 200])
  expect(await again.text()).toBe(await done.text())
})
