import { controls } from 'accounting-simulator/controls'
import { expect, it } from 'vitest'
import { type EntryJson, entriesAbout, entryLine } from '../../src/tools/inspector/entries'
import { lineName } from '../../src/tools/inspector/widgets'
import { payment } from '../support/worlds/office'
import { INVOICE, INVOICES, shop } from '../support/worlds/shop'

it('a key that is used anew for another record has the replays of that one', () => {
  const call = (sequence: number, id: number, replayed: boolean): EntryJson => ({
    sequence,
    at: '2026-01-15T09:00:00.000Z',
    kind: 'request',
    request: { method: 'POST', url: `http://service.example${INVOICES}`, headers: {}, body: null },
    response: { status: 200, headers: {}, body: null },
    idempotencyKey: 'one',
    key: 'k',
    route: `POST ${INVOICES}`,
    replayed,
    ...(!replayed && { record: { type: 'invoices', id } }),
  })
  const lines = [call(1, 1, false), call(2, 1, true), call(3, 2, false), call(4, 2, true)].map(entryLine)
  const about = (id: number) =>
    entriesAbout(lines, { type: 'invoices', id }, 'org-1', []).map(({ entry }) => entry.sequence)
  expect([about(1), about(2)]).toEqual([
    [1, 2],
    [3, 4],
  ])
})

const HOOK = { url: 'https://hooks.example.com/in', topics: ['core.invoice/created', 'core.invoice/updated'] }

it('the entries about a record have the deliveries of its events, their replays, and replies that were replayed', async () => {
  const { simulator } = shop()
  const port = controls(simulator)
  const ask = async (method: string, path: string, body?: object) => {
    const init = { method, ...(body && { body: JSON.stringify(body) }) }
    return (await port(new Request(`http://panel/__simulator${path}`, init))).json()
  }
  const post = (path: string, body: object, key?: string) =>
    simulator.fetch(path, {
      method: 'POST',
      headers: {
        'X-API-KEY': simulator.apiKey,
        'content-type': 'application/json',
        ...(key && { 'Idempotency-Key': key }),
      },
      body: JSON.stringify(body),
    })
  await post('/public/v2/webhooks/', HOOK)
  simulator.webhooks.connect(HOOK.url, () => new Response('ok'))
  await post(INVOICES, INVOICE, 'one')
  await post(INVOICES, INVOICE, 'two')
  await post(INVOICES, INVOICE, 'one')
  // One call that changes both invoices.
  const items = [1, 2].map((invoice_number) => ({ invoice_number, amount: '1.00' }))
  simulator.records.customerPayments.create({ ...payment(1, '1.00'), items })
  await simulator.webhooks.flush()
  const [first] = simulator.webhooks.attempts
  await ask('POST', '/webhooks/replay', { event_id: first?.event_id })
  await simulator.webhooks.flush()
  const events = (await ask('GET', '/records/invoices/1/events')) as string[]
  const other = (await ask('GET', '/records/invoices/2/events')) as string[]
  expect(events.filter((id) => other.includes(id))).toEqual([])
  const lines = ((await ask('GET', '/timeline')) as EntryJson[]).map(entryLine)
  const about = entriesAbout(lines, { type: 'invoices', id: 1 }, 'org-1', events)
  expect(about.map(lineName)).toEqual([
    '#2 POST /public/v1/invoices/ 200',
    '#4 POST /public/v1/invoices/ 200',
    '#6 DELIVERY core.invoice/created to https://hooks.example.com/in 200',
    '#8 DELIVERY core.invoice/updated to https://hooks.example.com/in 200',
    '#10 DELIVERY core.invoice/created to https://hooks.example.com/in 200',
  ])
})
